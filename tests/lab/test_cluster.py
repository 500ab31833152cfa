"""Matches on a real Dask cluster of this machine: the same report as here, also when workers are killed in mid-run."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import Client, LocalCluster

from cardwright.authoring.exported import exported, rules_of
from cardwright.cli.main import main
from cardwright.lab import cluster as clusters
from cardwright.lab.batches import Plan, added
from cardwright.lab.cluster import Where, play_on
from cardwright.lab.pool import Source, play_all
from compiler.build import build_game
from dsl.diagnostics import Sink

Shown = pytest.CaptureFixture[str]


@pytest.mark.parametrize("fault", [TimeoutError, AssertionError])
def test_a_local_cluster_that_cannot_be_closed_is_left_to_end_with_the_process(fault: type[Exception]) -> None:
    """Both come from Dask while it starts a worker anew."""

    class Cluster:
        def close(self, timeout: float) -> None:
            raise fault(timeout)

    clusters._close(Cluster())


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    into = tmp_path_factory.mktemp("lab")
    main(["new", "garden", "--into", str(into)])
    return into / "garden"


@pytest.fixture(scope="module")
def source(garden: Path) -> Source:
    build = build_game(garden, Sink())
    assert build is not None
    return Source(rules_of(build), lambda: exported(build))


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers, each a process; its scheduler is of this process."""
    made = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0")
    yield made
    made.close(timeout=10)


def place(cluster: Any) -> str:
    return str(cluster.scheduler_address).replace("tcp://", "dask://")


def workers(cluster: Any) -> list[int]:
    """The processes of the workers."""
    with Client(cluster) as client:
        client.wait_for_workers(2)
        return list(client.run(os.getpid).values())


def test_a_killed_worker_loses_nothing(cluster: Any, source: Source) -> None:
    plan = Plan(("first",), 400, 5, ("random",))
    wanted = list(plan.batches())
    alone = added([sums for _, sums in play_all(source, plan, 1, wanted)])
    found: list[Any] = []
    first = workers(cluster)
    for batch, sums in play_on(Where(place(cluster), 1), source, plan, wanted):
        found.append((batch, sums))
        if len(found) == 6:
            os.kill(first[0], signal.SIGKILL)
    assert sorted(batch for batch, _ in found) == sorted(wanted)
    assert added([sums for _, sums in found]) == alone
    assert len(set(workers(cluster)) & set(first)) == 1


def test_the_report_is_that_of_this_machine(cluster: Any, garden: Path, capsys: Shown) -> None:
    reports: list[str] = []
    for options in (["--jobs", "1"], ["--on", place(cluster)], ["--on", "dask://local", "--jobs", "1"]):
        capsys.readouterr()
        assert main(["simulate", str(garden), "--matches", "20", "--format", "json", *options]) == 0
        reports.append(capsys.readouterr().out)
    assert json.loads(reports[0])["matches"] == 20 and len(set(reports)) == 1


def test_a_match_that_kills_every_worker_is_found(
    garden: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    (tmp_path / "deadly.py").write_text("import os\ndef decide(view, legal):\n    os._exit(1)\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))  # workers that are made here have the same path
    options = ["--matches", "1", "--agents", "deadly:decide", "--on", "dask://local", "--jobs", "1"]
    assert main(["simulate", str(garden), *options, "--format", "json"]) == 1, capsys.readouterr().err
    assert json.loads(capsys.readouterr().out)["outcomes"] == {"crashed": 1}


@pytest.mark.parametrize(
    ("on", "told"),
    [
        ("dask://nowhere", "names no cluster"),
        ("spark://local", "names no cluster"),
        ("dask://127.0.0.1:9 --jobs 2", "`--jobs` has no effect here"),
    ],
)
def test_a_cluster_that_there_is_not(on: str, told: str, garden: Path, capsys: Shown) -> None:
    assert main(["simulate", str(garden), "--matches", "1", "--on", *on.split()]) == 2
    assert told in capsys.readouterr().err
