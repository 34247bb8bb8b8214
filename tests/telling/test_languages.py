"""Whatever is told in English is told in every other language: all of it, and of the same facts."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest
from msgspec.structs import replace

import casinowar
from casinowar.game import events as e
from casinowar.game.combinations import Combination
from casinowar.game.commands import RECORDED
from casinowar.game.events import Burn
from casinowar.game.phrase import Phrase, how_many
from casinowar.game.refusal import InputError, Reason, Refusal
from casinowar.game.table import CLOSED, Bank, DealingShoe
from casinowar.game.words import (
    Act,
    Choice,
    Comparison,
    Instrument,
    Irregularity,
    Occasion,
    Role,
    Ruling,
    TerminalHand,
    Wager,
)
from casinowar.house.offices.care_limits import LimitSpan
from casinowar.house.offices.pit import SlipKind
from casinowar.odds.hand import Strategy
from casinowar.reports.par_sheet.wording import WORDS
from casinowar.telling.narration import narrate
from casinowar.telling.refusal_translation import refusal_told
from casinowar.telling.templates import places, read
from casinowar.telling.wording import ENGLISH, Language, wording
from tests.telling.test_narration import BANKED, ELECTRONIC, TABLE, an_event

OTHERS = [language for language in Language if language is not Language.ENGLISH]
SPANISH = wording(Language.SPANISH)
SAID = [
    Act,
    Burn,
    Choice,
    Combination,
    Comparison,
    Instrument,
    Irregularity,
    LimitSpan,
    Occasion,
    Role,
    Ruling,
    Strategy,
]
every_other = pytest.mark.parametrize("language", OTHERS, ids=str)


def named(text: str) -> set[str]:
    """List the places of an English sentence that code has."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@every_other
@pytest.mark.parametrize("kind", e.EVENTS)
def test_every_event_is_told_of_the_same_facts(language, kind):
    assert {*places(wording(language).events[kind])} == {*places(ENGLISH.events[kind])}


@every_other
def test_nothing_is_told_that_does_not_happen(language):
    words = wording(language)
    assert words.events.keys() == ENGLISH.events.keys() == e.EVENTS.keys()
    assert words.wagers.keys() == ENGLISH.wagers.keys() == {*Wager}
    assert words.meters.keys() == ENGLISH.meters.keys()
    assert words.done.keys() == ENGLISH.done.keys() == RECORDED | {Act.RECEIVE_DECKS}


@every_other
@pytest.mark.parametrize("name", ENGLISH.phrases)
def test_every_phrase_names_the_same_facts(language, name):
    said = wording(language).phrases[name]
    assert {*places(said)} == {*places(ENGLISH.phrases[name])}


@every_other
@pytest.mark.parametrize("kind", [*SAID, SlipKind], ids=lambda kind: kind.__name__)
def test_every_word_of_a_closed_list_is_said(language, kind):
    assert wording(language).words[kind.__name__].keys() == {word.value for word in kind}


@every_other
def test_every_reason_is_said_of_the_same_facts(language):
    said = wording(language).words["Reason"]
    assert said.keys() == {reason.name for reason in Reason}
    wrong = [reason.name for reason in Reason if {*places(said[reason.name])} != named(reason.value)]
    assert not wrong


@every_other
def test_every_symbol_of_a_wheel_that_is_no_amount_is_said(language):
    books = Path(casinowar.__file__).parent.glob("rulebooks/*.toml")
    shown = {*re.findall(r'symbol = "([^"$]+)"', "".join(path.read_text(encoding="utf-8") for path in books))}
    assert len(shown) == 2
    assert not [each for each in shown if wording(language).symbol(each) == each]


