"""Every variety of table: rulebooks under any readings, rulebooks that nobody wrote, houses of any kind."""

from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st
from msgspec.structs import replace

from casinowar.game.book.bank import FirstHolder
from casinowar.game.book.cards import CardsRule
from casinowar.game.book.cited_values import Numbers
from casinowar.game.book.electronic import ElectronicChoices
from casinowar.game.book.house import House, Limit
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import (
    AsMany,
    Base,
    BothBurns,
    ChoiceWhen,
    Counting,
    Cutter,
    FaceUpBurn,
    Fate,
    Fixed,
    Fought,
    Given,
    Leaving,
    LonelyCover,
    Made,
    MatchFate,
    Moment,
    OddHalf,
    Pickup,
    Remedy,
    Runs,
    Span,
    SuitsDecide,
    Tied,
    TieWins,
    TooFewChips,
    When,
)
from casinowar.game.cards import RANKS, SUITS
from casinowar.game.money import dollars
from casinowar.game.refusal import HouseError, InputError
from casinowar.game.words import Act, Direction, Irregularity, Role, Wager
from casinowar.rulebooks import RulebookFile, load_sample, loader, open_rulebook
from casinowar.rulebooks.consistency import REMEDIES

RULEBOOKS = Path(loader.__file__).parent
EXAMPLES = sorted((RULEBOOKS / "examples").glob("*.toml"))
"""The examples that come with the package, one for each thing that none of the five texts says."""
OWN = [*sorted((Path(__file__).parent.parent / "rulebooks" / "own").glob("*.toml")), *EXAMPLES]
HERE = "1"
"""The clause of every value of a rulebook that is made up."""

Values = dict[str, Any]
source = cache(open_rulebook)


@st.composite
def rules_of(draw: st.DrawFn, reference: str) -> Rules:
    """Draw rules of one rulebook: any combination of readings, any house that it allows."""
    file = source(reference)
    wanted = {
        name: draw(st.sampled_from(sorted(reading.choices)))
        for name, reading in file.readings.items()
        if draw(st.booleans())
    }
    return draw(housed(file.book(wanted)))


@st.composite
def own_rules(draw: st.DrawFn) -> Rules:
    """Draw rules of a rulebook that nobody wrote."""
    try:
        book = RulebookFile("made_up.toml", "", draw(own_values()), {}).book()
    except InputError:
        assume(False)
    return draw(housed(book))


def few_cards(cards: CardsRule, ranks: int, suits: int, decks: Numbers) -> CardsRule:
    """Leave only the highest ranks and first suits, in these decks however they are shuffled."""
    ways = ("by_hand", "batch_shuffler", "continuous_shuffler")
    order, left = cards.order_of_suits, cards.suits.value[:suits]
    return replace(
        cards,
        order_of_suits=order and replace(order, value=tuple(suit for suit in order.value if suit in left)),
        ranking=replace(cards.ranking, value=cards.ranking.value[:ranks]),
        suits=replace(cards.suits, value=cards.suits.value[:suits]),
        **{way: decks for way in ways if getattr(cards, way)},
    )


# houses


@st.composite
def housed(draw: st.DrawFn, book: Rulebook) -> Rules:
    """Draw a house for a rulebook."""
    ways, seats = book.cards.decks, book.seating.seats
    shuffler = draw(st.sampled_from(list(ways)))
    decks = ways[shuffler]
    number = draw(st.sampled_from([n for n in range(1, 8) if seats.allows(n)] or [seats.start]))
    chip = draw(st.sampled_from([1, 1, 25, 1_00, 5_00]))
    try:
        return Rules(
            book,
            House(
                shuffler=shuffler,
                decks=draw(st.sampled_from(_few(decks))),
                preshuffled=bool(book.cards.preshuffled) and draw(st.booleans()),
                seats=number,
                adjacent_boxes=draw(st.integers(1, min(3, number))) if book.seating.adjacent_boxes else 1,
                limits=draw(_limits(book, chip)),
                smallest_chip=dollars(chip),
                authorized_limit="1000000" if book.wagers.limits.authorized else None,
                gaming_day_starts=draw(st.sampled_from(["00:00", "06:00", "23:59"])),
                automatic=draw(st.none() | st.lists(st.sampled_from(Act), unique=True).map(tuple)),
                **draw(_offers(book, number, chip)),
            ),
        )
    except HouseError:
        assume(False)
        raise


