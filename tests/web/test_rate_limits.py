"""Limits of a person and of an address: who is over one is refused, and others are not."""

from contextlib import ExitStack

from casinowar.house.serving.metrics import Metrics
from casinowar.web.server.rate_limits import PersonalLimits
from casinowar.web.server.settings import ServingSettings

SETTINGS = ServingSettings(
    sockets_per_person=2, sockets_per_address=3, requests_at_once=2, guests_per_hour=2, requests_per_second=1
)


def test_sockets_are_counted_by_person_and_by_address():
    limits = PersonalLimits(SETTINGS, Metrics())
    for _ in range(2):  # all are free again after the first time
        with ExitStack() as stack:
            come = (("Ann", "here"), ("Ann", "there"), ("Ann", "here"), ("Ben", "here"), ("Cy", "here"))
            may = [stack.enter_context(limits.connected(*each)) for each in come]
            assert may == [True, True, False, True, True]
            assert not stack.enter_context(limits.connected("Dee", "here"))
            assert stack.enter_context(limits.connected("Dee", "there"))


def test_requests_at_once_are_counted():
    limits = PersonalLimits(SETTINGS, Metrics())
    for _ in range(2):
        with limits.asking("Ann") as first, limits.asking("Ann") as second, limits.asking("Ann") as third:
            assert (first, second, third) == (True, True, False)


def test_guests_of_an_address_are_counted_for_an_hour():
    now = [0.0]
    limits = PersonalLimits(SETTINGS, Metrics(), clock=lambda: now[0])
    assert [limits.admits_guest("here") for _ in range(3)] == [True, True, False]
    assert limits.admits_guest("there")
    assert [limits.admits_newcomer("here") for _ in range(3)] == [True, True, False]
    now[0] += 3_600
    assert limits.admits_guest("here")
    assert limits.admits_newcomer("here")