def phrases_in_code() -> dict[str, set[str]]:
    """Find every phrase that the package makes, by its code, with the facts that it names."""
    found: dict[str, set[str]] = {}
    for path in Path(casinowar.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            said = [str(each.value) for each in node.args if isinstance(each, ast.Constant)]
            if node.func.id == "Phrase" and said:
                given = {str(each.arg) for each in node.keywords}  # of English that is made elsewhere
                found[said[0]] = named(said[1]) if said[1:] else given
            elif node.func.id == "how_many" and len(said) == 1:
                found[said[0]] = {"number"}
    return found


IN_CODE = phrases_in_code()


def test_the_phrases_in_the_code_are_found():
    assert IN_CODE["were_said"] == {"number"}
    assert IN_CODE["second"] == {"number"}
    assert IN_CODE["House.reality_check"] == {"player", "time", "how"}
    assert len(IN_CODE) > 50


@every_other
@pytest.mark.parametrize("code", IN_CODE)
def test_every_phrase_in_the_code_is_said_of_the_same_facts(language, code):
    kind, _, name = code.rpartition(".")
    words = wording(language)
    pattern = (words.words[kind] if kind else words.phrases)[name]
    assert {*places(pattern)} == IN_CODE[code]


@every_other
@pytest.mark.parametrize("name", sorted(SPANISH.words["Odds"].keys() & WORDS.sentences.keys()))
def test_what_is_off_about_odds_is_said_of_the_same_facts(language, name):
    assert {*places(wording(language).words["Odds"][name])} == named(WORDS.sentences[name])


@every_other
def test_no_phrase_is_said_that_nobody_makes(language):
    words = wording(language)
    assert {f"House.{name}" for name in words.words["House"]} == {
        code for code in IN_CODE if code.startswith("House.")
    }
    off = {*words.words["Odds"]} - {code.removeprefix("Odds.") for code in IN_CODE}
    assert off <= {*WORDS.sentences}
    assert {*words.phrases} - {*ENGLISH.phrases} - {"assumption"} <= {*IN_CODE}
    kinds = {kind.__name__ for kind in (*SAID, SlipKind)}
    assert words.words.keys() == kinds | {"House", "Odds", "Reason"}


NEVER = ("  ", "None", " el el ", " de el ", " a el ", "{", "[", "?")
IN_DEVICE = replace(TABLE, in_device=True, shoe=DealingShoe())
TABLES = {
    "in a round": TABLE,
    "closed": CLOSED,
    "banked": BANKED,
    "electronic": ELECTRONIC,
    "device": IN_DEVICE,
}


@every_other
@pytest.mark.parametrize("kind", e.EVENTS.values(), ids=e.EVENTS)
@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_every_event_is_one_sentence(language, kind, table):
    event = an_event(kind)
    told = narrate(event, table, language)
    assert told[0].isupper() or told[0].isdigit()
    assert told.endswith(".")
    assert not [part for part in NEVER if part in told]
    assert told != narrate(event, table)


def a_fact(name: str) -> object:
    """Make a fact of a refusal of the kind that it has."""
    kinds = {
        "by": Role.FLOORPERSON,
        "wager": Wager.TIE,
        "act": Act.SHUFFLE,
        "due": Act.CHOOSE,
        "irregularity": Irregularity.OTHER,
        "possible": (Ruling.PLAY_ON, Ruling.VOID_THE_ROUND),
        "taken": (Instrument.CHIP, Instrument.COUPON),
        "shoe": Phrase("shoe", "shoe"),
        "problem": Phrase("were_said", "{number} were said", number=3),
        "least": how_many(1, "card"),
    }
    return kinds.get(name, 3)


@every_other
@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.name)
def test_every_refusal_is_one_sentence(language, reason):
    no = Refusal(reason, "9.E(1); R36", **{name: a_fact(name) for name in named(reason.value)})
    told, spoken = refusal_told(no.sentence, language)
    assert spoken is language
    assert told[0].isupper() or told[0].isdigit()
    assert told != str(no)
    assert not any(part in told for part in ("  ", " de el ", " a el ", "{seat", "{wager"))


