"""How hard a search by seeds looks, in proportion to the profile of Hypothesis."""

from hypothesis import HealthCheck, Phase, settings


def walks(examples: int) -> settings:
    """Make so many walks under the profile "ci"; a seed cannot be made simpler, so nothing is shrunk."""
    return settings(
        max_examples=max(1, examples * settings().max_examples // 200),
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
        suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
    )
