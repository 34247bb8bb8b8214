"""What the package says no with: one base class, and the same words after a trip to another process."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.game.refusal import CasinoWarError, HouseError, InputError, Reason, Refusal
from casinowar.game.words import Act, Role, Wager
from casinowar.odds.settlement import NotCovered
from tests.support.pickling import there_and_back

facts = st.one_of(st.text(), st.integers(), st.sampled_from([*Wager, *Act, *Role]))


def facts_of(reason: Reason) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(reason.value) if name]


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.name)
@given(data=st.data(), clause=st.text())
def test_a_refusal_comes_back_from_a_pickle_as_it_went_in(reason, data, clause):
    told = {name: data.draw(facts) for name in facts_of(reason)}
    refusal = Refusal(reason, clause, **told)
    back = there_and_back(refusal)
    assert type(back) is Refusal
    assert (back.reason, back.clause, back.facts, str(back)) == (reason, clause, told, str(refusal))


@given(st.text(), st.text(), st.text())
def test_a_refused_choice_comes_back_from_a_pickle_as_it_went_in(choice, problem, clause):
    error = HouseError(choice, problem, clause)
    back = there_and_back(error)
    assert type(back) is HouseError
    assert (back.choice, back.problem, back.clause, str(back)) == (choice, problem, clause, str(error))


@pytest.mark.parametrize("kind", [InputError, NotCovered])
@given(sentence=st.text())
def test_an_unusable_input_comes_back_from_a_pickle_as_it_went_in(kind, sentence):
    error = kind(sentence)
    back = there_and_back(error)
    assert type(back) is kind
    assert str(back) == str(error)


def _raise(error: CasinoWarError) -> None:
    raise error


def test_a_worker_process_that_says_no_does_not_break_the_pool():
    no = [
        Refusal(Reason.SEAT_TAKEN, "9.A", seat=3),
        HouseError("decks", "5 is not allowed", "3.A"),
        InputError("There is no such file."),
    ]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        for error in no:
            with pytest.raises(CasinoWarError) as caught:
                pool.submit(_raise, error).result()
            assert type(caught.value) is type(error)
            assert str(caught.value) == str(error)
        assert pool.submit(str, "still there").result() == "still there"


def test_the_errors_keep_the_bases_that_callers_catch():
    assert issubclass(InputError, ValueError)
    assert issubclass(HouseError, InputError)
    assert not issubclass(Refusal, ValueError)
