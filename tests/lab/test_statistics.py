"""Rates, differences, and what is believed of many tests: against values that are known."""

from __future__ import annotations

from random import Random

import pytest

from cardwright.lab.statistics import discoveries, holm, mean_of, rate_of, sign_test, stratified, wilson


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(7, 10, 0.397, 0.892), (520, 1000, 0.489, 0.551), (5200, 10_000, 0.510, 0.530), (0, 10, 0.0, 0.278), (0, 0, 0, 1)],
)
def test_the_interval_of_wilson(count: int, of: int, low: float, high: float) -> None:
    assert wilson(count / max(of, 1), of) == pytest.approx((low, high), abs=0.001)


def test_matches_of_one_seed_that_always_end_alike_count_as_one() -> None:
    alone = rate_of([(1, 1)] * 50 + [(0, 1)] * 50)
    alike = rate_of([(2, 2)] * 50 + [(0, 2)] * 50)
    assert (alike.count, alike.of) == (100, 200)
    assert (alike.low, alike.high) == pytest.approx((alone.low, alone.high), abs=0.002)


def test_matches_of_one_seed_that_always_end_the_other_way_are_surer() -> None:
    assert rate_of([(1, 2)] * 100).low > rate_of([(1, 1), (0, 1)] * 100).low


def test_an_interval_holds_what_is_true_as_often_as_it_says() -> None:
    chance, held = Random(1), 0
    for _ in range(400):
        rate = rate_of([(int(chance.random() < 0.6), 1) for _ in range(60)])
        held += rate.low <= 0.6 <= rate.high
    assert 0.92 <= held / 400 <= 0.98


def test_a_difference_is_one_within_strata() -> None:
    """In each stratum there is none, though both together would show one."""
    found = stratified([(90, 100, 9, 10), (1, 10, 10, 100)])
    assert found is not None and found.value == pytest.approx(0) and found.p > 0.9
    assert stratified([(5, 10, 0, 0)]) is None


def test_an_exact_test_of_signs() -> None:
    assert sign_test(5, 0) == pytest.approx(2 / 32)
    assert sign_test(3, 3) == 1
    assert sign_test(1100, 1000) == pytest.approx(0.0307, abs=0.001)


def test_of_many_tests_few_are_believed() -> None:
    found = [0.001, 0.02, 0.04, 0.5]
    assert discoveries(found) == [True, True, False, False]
    assert holm(found) == [True, False, False, False]


def test_a_mean_of_one_number_says_nothing() -> None:
    assert mean_of([3.0]).p == 1
    assert mean_of([1.0, 1.0]).p == 0
