"""What a house from before care was kept knows of how people played, found from its journals."""

from contextlib import nullcontext

from sqlalchemy import Connection

from casinowar.game.evolve import evolve_all
from casinowar.game.table import CLOSED
from casinowar.house import offices
from casinowar.house.care import rows, stakes
from casinowar.house.care.rows import CareTaken
from casinowar.house.hosted import rules_of
from casinowar.house.journal import read, read_settings
from casinowar.house.offices import OFFICES
from casinowar.house.reader import StoreReader


def fill_in(connection: Connection) -> None:
    """Write how people played, and when they sat where."""
    reader = StoreReader(lambda: nullcontext(connection))
    for table in reader.tables():
        if table not in OFFICES:
            _follow(connection, reader, table)


def _follow(connection: Connection, reader: StoreReader, name: str) -> None:
    settings = reader.settings(name) or b""
    rules, links = rules_of(settings), read_settings(settings).links
    table = CLOSED
    for _, body, _ in reader.pages(name):
        commit = read(body)
        after = evolve_all(table, commit.events)
        posted = [*offices.posted(name, table, commit.events, links, commit.meters)]
        taken = CareTaken(
            played=tuple(stakes.changes(rules, name, table, after, posted)),
            sittings=tuple(stakes.sittings(commit)),
        )
        rows.write(connection, [(name, commit.version, commit.at, taken)])
        table = after
