"""Studies of many runs: here, killed, refused, on Dask, on Slurm, on Ray."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from tangency import InputError
from tangency.studies import Checkpointed, LocalProcesses, RayExecutor, open_study, sweep

# A box that slides on a plane at an angle: the simplest scene whose result depends on friction.
FRICTIONS = [0.1, 0.3, 0.6]
STEPS = 150
MEASURES = {"slid": "last displacement:block.x"}


def study(folder: Path, **more: object):
    return sweep("slope", {"friction.mu": FRICTIONS}, folder=folder, steps=STEPS, measures=MEASURES, **more)


def check(result, folder: Path) -> None:
    assert [run["state"] for run in result.runs] == ["done"] * 3, result.failures
    assert result.failures == {}
    table = result.table
    assert table["friction.mu"].tolist() == FRICTIONS
    assert table["verified"].all() and (table["steps"] == STEPS).all()
    # Less friction slides farther.
    slid = np.abs(table["slid"])
    assert slid[0] > slid[1] >= slid[2], slid
    rows = list(csv.DictReader((folder / "table.csv").open()))
    assert [float(row["slid"]) for row in rows] == table["slid"].tolist()


def test_processes_and_calling_again(tmp_path: Path) -> None:
    result = study(tmp_path / "a", workers=2)
    check(result, tmp_path / "a")
    table = (tmp_path / "a/table.csv").read_bytes()
    again = study(tmp_path / "a")
    assert [run["tries"] for run in again.runs] == [1, 1, 1]
    assert (tmp_path / "a/table.csv").read_bytes() == table
    assert repr(open_study(tmp_path / "a")).endswith("3 of 3 runs done, 0 failed>")
    with pytest.raises(InputError, match="holds another study") as refused:
        sweep("slope", {"friction.mu": [0.1, 0.2]}, folder=tmp_path / "a", steps=5)
    assert "steps: 150 in the folder, 5 now" in str(refused.value)


def test_parquet_is_the_table(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    result = study(tmp_path / "a")
    read = parquet.read_table(tmp_path / "a/table.parquet")
    assert read.column_names == list(result.table)
    assert read["friction.mu"].to_pylist() == FRICTIONS
    assert read["slid"].to_pylist() == result.table["slid"].tolist()
    assert read["failure"].to_pylist() == [None] * 3


def test_draws_of_a_longer_study_begin_with_those_of_the_shorter(tmp_path: Path) -> None:
    def drawn(folder: str, count: int, seed: int) -> list[float]:
        result = sweep("slope", {"friction.mu": {"uniform": [0.1, 0.6]}}, random=count, seed=seed, steps=1,
                       folder=tmp_path / folder)
        return result.table["friction.mu"].tolist()

    three = drawn("a", 3, 7)
    assert drawn("b", 3, 7) == three
    assert drawn("a", 5, 7)[:3] == three
    assert drawn("c", 3, 8) != three
    assert all(0.1 <= mu < 0.6 for mu in three)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"friction.mu": [0.1, float("nan")]}, "parameters.friction.mu.1: nan"),
        ({"friction.mu": []}, "the list is empty"),
        ({"friction.mu": [0.1, 0.1]}, "there twice"),
        ({"friction.moo": [0.1]}, "moo"),
        ({"friction.mu": {"from": 0, "to": 1, "count": 0}}, "from 1 to"),
        ({}, "no parameter to vary"),
        ({"friction.mu": [-1.0]}, "run 0"),
        ({"friction.mu": [object()]}, "not object"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_runs(tmp_path: Path, parameters: dict, words: str) -> None:
    with pytest.raises(InputError) as refused:
        sweep("slope", parameters, folder=tmp_path / "a", steps=1)
    assert words in str(refused.value)
    assert not (tmp_path / "a").exists()


def test_a_dict_is_a_scene(tmp_path: Path) -> None:
    scene = {
        "ground": 0,
        "time": {"step": 0.01, "duration": 0.03},
        "body": [{"name": "box", "shape": {"box": {}}, "translate": [0, 1, 0]}],
    }
    result = sweep(scene, {"body.0.material.young": [1e5, 1e6]}, folder=tmp_path / "a",
                   measures={"y": "displacement:box.y"})
    assert result.table["state"].tolist() == ["done", "done"], result.failures
    # It falls freely, implicit Euler: g h² (1 + 2 + 3).
    assert result.table["y"] == pytest.approx([-9.80665 * 1e-4 * 6] * 2, rel=1e-9)


def test_a_measure_that_is_not_there_is_told_and_corrected(tmp_path: Path) -> None:
    def measured(of: str):
        return sweep("slope", {"friction.mu": [0.1]}, folder=tmp_path / "a", steps=2, measures={"a": of})

    with pytest.raises(InputError, match="work:rubbing"):
        measured("last work:rubbing")
    corrected = measured("last energy:kinetic")
    assert corrected.table["a"][0] > 0 and corrected.runs[0]["tries"] == 1


def test_files_of_a_scene_are_found_from_its_folder(tmp_path: Path) -> None:
    import tangency as tg

    points = "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 3 2\n"
    (tmp_path / "scene").mkdir()
    (tmp_path / "scene/sheet.obj").write_text(points)
    text = "[time]\nstep = 0.01\nduration = 0.02\n[[body]]\nname = 'sheet'\nshape = { file = 'sheet.obj' }\nmaterial = 'cotton'\n"
    (tmp_path / "scene/sheet.toml").write_text(text)
    scene = tg.Scene.load(tmp_path / "scene/sheet.toml")
    result = sweep(scene, {"gravity": [[0, -9.81, 0], [0, 0, 0]]}, folder=tmp_path / "a", measures={"y": "displacement:sheet.y"})
    assert result.table["state"].tolist() == ["done", "done"], result.failures
    assert result.table["y"] == pytest.approx([-9.81 * 3e-4, 0])


def test_a_run_that_fails_leaves_the_others(tmp_path: Path) -> None:
    # The box of the second run starts inside of the ground.
    scene = {
        "ground": 0,
        "parameters": {"height": 1.0},
        "time": {"step": 0.01, "duration": 0.02},
        "body": [{"name": "box", "shape": {"box": {}}, "translate": [0, "= height", 0]}],
    }
    folder = tmp_path / "a"
    result = sweep(scene, {"height": [1.0, 0.2, 2.0]}, folder=folder)
    assert result.table["state"].tolist() == ["done", "failed", "done"]
    assert list(result.failures) == [1] and "box" in result.failures[1]
    again = sweep(scene, {"height": [1.0, 0.2, 2.0]}, folder=folder)
    assert [run["tries"] for run in again.runs] == [1, 1, 1]
    tried = sweep(scene, {"height": [1.0, 0.2, 2.0]}, folder=folder, retry=True)
    assert [run["tries"] for run in tried.runs] == [1, 2, 1]


def test_a_killed_worker_is_reported_and_the_rest_go_on(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    on = LocalProcesses(workers=1)
    killed = []

    def kill() -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not killed:
            for process in list(on._running):
                if (folder / "runs/0000/frames/000001.npy").exists():
                    process.kill()
                    killed.append(process)
                    return
            time.sleep(0.002)

    killer = threading.Thread(target=kill)
    killer.start()
    result = study(folder, on=on)
    killer.join()
    assert killed
    assert result.table["state"].tolist() == ["failed", "done", "done"]
    assert "killed (signal 9)" in result.failures[0]
    check(study(folder, retry=True), folder)
    check_like_a_fresh_one(folder, tmp_path)


def check_like_a_fresh_one(folder: Path, tmp_path: Path) -> None:
    study(tmp_path / "fresh")
    assert (folder / "table.csv").read_bytes() == (tmp_path / "fresh/table.csv").read_bytes()


def test_a_master_that_is_killed_is_called_again(tmp_path: Path) -> None:
    script = "import sys; from tangency.studies import sweep; sweep('slope', {'friction.mu': [0.1, 0.3, 0.6]}, " \
             "folder=sys.argv[1], steps=150, measures={'slid': 'last displacement:block.x'}, workers=1)"
    folder = tmp_path / "a"
    master = subprocess.Popen([sys.executable, "-c", script, str(folder)])
    deadline = time.monotonic() + 60
    while not (folder / "runs/0001/frames/000001.npy").exists():
        assert time.monotonic() < deadline and master.poll() is None
        time.sleep(0.005)
    os.kill(master.pid, signal.SIGKILL)
    master.wait()
    check(study(folder), folder)
    check_like_a_fresh_one(folder, tmp_path)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(InputError, match="cannot create"):
        study(tmp_path / "file")


def test_dask(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as cluster, distributed.Client(cluster) as client:
        result = study(tmp_path / "a", on=client)
        workers = client.run(os.getpid)
        print(f"dask {distributed.__version__}: {len(workers)} workers, processes {sorted(workers.values())}: {result}")
        assert len(set(workers.values())) == 2
    check(result, tmp_path / "a")
    check_like_a_fresh_one(tmp_path / "a", tmp_path)


def test_slurm(tmp_path: Path) -> None:
    submitit = pytest.importorskip("submitit", reason="submitit is not installed")
    if not os.environ.get("SLURM_CONF") or shutil.which("sbatch") is None:
        pytest.skip("no Slurm: start one with python/tests/clusters/slurm.sh")
    executor = submitit.SlurmExecutor(folder=tmp_path / "log", python=sys.executable)
    executor.update_parameters(time=5, cpus_per_task=1, use_srun=False)
    result = study(tmp_path / "a", on=executor)
    print(f"submitit {submitit.__version__}: {result}")
    check(result, tmp_path / "a")
    check_like_a_fresh_one(tmp_path / "a", tmp_path)


def test_the_checkpoint_of_a_job_saves_the_run(tmp_path: Path) -> None:
    pytest.importorskip("submitit", reason="submitit is not installed")
    from tangency._tangency import SweepFolder

    folder = tmp_path / "a"
    text = json.dumps({"scene": "slope", "parameters": {"friction.mu": [0.3]}, "steps": 4000})
    SweepFolder(str(folder), text).close()
    job = Checkpointed(threads=1)
    states: list[str] = []
    thread = threading.Thread(target=lambda: states.append(job(str(folder), 0)))
    thread.start()
    deadline = time.monotonic() + 60
    while not (folder / "runs/0000/frames/000002.npy").exists():
        assert time.monotonic() < deadline
        time.sleep(0.005)
    following = job.checkpoint(str(folder), 0)
    thread.join()
    assert states == ["waiting"]
    saved = len(list((folder / "runs/0000/frames").iterdir()))
    assert 2 < saved < 4001
    assert open_study(folder).runs[0]["state"] == "waiting"
    assert following.args == (str(folder), 0)


def test_ray(tmp_path: Path) -> None:
    ray = pytest.importorskip("ray", reason="ray is not installed")
    if not os.environ.get("TANGENCY_TEST_RAY"):
        pytest.skip("Ray takes long to start: TANGENCY_TEST_RAY=1 runs it")
    ray.init(num_cpus=2, include_dashboard=False, logging_level="error", _node_ip_address="127.0.0.1")
    try:
        result = study(tmp_path / "a", on=RayExecutor())
        print(f"ray {ray.__version__}: {result}")
    finally:
        ray.shutdown()
    check(result, tmp_path / "a")
    check_like_a_fresh_one(tmp_path / "a", tmp_path)
