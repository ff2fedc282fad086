"""Shared by all tests: profiles of Hypothesis, and the options of the suite."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "suite", max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("suite")
