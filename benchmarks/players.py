"""How long a hundred players at once have to wait, on one machine.

Starts a server as `tilewright play` does, lets players open the gallery and the daily puzzles, and then play:
each takes hints, takes moves back, asks for the ways that are left after every move, thinks a while, and
some make a puzzle or watch the solver. Prints the waits by kind of request; every answer must be right.

    python -m benchmarks.players [players] [seconds]
"""

from __future__ import annotations

import asyncio
import random
import re
import statistics
import subprocess
import sys
import time
from collections import defaultdict

import httpx

from tilewright.play import Hint, Session
from tilewright.problem import Placement

PUZZLES = [
    "talos:tower-gates-1",
    "talos:messenger-b-2",
    "talos:hub-gates-4",
    "calendar:10-06",
    "dots:6x6-medium",
    "classic:6x10",
]


async def player(
    client: httpx.AsyncClient, number: int, end: float, waits: dict[str, list[float]], errors: list[str]
) -> None:
    """Play until the end, thinking one to five seconds between moves."""
    dice = random.Random(number)

    async def ask(what: str, method: str, path: str, **options: object) -> dict[str, object]:
        begin = time.perf_counter()
        response = await client.request(method, path, **options)  # type: ignore[arg-type]
        waits[what].append(time.perf_counter() - begin)
        if response.status_code != 200:
            errors.append(f"{what}: {response.status_code}")
            return {}
        return dict(response.json()) if response.headers["content-type"] == "application/json" else {}

    await asyncio.sleep(dice.random() * 3)
    await ask("page", "GET", "/")
    await ask("gallery", "GET", "/api/gallery")
    await ask("daily", "GET", "/api/daily/2026-11-21")
    while time.perf_counter() < end:
        name = dice.choice(PUZZLES)
        await ask("puzzle", "GET", f"/api/puzzle/{name}")
        game = Session(name)
        while time.perf_counter() < end:
            await asyncio.sleep(1 + 4 * dice.random())
            asked = {"id": name, "state": game.state.to_json()}
            ways = await ask("ways", "POST", "/api/ways", json=asked)
            if ways.get("solved"):
                break
            if dice.random() < 0.2:
                game = game.undo()
            elif dice.random() < 0.6:
                hint = await ask("hint", "POST", "/api/hint", json=asked)
                if hint.get("action") == "place":
                    placement = Placement(str(hint["piece"]), hint["place"])  # type: ignore[arg-type]
                    game = game.follow(Hint("place", "", placement))
        if dice.random() < 0.2:
            wanted = {"kind": "dots", "board": "6x6", "pieces": ["trominoes"], "seed": dice.randrange(10_000)}
            await ask("make", "POST", "/api/make", json=wanted)
        if dice.random() < 0.1:
            await ask("watch", "GET", f"/api/watch/{dice.choice(PUZZLES)}?steps=2000")


async def main(players: int, seconds: float, address: str) -> None:
    """Let them play, and print how long they waited."""
    waits: dict[str, list[float]] = defaultdict(list)
    errors: list[str] = []
    limits = httpx.Limits(max_connections=players + 10)
    async with httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as client:
        await client.get("/api/puzzle/talos:hub-gates-1")
        end = time.perf_counter() + seconds
        await asyncio.gather(*(player(client, number, end, waits, errors) for number in range(players)))
    print(
        f"{players} players for {seconds:.0f} seconds: {sum(map(len, waits.values()))} requests, {len(errors)} errors"
    )
    print(f"{'request':<10}{'number':>8}{'median ms':>12}{'95 % ms':>10}{'worst ms':>10}")
    for what, listed in sorted(waits.items()):
        ordered = sorted(listed)
        late = ordered[int(0.95 * (len(ordered) - 1))]
        print(
            f"{what:<10}{len(listed):>8}{statistics.median(listed) * 1e3:>12.0f}{late * 1e3:>10.0f}{ordered[-1] * 1e3:>10.0f}"
        )
    for text in sorted(set(errors)):
        print(f"{errors.count(text)} x {text}")


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    duration = float(sys.argv[2]) if len(sys.argv) > 2 else 30.0
    server = subprocess.Popen(
        [sys.executable, "-m", "tilewright", "play", "--no-browser"], stderr=subprocess.PIPE, text=True
    )
    assert server.stderr is not None
    try:
        found = None
        for line in server.stderr:  # the first may say that the kernels are being compiled
            found = re.search(r"http://\S+/", line)
            if found:
                break
        assert found, "the server did not start"
        asyncio.run(main(number, duration, found[0]))
    finally:
        server.terminate()
        server.wait(10)
