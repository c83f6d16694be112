# SPDX-License-Identifier: Apache-2.0
"""Lockstep from Python: runs the ``lockstep`` command and returns its results as dictionaries.

Needs the standard library alone; with pandas, ``Results.frame`` makes a data frame of them. The
environment variable LOCKSTEP names the program if it is not on the PATH. docs/points.md

    import lockstep
    print(lockstep.compare("examples/matmul.yaml", ["hd5870", "gtx280"]).frame()["seconds"])
    with lockstep.Points(results="kept") as points:
        points.ask({"workload": "examples/matmul.yaml", "device": "gtx280", "parameters": {"n": 64}})
        print(points.tell()["seconds"])
"""
from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Json = dict[str, Any]
_MAPS = (("parameters", "param."), ("overrides", "set."), ("statistics", ""), ("error", "error."))


class LockstepError(Exception):
    """The command ended without an answer.

    ``code`` is its exit code (docs/commands.md), negative for a signal.
    """

    def __init__(self, code: int, message: str) -> None:
        super().__init__(f"{message} (exit code {code})")
        self.code = code


class Results(list[Json]):
    """Results in order, each as ``lockstep run --format json`` prints it."""

    def rows(self) -> list[Json]:
        """Returns flat rows, named as in CSV: ``param.n``, ``set.l1.size``, ``dram.bytes``."""
        rows = []
        for result in self:
            row = {name: value for name, value in result.items() if not isinstance(value, dict)}
            for name, prefix in _MAPS:
                row |= {prefix + key: value for key, value in result.get(name, {}).items()}
            rows.append(row)
        return rows

    def frame(self) -> Any:
        """Returns the rows as a ``pandas.DataFrame``; raises ImportError without pandas."""
        import pandas

        return pandas.DataFrame(self.rows())


def _start(*words: str, **how: Any) -> subprocess.Popen[str]:
    program = os.environ.get("LOCKSTEP", "lockstep")
    try:
        return subprocess.Popen([program, *words], stdout=subprocess.PIPE, encoding="utf-8", **how)
    except OSError as e:
        raise LockstepError(127, f"{program} cannot be run: {e.strerror}; LOCKSTEP names another") from e


def _assignments(option: str, values: Mapping[str, Any] | None) -> Iterator[str]:
    for name, value in (values or {}).items():
        yield from (option, f"{name}={value}")


def _names(values: str | Iterable[str]) -> list[str]:
    return [values] if isinstance(values, str) else list(values)


def _document(*words: str) -> Json:
    """Returns the JSON that a command prints; a failed or refused row in it is no exception."""
    with _start(*words, "--format", "json", stderr=subprocess.PIPE) as run:
        out, err = run.communicate()
    if run.returncode < 0 or not out.lstrip().startswith("{"):
        raise LockstepError(run.returncode, err.strip())
    return json.loads(out)


def compare(
    workloads: str | Iterable[str],
    devices: str | Iterable[str],
    *,
    parameters: Mapping[str, Any] | None = None,
    set: Mapping[str, Any] | None = None,
    options: Sequence[str] = (),
) -> Results:
    """Simulates workloads on devices and returns a result for each of both.

    parameters: of the workloads, by name; set: parameters of the devices, by name; options:
    further words of ``lockstep compare``, such as ``["--phases", "8"]``.
    """
    words = [*_assignments("--param", parameters), *_assignments("--set", set), *options]
    device = ",".join(_names(devices))
    return Results(_document("compare", *_names(workloads), "-d", device, *words)["results"])


def explain(workload: str, slow: str, fast: str, *, options: Sequence[str] = ()) -> Json:
    """Returns why a workload takes longer on one device than on another (docs/explain.md)."""
    return _document("explain", workload, "--from", slow, "--to", fast, *options)


def validate(suite: str, *, options: Sequence[str] = ()) -> Json:
    """Returns simulated and published times of a suite and its scores (docs/validation.md)."""
    return _document("validate", suite, *options)


class Points:
    """Points that Lockstep simulates while the script goes on: a running ``lockstep points``.

    ``ask`` hands a point over, ``tell`` waits for the next answer. A point is a dictionary with
    ``workload`` and ``device``, and if wanted ``parameters``, ``set``, ``phase`` and ``id``.

    results: folder in which results are kept; a point in it is never simulated again
    threads: number of simulations at once; all processors by default
    stats: patterns of the statistics to return; all by default
    order: "done" (as points are done) or "input"
    options: further words of ``lockstep points``
    """

    def __init__(
        self,
        *,
        results: str | os.PathLike[str] | None = None,
        threads: int | None = None,
        stats: Iterable[str] = (),
        order: str = "done",
        options: Sequence[str] = (),
    ) -> None:
        words = ["points", "--order", order, *options]
        words += [] if results is None else ["--results", os.fspath(results)]
        words += [] if threads is None else ["--threads", str(threads)]
        words += ["--stats", ",".join(_names(stats))] if stats else []
        self._process = _start(*words, stdin=subprocess.PIPE)
        self._asked = 0
        self._open = 0
        # A thread takes the answers, so that neither side waits for the other with a full pipe.
        self._answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        with self._process.stdout as lines:
            for line in lines:
                self._answers.put(line)
        self._answers.put(None)

    def ask(self, point: Mapping[str, Any]) -> Any:
        """Hands a point over and returns its id, a number from 0 on if the point has none."""
        line = {"id": self._asked, **point}
        self._asked += 1
        try:
            self._process.stdin.write(json.dumps(line) + "\n")
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError) as e:
            raise LockstepError(self._process.wait(), "lockstep points has ended") from e
        self._open += 1
        return line["id"]

    def tell(self) -> Json:
        """Waits for the next answer: a result with the point's ``id``, or its ``error``."""
        if self._open == 0:
            raise ValueError("no point is under way")
        answer = self._answers.get()
        if answer is None:
            self._answers.put(None)
            raise LockstepError(self._process.wait(), "lockstep points has ended")
        self._open -= 1
        return json.loads(answer)

    def run(self, points: Iterable[Mapping[str, Any]]) -> Results:
        """Returns the answers of points in their order; none may be under way before."""
        if self._open:
            raise ValueError(f"{self._open} points are under way")
        asked = {self.ask({**point, "id": self._asked}): point for point in points}
        answers = {answer["id"]: answer for answer in (self.tell() for _ in asked)}
        return Results(answers[number] | {"id": point.get("id", number)} for number, point in asked.items())

    def close(self) -> int:
        """Ends the input, waits for the points under way, and returns the exit code."""
        with contextlib.suppress(BrokenPipeError):  # the process has ended
            self._process.stdin.close()
        self._reader.join()
        return self._process.wait()

    def __enter__(self) -> Points:
        return self

    def __exit__(self, kind: Any, *_: Any) -> None:
        if kind is not None:
            self._process.kill()  # the script has failed; results that are kept stay
        self.close()