@st.composite
def _offers(draw: st.DrawFn, book: Rulebook, seats: int, chip: int) -> Values:
    """Draw what else a house may offer: side wagers, community cards, backline betting, coupons, a limit."""
    sample = load_sample("maryland")
    offers: Values = {}
    if book.electronic and draw(st.booleans()):
        cards = draw(st.sampled_from([n for n in range(1, 10) if book.electronic.community_cards.allows(n)]))
        offers["electronic"] = ElectronicChoices(community_cards=cards)
    if book.progressive and draw(st.booleans()):
        offers["progressive"] = sample.progressive
    if book.bonus_spin and sample.bonus_spin and draw(st.booleans()):
        offers["bonus_spin"] = replace(sample.bonus_spin, positions=())
    if book.wagers.payout_limit and draw(st.booleans()):
        offers["payout_limit"] = dollars(chip * draw(st.sampled_from([1, 100, 5000])))
    if book.wagers.coupons:
        offers["coupons"] = draw(st.booleans())
    if book.bank and book.bank.backline:
        offers["backline"] = draw(st.integers(0, 2))
    if book.bank and book.bank.first_holder.value is FirstHolder.SET:
        offers["first_bank"] = draw(st.none() | st.integers(1, seats))
    return offers


def _few(allowed: Numbers) -> list[int]:
    return [number for number in range(1, 10) if allowed.allows(number)] or [allowed.start]


@st.composite
def _limits(draw: st.DrawFn, book: Rulebook, chip: int) -> dict[Wager, Limit]:
    limits = book.wagers.limits
    if not limits.required and limits.counted is not Counting.FIXED and draw(st.booleans()):
        return {}
    least = chip * draw(st.sampled_from([1, 2, 12, 60]))
    most = least if limits.counted is Counting.FIXED else least * draw(st.sampled_from([1, 20, 1000]))
    posted = {Wager.INITIAL: Limit(minimum=dollars(least), maximum=dollars(most))}
    if book.wagers.tie and draw(st.booleans()):
        share = draw(st.sampled_from([None, None, "1/2", "1"]))
        posted[Wager.TIE] = Limit(minimum=dollars(chip), maximum=dollars(most), of_initial=share)
    return posted


# rulebooks