def test_english_refusals_are_the_engines_own_words():
    no = Refusal(Reason.SEAT_TAKEN, "9.A", seat=3)
    assert refusal_told(no.sentence, Language.ENGLISH) == (str(no), Language.ENGLISH)
    assert no.sentence == str(no)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            e.WagerPlaced(hand=2, wager=Wager.INITIAL, amount=10_00, player="Bob"),
            "Bob (puesto 2) hizo una apuesta inicial de $10.00.",
        ),
        (
            e.WagerPlaced(hand=1, wager=Wager.INITIAL, amount=1_005_00, player="Ann"),
            "Ann (puesto 1) añadió $1,005.00 a la apuesta inicial.",
        ),
        (e.CardDealt(spot=0, card="TH"), "10♥ se repartió al crupier."),
        (e.CardDealt(spot=1, card="TH", war=1), "10♥ se repartió a Ann (puesto 1) en el reparto de guerra."),
        (
            e.CardDealt(spot=1, card="TH", war=2),
            "10♥ se repartió a Ann (puesto 1) en el reparto de guerra 2.",
        ),
        (
            e.HandCompared(hand=1, comparison=Comparison.TIE),
            "Ann (puesto 1) tiene una mano empatada: K♥ contra K♠ del crupier.",
        ),
        (
            e.HandCompared(hand=1, comparison=Comparison.LOWER, war=1),
            "La carta de Ann (puesto 1) es más baja en el reparto de guerra: 5♣ contra 9♦ del crupier.",
        ),
        (
            e.NoMoreBetsCalled(deal=(1, 2, 0), compare=(), settle=()),
            "El crupier anunció «No va más» y reparte a los puestos 1, 2 y el crupier.",
        ),
        (e.TieHandChosen(hand=1, choice=Choice.SURRENDER), "Ann (puesto 1) se rindió."),
        (e.TieHandChosen(hand=1, choice=Choice.WAR), "Ann (puesto 1) fue a la guerra."),
        (
            e.WagerPaid(hand=1, wager=Wager.ENVY, amount=5_000_00),
            "El crupier pagó un Bono de envidia de $5,000.00 a Ann (puesto 1).",
        ),
        (
            e.PaymentReversed(hand=1, wager=Wager.ENVY, amount=5_000_00),
            "El crupier recuperó de Ann (puesto 1) los $5,000.00 ya pagados por el Bono de envidia.",
        ),
        (
            e.WheelSpun(hand=1, hot_spot="primary jackpot", community=""),
            "La rueda paró en bote primario para el punto caliente de Ann (puesto 1).",
        ),
        (e.DealerArrived(dealer="dealer", burns=0), "El crupier relevó a Dana en la mesa."),
        (e.CoverCardPlaced(behind=1), "Se colocó la carta de corte, con 1 carta detrás."),
        (e.CoverCardPlaced(behind=60), "Se colocó la carta de corte, con 60 cartas detrás."),
        (e.SeatChanged(player="Cleo", source=3, seat=8), "Cleo se cambió del puesto 3 al puesto 8."),
        (
            e.PlayStopped(irregularity=Irregularity.OTHER, possible=(), hand=1, note="a el"),
            "El juego se detuvo para que decida un jefe de sala: otra cosa, en el puesto 1; nota: «a el».",
        ),
        (e.RulingRecorded(ruling=Ruling.VOID_THE_ROUND), "El jefe de sala decidió anular la ronda."),
        (e.ClockTold(now=90 * 60), "El reloj de la casa marcaba las 01:30 del día 1."),
        (
            e.MeterPaymentReversed(hand=1, wager=Wager.PROGRESSIVE, meter="progressive", amount=60),
            "Los $0.60 ya pagados a Ann (puesto 1) volvieron al contador progresivo, que muestra $0.60.",
        ),
    ],
)
def test_a_round_reads_as_spanish(event, told):
    assert narrate(event, TABLE, Language.SPANISH) == told


