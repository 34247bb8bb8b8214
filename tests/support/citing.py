"""The clauses behind what a table's commands bring about."""

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.automatic import command_for
from casinowar.game.chance import IN_ORDER
from tests.support.scenario import Scenario, bare

Cited = list[tuple[e.Event, str]]


def cited(scenario: Scenario, *commands: c.Command) -> Cited:
    """Give commands, then do what is due, and find the clause of each event."""
    found: Cited = []
    given = [*commands]
    while (command := given.pop(0) if given else due_command(scenario)) is not None:
        found += given_alone(scenario, command)
    return found


def given_alone(scenario: Scenario, command: c.Command) -> Cited:
    """Give a command, and find the clause of each event that it brings about."""
    return [(bare(event), event.clause) for event in scenario.when(command).cited]


def due_command(scenario: Scenario) -> c.Command | None:
    """Find the command with which the automatic dealer does what is due."""
    return command_for(scenario.rules, scenario.table, scenario.due, IN_ORDER)


def only(found: Cited, *kinds: type[e.Event]) -> list[str]:
    """List the clauses of the events of some kinds."""
    return [clause for event, clause in found if isinstance(event, kinds)]


def cited_until_ruled(table: Scenario, *commands: c.Command) -> Cited:
    """Give commands and nothing else, and find the clauses."""
    return [each for command in commands for each in given_alone(table, command)]
