"""Answers to the lab's questions, computed in a worker process."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import asdict

from casinowar.game.book.house import House
from casinowar.game.refusal import InputError
from casinowar.reports.comparison import ComparisonReport, compare
from casinowar.reports.edge_curve import EdgeCurve, edge_curve
from casinowar.reports.exportable import Exportable, encoded
from casinowar.reports.file_check import FileCheck, check_house_file_text, check_rulebook_text
from casinowar.reports.par_sheet.sheet import Sheet, odds
from casinowar.reports.translation import translated
from casinowar.rulebooks import TomlText, is_built_in, load_rules, names, open_rulebook
from casinowar.telling.wording import Language
from casinowar.web.lab import messages as m
from casinowar.web.lab.reading_effects import ReadingsBody, effects
from casinowar.web.law_text import law_text

FILE: Final = "rulebook.toml"
"""The name of a custom rulebook in error messages."""
HOUSE_FILE: Final = "house.toml"


class Answering(NamedTuple):
    """The request body of a question, the function that answers it, and its limit of processor seconds."""

    body: type[Any]
    answer: Callable[[Any], Exportable | bytes]
    seconds: int


def rulebook_of(table: m.LabTable) -> str | TomlText:
    """Find the rulebook of a table: a built-in one or a text, never a path."""
    if bool(table.rulebook) == bool(table.text):
        raise InputError("Give either the name of a built-in rulebook or the text of a custom one.")
    if table.text:
        return TomlText(FILE, table.text)
    if not is_built_in(table.rulebook):
        raise InputError(f"There is no such rulebook. The built-in ones are {', '.join(names())}.")
    return table.rulebook


def house_of(table: m.LabTable) -> House | None:
    """Read the house file of a table; an error names its line."""
    if not table.house.strip():
        return None
    return load_rules(rulebook_of(table), TomlText(HOUSE_FILE, table.house), table.readings).house


def report_json(found: Exportable, language: Language = Language.ENGLISH) -> bytes:
    """Encode a report for people, in their language, together with its document for programs."""
    return encoded(m.ReportTold(report=translated(found.report(), language), document=found.to_dict()))


def _sheet(body: m.OddsBody) -> Sheet:
    options = asdict(body)
    for name in ("rulebook", "text", "paper", *(() if body.sessions else ("sessions",))):
        options.pop(name, None)
    options["house"] = house_of(body)
    return odds(rulebook_of(body), **options)


def _document(found: Exportable) -> bytes:
    return found.to_json().encode() + b"\n"


def _odds_pdf(body: m.PaperBody) -> bytes:
    with TemporaryDirectory(prefix="casinowar-sheet-") as folder:
        file = Path(folder) / "sheet.pdf"
        _sheet(body).to_pdf(file, paper=body.paper)
        return file.read_bytes()


def _curve(body: m.CurveBody) -> EdgeCurve:
    return edge_curve(
        rulebook_of(body),
        body.along.value,
        house=house_of(body),
        sample=body.sample,
        readings=body.readings,
        decks=body.decks,
        wager=body.wager,
        meter=body.meter,
        seen=body.seen,
        rank=body.rank.upper().replace("10", "T"),
    )


def _comparison(body: m.CompareBody) -> ComparisonReport:
    if any(table.sample for table in body.tables):
        raise InputError("A comparison takes rulebooks without sample houses.")
    return compare(
        *map(rulebook_of, body.tables),
        houses=[*map(house_of, body.tables)],
        readings=[table.readings for table in body.tables],
        decks=body.decks,
        every=body.every,
    )


def _check(body: m.CheckBody) -> bytes:
    source = TomlText(FILE, body.text)
    found = check_rulebook_text(source)
    base = open_rulebook(source).base if found.in_order else None
    return _checked(found, base.where.removesuffix(".toml") if base else "")


def _check_house(body: m.HouseBody) -> bytes:
    return _checked(check_house_file_text(TomlText(HOUSE_FILE, body.house), rulebook_of(body)))


def _checked(found: FileCheck, base: str = "") -> bytes:
    return encoded(
        m.CheckTold(
            name=found.found.rulebook,
            base=base,
            in_order=found.in_order,
            faults=tuple(m.FaultTold(line=line, sentence=fault) for line, fault in found.by_line),
            warnings=(*found.warnings, *found.open),
        )
    )


def _law(body: m.LawBody) -> bytes:
    source = TomlText(FILE, body.text)
    return msgspec.json.encode(law_text(open_rulebook(source), load_rules(source)))


ANSWERS: Final = {
    "odds": Answering(m.OddsBody, _sheet, 60),
    "odds_json": Answering(m.OddsBody, lambda body: _document(_sheet(body)), 60),
    "odds_pdf": Answering(m.PaperBody, _odds_pdf, 90),
    "curve": Answering(m.CurveBody, _curve, 20),
    "compare": Answering(m.CompareBody, _comparison, 30),
    "compare_json": Answering(m.CompareBody, lambda body: _document(_comparison(body)), 30),
    "readings": Answering(ReadingsBody, lambda body: msgspec.json.encode(effects(body.rulebook)), 60),
    "check": Answering(m.CheckBody, _check, 5),
    "check_house": Answering(m.HouseBody, _check_house, 5),
    "law": Answering(m.LawBody, _law, 20),
}
