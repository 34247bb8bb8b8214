"""Every clause with an act to be recorded: the scene in which it comes up, and the acts that it asks for."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from casinowar.game import commands as c
from casinowar.game.automatic import command_for
from casinowar.game.book.house import House
from casinowar.game.chance import IN_ORDER
from casinowar.game.commands import RECORDED
from casinowar.game.words import DEALER, Act, Role, Shuffler, Wager
from tests.support.progressives import progressive_table, with_chips
from tests.support.scenario import Scenario, at_table, opened

DAY: Final = 24 * 60 * 60
BATCHES: Final = House(shuffler=Shuffler.BATCH)
SIT: Final = c.Sit(player="Ann", seat=1, chips=1_000_00)

Scene = Callable[[], Scenario]


class Walk(Struct, frozen=True):
    """A scene that leads to the acts of a clause; `under` where the duty cites another clause."""

    scene: Scene
    acts: tuple[Act, ...]
    under: str = ""
    done_as: Act | None = None
    """Another act that does as well."""


def command_of(scenario: Scenario) -> c.Command:
    """Find the command that does what is due, given in the role that must do it."""
    due, seat = scenario.due, scenario.due.seat or 0
    match due.act:
        case Act.TAKE_SEAT:
            taken = scenario.table.seats
            free = next(place for place in range(1, scenario.rules.seats + 1) if place not in taken)
            return c.Sit(player=f"player {free}", seat=free, chips=1_000_00)
        case Act.PLACE_WAGERS:
            wagering = next(
                place
                for place, _ in sorted(scenario.table.seats.items())
                if place != scenario.table.bank.seat
            )
            return c.PlaceWager(hand=wagering, wager=Wager.INITIAL, amount=10_00)
        case Act.CALL_NO_MORE_BETS:
            return c.CallNoMoreBets()
        case Act.ANSWER_CUT:
            return c.CutStack(seat=seat, depth=100, by=Role.PLAYER)
        case Act.CUT:
            return c.CutStack(seat=DEALER, depth=100, by=Role.DEALER)
        case Act.ANSWER_BANK:
            return c.TakeBank(seat=seat, amount=100_00)
        case Act.CHOOSE:
            return c.GoToWar(hand=seat)
        case Act.ANSWER_TIE_OFFER:
            return c.DeclineTieWager(hand=seat)
        case act if act in RECORDED:
            return c.Perform(act_done=act, by=due.role)
        case _:
            pass
    command = command_for(scenario.rules, scenario.table, due, IN_ORDER)
    assert command is not None, due
    return command


def until(scenario: Scenario, act: Act, clause: str) -> Scenario:
    """Do what is due until this act is due under this clause."""
    for _ in range(200):
        if scenario.due.act is act and clause in scenario.due.clause.split("; "):
            return scenario
        scenario.when(command_of(scenario))
    raise AssertionError(f"'{act}' is never due under {clause}")


def opening(rulebook: str, house: House | None = None) -> Scene:
    """Open a table for a first player."""
    return lambda: opened(rulebook, house=house).when(SIT)


def idle(rulebook: str, house: House | None = None) -> Scene:
    """Declare a table idle, at which a player then arrives."""

    def scene() -> Scenario:
        table = at_table(rulebook, players=1, house=house).when(c.LeaveTable(player="Ann"))
        return table.when(c.DeclareIdle(), SIT)

    return scene


def deserted(rulebook: str) -> Scene:
    """Have the last player leave a table."""
    return lambda: at_table(rulebook, players=1).when(c.LeaveTable(player="Ann"))


def old_cards(rulebook: str) -> Scene:
    """Let the cards of a table grow old."""
    return lambda: at_table(rulebook, players=1).when(c.TellTime(now=2 * DAY))


def wagered() -> Scenario:
    """Have a player wager, and the dealer about to deal."""
    return at_table("maryland", cards="9H 9C", players=1)


def recut() -> Scenario:
    """Order a new cut of a stack that was just cut."""
    table = until(opened("maryland").when(SIT), Act.PLACE_COVER_CARD, "5.F(2)")
    return table.when(c.OrderRecut())


def ordered() -> Scenario:
    """Order a reshuffle between two rounds."""
    return at_table("maryland", players=1).when(c.OrderReshuffle())


def with_a_chip() -> Scenario:
    """Have a player wager on the progressive."""
    return with_chips(progressive_table("9H 9C", players=1), 1)


def jackpot() -> Scenario:
    """Have a player with a progressive wager make the hand that is paid from the meter."""
    return with_chips(progressive_table("9H 9H 2C 2D 2H 9H 9H", players=1), 1)


def failure() -> Scenario:
    """Have a shuffler fail between two rounds."""
    return at_table("maryland", players=1, house=BATCHES).when(c.ReportDeviceFailure())


_EACH_BATCH: Final = (
    *(Act.INSPECT_CARDS, Act.VERIFY_INSPECTION, Act.SPREAD_FACE_UP, Act.SHOW_FIRST_PLAYER),
    *(Act.TURN_FACE_DOWN, Act.WASH, Act.STACK),
)

RECORDS: Final[dict[str, dict[str, Walk]]] = {
    "maryland": {
        "2.B": Walk(opening("maryland"), (Act.CONFIRM_LAYOUT,)),
        "3.C": Walk(old_cards("maryland"), (Act.CHANGE_CARDS,)),
        "4.A": Walk(opening("maryland"), (Act.INSPECT_CARDS, Act.VERIFY_INSPECTION)),
        "4.B": Walk(opening("maryland"), (Act.SPREAD_FACE_UP,)),
        "4.C": Walk(opening("maryland"), (Act.SHOW_FIRST_PLAYER,)),
        "4.C(1)": Walk(opening("maryland"), (Act.TURN_FACE_DOWN,)),
        "4.C(2)": Walk(opening("maryland"), (Act.WASH,)),
        "4.C(3)": Walk(opening("maryland"), (Act.STACK,)),
        "4.E": Walk(opening("maryland", BATCHES), _EACH_BATCH * 2),
        "4.F": Walk(opening("maryland", House(preshuffled=True)), (Act.CONFIRM_PRESHUFFLED,)),
        "5.A(3)": Walk(ordered, (Act.GATHER_CARDS, Act.SHUFFLE)),
        "5.C": Walk(opening("maryland"), (Act.HOLD_STACK,)),
        "5.G": Walk(recut, (Act.ANSWER_CUT,)),
        "5.I": Walk(deserted("maryland"), (Act.DECLARE_IDLE,)),
        "5.I(1)": Walk(idle("maryland"), (Act.GATHER_CARDS,)),
        "5.I(2)": Walk(idle("maryland"), (Act.SPREAD_FACE_DOWN,)),
        "5.I(3)": Walk(
            idle("maryland"),
            (Act.TURN_FACE_UP, Act.SHOW_FIRST_PLAYER, Act.TURN_FACE_DOWN, Act.WASH, Act.STACK, Act.SHUFFLE),
        ),
        "7.F(3)(b)": Walk(with_a_chip, (Act.CHECK_DEVICE,)),
        "8.C": Walk(wagered, (Act.CALL_NO_MORE_BETS,)),
        "8.D(1)(a)": Walk(with_a_chip, (Act.COLLECT_PROGRESSIVE,)),
        "8.D(1)(b)": Walk(with_a_chip, (Act.COUNT_PROGRESSIVE,)),
        "8.D(1)(c)": Walk(with_a_chip, (Act.PUT_CHIPS_AWAY,)),
        "8.E(2)": Walk(opening("maryland"), (Act.CONFIRM_HANDS,)),
        "8.E(3)": Walk(opening("maryland"), (Act.CONFIRM_NEAR_HANDS,)),
        "9.G": Walk(wagered, (Act.CONFIRM_WAR_WAGER,)),
        "9.J(4)(a)": Walk(jackpot, (Act.VERIFY_HAND,)),
        "9.J(4)(b)": Walk(jackpot, (Act.VERIFY_LIGHT,)),
        "9.J(4)(c)": Walk(jackpot, (Act.VALIDATE_PAYOUT,)),
        "11.E": Walk(failure, (Act.COVER_DEVICE,)),
        "11.E(1)": Walk(failure, (Act.COVER_DEVICE,), under="11.E"),
        "11.E(2)": Walk(failure, (Act.COVER_DEVICE,), under="11.E", done_as=Act.MARK_DEVICE),
    },
    "washington": {},
    "south_dakota": {"(1)": Walk(opening("south_dakota"), (Act.CONFIRM_DESIGNATION,))},
    "california": {
        "notice": Walk(opening("california"), (Act.CONFIRM_AGREEMENT,)),
        "dealing.2": Walk(opening("california"), (Act.CONFIRM_LEFT_HAND,)),
    },
    "wisconsin": {
        "(d)(1)": Walk(opening("wisconsin"), (Act.SORT_CARDS, Act.INSPECT_CARDS, Act.VERIFY_INSPECTION)),
        "(d)(2)": Walk(opening("wisconsin"), (Act.SPREAD_FACE_UP, Act.SHOW_FIRST_PLAYER)),
        "(d)(3)": Walk(opening("wisconsin"), (Act.TURN_FACE_DOWN, Act.WASH, Act.STACK)),
        "(d)(4)": Walk(
            opening("wisconsin", BATCHES),
            (Act.SPREAD_FACE_UP, Act.SHOW_FIRST_PLAYER, Act.TURN_FACE_DOWN, Act.STACK) * 2,
        ),
        "(d)(5)": Walk(old_cards("wisconsin"), (Act.CHANGE_CARDS,)),
        "(e)(2)": Walk(opening("wisconsin"), (Act.HOLD_STACK, Act.OFFER_CUT)),
        "(e)(7)": Walk(
            deserted("wisconsin"),
            (
                *(Act.DECLARE_IDLE, Act.GATHER_CARDS, Act.SPREAD_FACE_DOWN, Act.TURN_FACE_UP),
                *(Act.SHOW_FIRST_PLAYER, Act.TURN_FACE_DOWN),
            ),
        ),
        "(e)(7)(i)": Walk(idle("wisconsin"), (Act.WASH, Act.STACK, Act.SHUFFLE)),
        "(e)(7)(ii)": Walk(idle("wisconsin", BATCHES), (Act.STACK, Act.EXCHANGE_BATCHES)),
        "(e)(7)(ii)(B)": Walk(idle("wisconsin", BATCHES), (Act.RELEASE_STORED_BATCH,)),
        "(g)(2)": Walk(opening("wisconsin"), (Act.CONFIRM_LEFT_HAND,)),
    },
}
"""What each clause wants done and recorded."""
