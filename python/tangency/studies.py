"""Many runs of one scene: here, or wherever something has `submit`.

The study is planned by the program (`study.json` in its folder); a worker takes that folder and the number of a run and
nothing else, so that it can be anywhere that sees the folder.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from tangency._tangency import SweepFolder, sweep_work
from tangency.errors import CommandError, InputError

__all__ = ["Checkpointed", "LocalProcesses", "RayExecutor", "Study", "open_study", "sweep", "work"]

#: Exit code of a worker whose run was interrupted and waits for its next turn.
_INTERRUPTED = 3


class Executor(Protocol):
    """Anything that takes a function and its arguments and gives something with `result()`."""

    def submit(self, function: Any, /, *arguments: Any) -> Any: ...


def work(folder: str, number: int, threads: int | None = None) -> str:
    """Carries out one run of the study in `folder`, in this process; gives its state. The function that is submitted."""
    state, _ = sweep_work(folder, number, threads)
    return str(state)


def _work_alone(folder: str, number: int, threads: int | None, started: Any = None) -> str:
    """Carries out one run in a process of its own, which ends politely when this one does."""
    command = [sys.executable, "-m", "tangency", "sweep", folder, "--only", str(number), "--follow-input", "--quiet"]
    if threads is not None:
        command += ["--threads", str(threads)]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    if started is not None:
        started(process)
    assert process.stderr is not None
    said = process.stderr.read()
    code = process.wait()
    if code == 0:
        return "ended"
    if code == _INTERRUPTED:
        return "waiting"
    if code < 0:
        raise CommandError(f"its worker was killed (signal {-code})")
    raise CommandError(said.strip().removeprefix("error: ") or f"its worker ended with exit code {code}")


class LocalProcesses:
    """Processes on this machine, a new one for every run; one that is killed takes no other with it."""

    def __init__(self, workers: int | None = None, threads: int | None = None) -> None:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        self.workers = workers or cores
        self.threads = threads or max(1, cores // self.workers)
        self._pool = ThreadPoolExecutor(self.workers)
        self._running: set[subprocess.Popen[str]] = set()
        self._lock = threading.Lock()
        self._stopped = False

    def submit(self, function: Any, /, folder: str, number: int) -> Future[str]:
        """Starts a run as soon as a worker is free; `function` is `work`, which the process calls itself."""
        return self._pool.submit(self._one, folder, number)

    def _one(self, folder: str, number: int) -> str:
        if self._stopped:
            return "waiting"
        return _work_alone(folder, number, self.threads, self._started)

    def _started(self, process: subprocess.Popen[str]) -> None:
        with self._lock:
            self._running = {p for p in self._running if p.poll() is None} | {process}
        if self._stopped and process.stdin is not None:
            process.stdin.close()

    def stop(self) -> None:
        """Ends the runs under way politely, their steps saved, and starts no other."""
        self._stopped = True
        self._pool.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            for process in self._running:
                if process.stdin is not None and not process.stdin.closed:
                    process.stdin.close()
        self._pool.shutdown(wait=True)

    def close(self) -> None:
        """Waits for the workers."""
        self._pool.shutdown(wait=True)


class Checkpointed:
    """The work as submitit wants it: called with folder and number; its `checkpoint` saves the run, which a new job resumes."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads
        self._process: subprocess.Popen[str] | None = None

    def __call__(self, folder: str, number: int) -> str:
        return _work_alone(folder, number, self.threads, self._started)

    def _started(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def __getstate__(self) -> dict[str, Any]:
        return {"threads": self.threads, "_process": None}

    def checkpoint(self, folder: str, number: int) -> Any:
        """Ends the run under way with its steps saved; gives the job that goes on with it."""
        from submitit.helpers import DelayedSubmission  # type: ignore[import-not-found, unused-ignore]

        if self._process is not None and self._process.poll() is None:
            if self._process.stdin is not None:
                self._process.stdin.close()
            self._process.wait()
        return DelayedSubmission(Checkpointed(self.threads), folder, number)


class RayExecutor:
    """Tasks of Ray, which has no `submit` of its own. Options are those of `ray.remote`, such as `num_cpus`."""

    def __init__(self, **options: Any) -> None:
        import ray  # type: ignore[import-not-found, unused-ignore]

        self._remote = ray.remote(**{"num_cpus": 1, "max_retries": 0, **options})

    def submit(self, function: Any, /, *arguments: Any) -> Any:
        """Starts a task; gives its future."""
        return self._remote(function).remote(*arguments).future()


class Study:
    """A study that was run, as far as it came."""

    def __init__(self, folder: str | Path, manifest: dict[str, Any], columns: list[dict[str, Any]]) -> None:
        self.folder = Path(folder)
        self.manifest = manifest
        self._columns = columns

    @property
    def runs(self) -> list[dict[str, Any]]:
        """Every run with `number`, `parameters`, `state`, `certificate`, `failure`, `seconds`, `tries`, `folder`."""
        described = []
        for run in self.manifest["runs"]:
            place = self.folder / "runs" / f"{run['number']:04}"
            described.append({**run, "parameters": dict(run["parameters"]), "folder": place})
        return described

    @property
    def failures(self) -> dict[int, str]:
        """Why runs failed, by their numbers."""
        return {run["number"]: run["failure"] or "" for run in self.manifest["runs"] if run["state"] == "failed"}

    @property
    def table(self) -> dict[str, np.ndarray[Any, Any]]:
        """The columns of `table.csv`. Numbers that are not there are NaN, words that are not there empty."""
        return {column["name"]: _array(column["cells"]) for column in self._columns}

    def to_pandas(self) -> Any:
        """The table as a `pandas.DataFrame`."""
        import pandas  # type: ignore[import-untyped, import-not-found, unused-ignore]

        return pandas.DataFrame(self.table)

    def __repr__(self) -> str:
        states = [run["state"] for run in self.manifest["runs"]]
        return f"<Study {str(self.folder)!r}: {states.count('done')} of {len(states)} runs done, {len(self.failures)} failed>"


def _array(cells: dict[str, Any]) -> np.ndarray[Any, Any]:
    values = cells["values"]
    if cells["type"] == "text":
        return np.array(["" if value is None else value for value in values], dtype=object)
    if cells["type"] == "truth" and None not in values:
        return np.array(values, dtype=bool)
    if cells["type"] == "whole" and None not in values:
        return np.array(values, dtype=np.int64)
    return np.array([math.nan if value is None else float(value) for value in values])


def sweep(
    scene: Any,
    parameters: Mapping[str, Any] | Sequence[Mapping[str, Any]],
    *,
    on: Executor | None = None,
    folder: str | os.PathLike[str] | None = None,
    measures: Mapping[str, str] | None = None,
    set: Mapping[str, Any] | None = None,
    steps: int | None = None,
    until: float | None = None,
    random: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    threads: int | None = None,
    retry: bool = False,
) -> Study:
    """Runs a scene once for every choice of parameters; returns when all have come to an end.

    `scene` is a `Scene`, a path, a name of the catalogue or a dict; `folder` is `studies/NAME` where it is not given. `parameters` has paths as
    `tangency run --set` takes them, each with a list, `{"from": a, "to": b, "count": n, "scale": "log"}`, or with
    `random=n` (so many draws, from `seed`) `{"uniform": [a, b]}`, `{"normal": [mean, sd]}` or `{"choice": [...]}`; or it
    is a list of dicts, one a run. `measures` are columns of the table, as `{"slid": "last displacement:block.x"}`.

    `on` has `submit(function, *arguments)`: processes on this machine by default, a `dask.distributed.Client`, a
    `RayExecutor`, an executor of submitit. Called again with the same study it goes on with what is left; `retry` tries
    failed runs again. Failed runs raise nothing: see `failures`.
    """
    place = os.path.abspath(os.fspath(folder) if folder is not None else Path("studies") / _name(scene))
    described = _described(scene, parameters, measures, set, steps, until, random, seed)
    held = SweepFolder(place, json.dumps(described, allow_nan=False))
    try:
        _drive(held, place, on or LocalProcesses(workers, threads), threads, retry)
        study = Study(place, json.loads(held.manifest()), json.loads(held.columns()))
        problem = next((run["unmeasured"] for run in study.runs if run["unmeasured"]), None)
        if problem is not None:
            raise InputError(f"{problem}\n  The runs are whole: correct `measures` and call it again, nothing is simulated anew.")
        return study
    finally:
        held.close()


def open_study(folder: str | os.PathLike[str]) -> Study:
    """The study in a folder, as far as it is; nothing is run."""
    place = os.path.abspath(os.fspath(folder))
    held = SweepFolder(place)
    try:
        return Study(place, json.loads(held.manifest()), json.loads(held.columns()))
    finally:
        held.close()


def _name(scene: Any) -> str:
    """The name of a scene: its own, or that of its file."""
    name = getattr(scene, "name", None)
    if name is None and not isinstance(scene, Mapping):
        name = Path(os.fspath(scene)).stem
    return str(name or "scene")


def _described(
    scene: Any,
    parameters: Mapping[str, Any] | Sequence[Mapping[str, Any]],
    measures: Mapping[str, str] | None,
    fixed: Mapping[str, Any] | None,
    steps: int | None,
    until: float | None,
    random: int | None,
    seed: int,
) -> dict[str, Any]:
    """The study file that says the same, as plain data."""
    study: dict[str, Any] = {"seed": seed, "set": dict(fixed or {}), "measures": dict(measures or {})}
    if hasattr(scene, "to_json"):
        document = scene.to_json()
        study["document"] = json.loads(document) if isinstance(document, str) else document
        study["folder"] = os.fspath(getattr(scene, "folder", "."))
    elif isinstance(scene, Mapping):
        study["document"] = dict(scene)
    else:
        study["scene"] = os.fspath(scene)
    if isinstance(parameters, Mapping):
        study["parameters"] = dict(parameters)
        study["mode"] = "grid" if random is None else "random"
    else:
        study["rows"] = [dict(row) for row in parameters]
        study["mode"] = "list"
    for name, value in (("steps", steps), ("until", until), ("count", random)):
        if value is not None:
            study[name] = value
    plain: dict[str, Any] = _plain(study, "")
    return plain


def _plain(value: Any, place: str) -> Any:
    """Numpy's numbers and arrays as Python's; numbers that are none are refused by name."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item, f"{place}.{key}".lstrip(".")) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, (list, tuple)):
        return [_plain(item, f"{place}.{k}") for k, item in enumerate(value)]
    if isinstance(value, float) and not math.isfinite(value):
        raise InputError(f"{place}: {value} is no number to set")
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise InputError(f"{place}: expected a number, a text, a boolean or a list of these, not {type(value).__name__}")


def _drive(held: Any, folder: str, on: Any, threads: int | None, retry: bool) -> None:
    """Submits what is left, and takes note of each run when its worker ends."""
    function: Any = work
    if type(on).__module__.split(".")[0] == "submitit":
        function = Checkpointed(threads)
    futures: dict[int, Any] = {}
    try:
        for number in held.pending(retry):
            futures[number] = on.submit(function, folder, number)
        for number, future in futures.items():
            try:
                future.result()
                held.note(number)
            except Exception as error:  # The executor's own, whatever it is: this run is lost, the others go on.
                held.note(number, f"{type(error).__name__}: {error}".strip())
            held.save()
    except KeyboardInterrupt:
        if isinstance(on, LocalProcesses):
            on.stop()
        else:
            for future in futures.values():
                getattr(future, "cancel", lambda: None)()
        for number in futures:
            held.note(number)
        raise
    finally:
        if isinstance(on, LocalProcesses):
            on.close()
        held.save()
