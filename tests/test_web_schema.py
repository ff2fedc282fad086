"""Schemathesis: random requests made from the OpenAPI description find no server error."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case

from serving import serving
from tilewright.web.http.app import create_app
from tilewright.web.schema import RequestLimits
from waiting import NEVER

# Every kind of work is stopped soon: a request that takes long is like any other here. A worker that is late on a busy machine
# is not replaced for that.
APP = create_app(
    workers=2,
    limits=RequestLimits(make=0.5, count=0.5, watch=0.5, plane=0.5, play=0.3, margin=0.5, grace=NEVER),
)
schema = schemathesis.openapi.from_dict(APP.openapi())


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving(APP) as found:
        yield found


@schema.parametrize()
@settings(max_examples=8, suppress_health_check=list(HealthCheck), deadline=None)
def test_no_request_breaks_the_server(case: Case, address: str) -> None:
    response = case.call(base_url=address, timeout=NEVER)
    assert response.status_code < 500, response.text
    if response.headers.get("content-type") == ["application/json"] and response.status_code == 422:
        assert set(response.json()["error"]) == {"kind", "message", "where"}