def _maybe(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | values


def _says(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Values]:
    return values.map(lambda value: {"value": value, "clause": HERE})


def _one(kind: type[Any]) -> st.SearchStrategy[Any]:
    return st.sampled_from([str(each) for each in kind])


def _part(**values: st.SearchStrategy[Any]) -> st.SearchStrategy[Values]:
    """Draw a table of values, leaving out those that are None."""
    return st.fixed_dictionaries(values).map(
        lambda part: {name: value for name, value in part.items() if value is not None}
    )


def _cited(**values: st.SearchStrategy[Any]) -> st.SearchStrategy[Values]:
    return _part(clause=st.just(HERE), **values)


_CITED = st.just({"clause": HERE})
_ODDS = st.sampled_from(["0 to 1", "1 to 2", "1 to 1", "3 to 2", "2 to 1", "10 to 1"])
_SHARES = st.sampled_from(["0", "1/4", "1/3", "1/2", "1"])
_TIMES = st.sampled_from([0, 1, 1, 2, 3, "1/2", "3/2"])
_DIRECTION = _one(Direction)
_DECKS = st.integers(1, 3).map(lambda start: {"start": start, "least": 1, "most": 6, "clause": HERE})
_PROVISIONS = sorted((what, remedy) for what, remedies in REMEDIES.items() for remedy in remedies)


def _tasks(*acts: Act, by: Role = Role.DEALER) -> st.SearchStrategy[list[Values]]:
    task = st.sampled_from(acts).map(lambda act: {"act": str(act), "by": str(by), "clause": HERE})
    return st.lists(task, max_size=3)


_OPENING = _part(
    approvals=_tasks(Act.CONFIRM_LAYOUT, Act.CONFIRM_DESIGNATION, by=Role.FLOORPERSON),
    by_hand=_tasks(Act.INSPECT_CARDS, Act.SHOW_FIRST_PLAYER, Act.WASH),
    each_batch=_tasks(Act.SPREAD_FACE_UP, Act.TURN_FACE_DOWN, Act.STACK),
    continuous_device=_tasks(Act.CONFIRM_DEVICE),
)
_IDLE_ACTS = (Act.GATHER_CARDS, Act.SPREAD_FACE_DOWN, Act.TURN_FACE_UP, Act.SHOW_FIRST_PLAYER, Act.SHUFFLE)
_IDLE = _part(
    face_down=_tasks(*_IDLE_ACTS),
    face_up=_tasks(*_IDLE_ACTS),
    batch_face_down=_tasks(*_IDLE_ACTS),
    batch_face_up=_tasks(*_IDLE_ACTS),
    stored_batch_on_request=_tasks(Act.SPREAD_FACE_UP, Act.SHUFFLE),
)
_WAGERS = _part(
    initial=_says(_ODDS),
    tie=_maybe(
        _cited(
            value=_ODDS,
            made=_one(Made),
            in_a_row=_maybe(st.lists(_ODDS, min_size=1, max_size=3)),
            runs=_one(Runs),
        )
    ),
    dealer_wins=_maybe(_cited(value=_ODDS, tie_forfeits=_SHARES, made=_one(Made))),
    war_tie=_maybe(
        _cited(
            pays=st.lists(_ODDS, min_size=1, max_size=3),
            equal=st.sampled_from([False, False, True, *(str(base) for base in Base)]),
        )
    ),
    placing=_CITED,
    closes=_CITED,
    fixed=_says(_one(Fixed)),
    instruments=_says(st.just(["chip"])),
    limits=_cited(
        counted=_one(Counting),
        required=st.booleans(),
        tie=st.sampled_from([None, None, "1", "3/2"]),
        war_tie=st.sampled_from([None, "1/2", "1"]),
    ),
)
_ORDER = _cited(direction=_DIRECTION, paying=_maybe(_DIRECTION))
_SETTLEMENT = _part(
    order=_ORDER,
    lower=_CITED,
    higher=_CITED,
    tie_hand=_says(
        st.sampled_from([str(Tied.CHOICE)] * 4 + [str(tied) for tied in Tied if tied is not Tied.CHOICE])
    ),
    choice=_cited(when=_one(ChoiceWhen), direction=_DIRECTION),
    collection=_says(_one(Pickup)),
    last_collection=_CITED,
)
_CUT = _part(
    after_hand_shuffle=_says(_one(Cutter)),
    after_machine_shuffle=_says(_one(Cutter)),
    passes=_says(_DIRECTION),
    margin=_maybe(_says(st.sampled_from([1, 2, 4]))),
    cover_card=_maybe(_says(st.sampled_from(["0", "1/4", "1/2", "4/5"]))),
    cover_among_burns=_maybe(_says(_one(LonelyCover))),
    recut=_maybe(_CITED),
    load=_CITED,
)


@st.composite
def _war(draw: st.DrawFn) -> Values:
    given = draw(_one(Given))
    match = draw(_maybe(_CITED))

    def outcome() -> st.SearchStrategy[Values]:
        return _cited(
            initial=_one(Fate) if given == Given.STAYS else st.none(),
            war=_one(Fate),
            match=_one(MatchFate) if match else st.none(),
            pays=_maybe(_ODDS),
            on=_one(Base),
        )

    again = _cited(wars=st.integers(2, 4), times=_TIMES, forfeits=_maybe(_SHARES))
    return draw(
        _part(
            wager=_says(_TIMES),
            short_of_chips=_says(_one(TooFewChips)),
            confirmed=_CITED,
            initial=st.just({"value": given, "clause": HERE}),
            match=st.just(match),
            burn=_cited(cards=st.integers(0, 3), when=_one(Moment), dealers=_maybe(st.integers(0, 2))),
            deal=_cited(
                fought=_one(Fought), first_card=st.sampled_from(["player", "dealer"]), direction=_DIRECTION
            ),
            order=_ORDER,
            won=outcome(),
            tied=outcome(),
            lost=outcome(),
            again=_maybe(again),
        )
    )


@st.composite
def _provisions(draw: st.DrawFn) -> list[Values]:
    chosen = draw(st.lists(st.sampled_from(_PROVISIONS), unique_by=lambda pair: pair[0]))
    provisions = []
    for irregularity, remedy in chosen:
        provision: Values = {"irregularity": str(irregularity), "remedy": str(remedy), "clause": HERE}
        if irregularity is Irregularity.FACE_UP_CARD and draw(st.booleans()):
            provision |= {"repeated": str(Remedy.VOID_ROUND), "more_than": 1, "within": draw(_one(Span))}
        if irregularity is Irregularity.FACE_UP_CARD:
            provision["burn"] = draw(_one(FaceUpBurn))
        if irregularity is Irregularity.NO_CHOICE and draw(st.booleans()):
            provision["after"] = 3600
        provisions.append(provision)
    return provisions


@st.composite
def own_values(draw: st.DrawFn) -> Values:
    """Draw the values of a rulebook: any combination that the format has words for, most with small decks."""
    ranks = draw(st.integers(1, len(RANKS)))
    suits = draw(st.integers(1, len(SUITS)))
    values = draw(
        _part(
            name=st.just("made_up"),
            title=st.just("made up"),
            cards=_part(
                ranking=st.just({"value": list(RANKS[:ranks]), "clause": HERE}),
                suits=st.just({"value": list(SUITS[:suits]), "clause": HERE}),
                by_hand=_maybe(_DECKS),
                batch_shuffler=_maybe(_DECKS),
                continuous_shuffler=_maybe(_DECKS),
                preshuffled=_maybe(_CITED),
                change=_maybe(_says(st.sampled_from(["24 hours", "each gaming day"]))),
                order_of_suits=_maybe(
                    _cited(
                        value=st.permutations(SUITS[:suits]), on=_one(SuitsDecide), tie_wager=_one(TieWins)
                    )
                ),
            ),
            opening=_OPENING,
            idle=_maybe(_IDLE),
            shuffle=_part(
                before_play=_CITED,
                reshuffle=_says(_one(When)),
                continuous=_maybe(_says(_one(When))),
                by_order=_maybe(_CITED),
            ),
            cut=_CUT,
            burns=_part(
                new_shoe=_maybe(_says(st.sampled_from([0, 1, 2, *map(str, AsMany)]))),
                by_first_card=st.none()
                | st.none()
                | _cited(burns=st.fixed_dictionaries(dict.fromkeys(RANKS[:ranks], st.integers(0, 3)))),
                new_dealer=_maybe(_says(st.integers(0, 2))),
                both=_maybe(_says(_one(BothBurns))),
            ),
            seating=_part(
                seats=st.just({"start": 3, "least": 1, "most": 7, "clause": HERE}),
                adjacent_boxes=_maybe(_CITED),
                leaving=_says(_one(Leaving)),
            ),
            wagers=_WAGERS,
            deal=_part(
                call=_CITED,
                direction=_says(_DIRECTION),
                to_each_wager=_CITED,
                to_the_dealer=_CITED,
                hands=_tasks(Act.CONFIRM_HANDS, Act.CONFIRM_LEFT_HAND),
            ),
            settlement=_SETTLEMENT,
            surrender=_maybe(_cited(forfeits=_SHARES, odd=_one(OddHalf))),
            war=_war() | _war() | st.none(),
            irregularities=_part(
                provisions=_provisions(),
                paid_out=_maybe(_CITED),
                jammed_device=_tasks(Act.EMPTY_DEVICE),
                failed_device=_tasks(Act.COVER_DEVICE, Act.MARK_DEVICE),
                ruling=_CITED,
            ),
        )
    )
    return _coherent(values)


def _coherent(values: Values) -> Values:
    """Mend what the consistency check would refuse too often for the search to get anywhere."""
    cards, war, tie = values["cards"], values.get("war"), values["wagers"].get("tie", {})
    for name in {"tie", "war_tie"} - values["wagers"].keys():
        values["wagers"]["limits"].pop(name, None)
    if "by_first_card" in values["burns"]:
        values["burns"].pop("new_shoe", None)
    if war is None or values["settlement"]["tie_hand"]["value"] != Tied.CHOICE:
        tie.pop("in_a_row", None)
    if "in_a_row" not in tie:
        tie.pop("runs", None)
    if not {"by_hand", "batch_shuffler", "continuous_shuffler"} & cards.keys():
        cards["by_hand"] = {"start": 1, "clause": HERE}
    if "cover_card" not in values["cut"]:
        values["shuffle"]["reshuffle"]["value"] = str(When.EACH_ROUND)
    if "surrender" not in values:
        law = values["irregularities"]
        law["provisions"] = [each for each in law.get("provisions", []) if each["remedy"] != Remedy.SURRENDER]
    if war is None:
        values["wagers"].pop("war_tie", None)
        values["wagers"]["limits"].pop("war_tie", None)
        if values["settlement"]["tie_hand"]["value"] == Tied.WAR:
            values["settlement"]["tie_hand"]["value"] = str(Tied.CHOICE)
        if "surrender" not in values and values["settlement"]["tie_hand"]["value"] == Tied.CHOICE:
            values["settlement"]["tie_hand"]["value"] = str(Tied.RETURNED)
        return values
    if values["settlement"]["tie_hand"]["value"] == Tied.WAR:
        values.pop("surrender", None)
        if war["initial"]["value"] == Given.COLLECTED:
            war["short_of_chips"]["value"] = str(TooFewChips.LOST)
    else:
        del war["short_of_chips"]
    ladder = values["wagers"].get("war_tie")
    if ladder and not war["wager"]["value"] and ladder["equal"] in {True, Base.WAR}:
        ladder["equal"] = str(Base.INITIAL)
    if ladder:
        ladder["pays"] = ladder["pays"][: war.get("again", {"wars": 1})["wars"]]
    if war["deal"]["fought"] == Fought.AT_ONCE:
        values["settlement"]["choice"]["when"] = str(ChoiceWhen.AT_THE_SEAT)
    if "again" in war and war["again"]["times"]:
        war["again"].setdefault("forfeits", "1/2")
    return values