def test_a_shuffler_that_deals_is_named_in_spanish():
    stopped = e.PlayStopped(irregularity=Irregularity.FACE_UP_CARD, possible=())
    assert narrate(stopped, IN_DEVICE, Language.SPANISH).endswith("una carta boca arriba en la barajadora.")
    assert narrate(stopped, TABLE, Language.SPANISH).endswith("una carta boca arriba en el sabot.")
    done = e.ActPerformed(act=Act.GATHER_CARDS, by=Role.DEALER)
    assert narrate(done, IN_DEVICE, Language.SPANISH).startswith(
        "El crupier sacó las cartas de la barajadora y"
    )


def test_places_are_named_in_spanish():
    banked = replace(BANKED, bank=Bank(seat=7))
    assert (
        narrate(e.CardDealt(spot=0, card="TH"), banked, Language.SPANISH)
        == "10♥ se repartió al jugador/banca."
    )
    wager = e.WagerPlaced(hand=103, wager=Wager.INITIAL, amount=10_00, player="Max")
    assert narrate(wager, BANKED, Language.SPANISH).startswith("Max (línea 1 detrás del puesto 3) hizo")
    dealt = e.NoMoreBetsCalled(deal=(1, 2, 3, 0), compare=(), settle=())
    assert narrate(dealt, ELECTRONIC, Language.SPANISH).endswith(
        "a las cartas comunes 1, 2 y 3 y el crupier."
    )


def test_a_name_stays_as_it_is():
    table = replace(TABLE, seats={2: "{who} [a?b|c]"}, dealer="{0}")
    assert (
        narrate(e.CutRefused(seat=2), table, Language.SPANISH) == "{who} [a?b|c] (puesto 2) rechazó el corte."
    )


@pytest.mark.parametrize(
    ("no", "told"),
    [
        (
            Refusal(Reason.WAGER_BELOW_MINIMUM, "9.A", wager=Wager.TIE, least="$5.00"),
            "La apuesta al empate tiene que ser de al menos $5.00. [9.A]",
        ),
        (
            Refusal(Reason.NOT_NOW, "R36", due=Act.CHOOSE),
            "Eso no toca ahora; lo que toca es: rendirse o ir a la guerra. [nuestra suposición R36]",
        ),
        (
            Refusal(Reason.NOT_SKIPPED, seat=3),
            "Nadie se saltó el puesto 3: aún no le toca recibir carta.",
        ),
        (
            Refusal(Reason.SEAT_HAS_A_CARD, seat=TerminalHand(203)),
            "La terminal 2 en la carta común 3 tiene su carta.",
        ),
        (
            Refusal(Reason.STILL_CHOOSING, seat=1, seconds=how_many(1, "second")),
            "El puesto 1 aún tiene 1 segundo para elegir.",
        ),
        (
            Refusal(Reason.RULING_NOT_POSSIBLE, possible=(Ruling.PLAY_ON, Ruling.VOID_THE_ROUND)),
            "Esa decisión no es posible aquí; son posibles: seguir jugando, anular la ronda.",
        ),
        (Refusal(Reason.ROLE_MAY_NOT, by=Role.DEALER), "El crupier no puede dar esta orden."),
    ],
)
def test_a_refusal_reads_as_spanish(no, told):
    assert refusal_told(no.sentence, Language.SPANISH) == (told, Language.SPANISH)


def test_a_refusal_of_a_house_is_said_in_spanish_if_it_is_a_phrase():
    known = InputError(Phrase("House.may_not_ask", "{name} may not ask for that.", name="Ann"))
    assert str(known) == "Ann may not ask for that."
    assert refusal_told(known.sentence, Language.SPANISH) == ("Ann no puede pedir eso.", Language.SPANISH)
    other = InputError("There is no file mine.toml.")
    assert refusal_told(other.sentence, Language.SPANISH) == (str(other), Language.ENGLISH)


@pytest.mark.parametrize("text", ["[a?b", "[a?b|c", "[a?[b?c]"])
def test_a_pattern_that_does_not_end_is_refused(text):
    with pytest.raises(ValueError, match="does not end"):
        read(text)
