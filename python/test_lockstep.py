# SPDX-License-Identifier: Apache-2.0
"""Tests of lockstep.py: LOCKSTEP=./lockstep python3 -m unittest discover -s python"""
import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

import lockstep

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"
VECADD = str(EXAMPLES / "vecadd.yaml")
DEVICES = ["hd5870", "gtx280"]


def grid(count):
    """Different points of two devices."""
    for i in range(count):
        yield {
            "workload": VECADD,
            "device": DEVICES[i % 2],
            "parameters": {"n": 64},
            "set": {"dram.bandwidth": f"*{1 + i / 1000}"},
        }


class CommandsTest(unittest.TestCase):
    def test_compare_returns_a_result_for_each_workload_and_device(self):
        results = lockstep.compare(VECADD, DEVICES, parameters={"n": 64}, set={"clock.compute": "*2"})
        self.assertEqual(DEVICES, [r["device"] for r in results])
        self.assertEqual([{"clock.compute": "*2"}] * 2, [r["overrides"] for r in results])
        self.assertEqual([64, 64], [row["param.n"] for row in results.rows()])
        self.assertEqual(["*2", "*2"], [row["set.clock.compute"] for row in results.rows()])
        self.assertGreater(results.rows()[0]["dram.bytes"], 0)

    def test_a_command_without_an_answer_raises_its_message_and_exit_code(self):
        with self.assertRaisesRegex(lockstep.LockstepError, "did you mean 'hd5870'") as raised:
            lockstep.compare(VECADD, "hd587")
        self.assertEqual(3, raised.exception.code)

    def test_a_failed_row_is_a_result(self):
        refused = lockstep.compare(str(EXAMPLES / "tensor_product.yaml"), "gtx280")
        self.assertEqual(["refused"], [r["status"] for r in refused])

    def test_explain_returns_the_parts_of_a_difference(self):
        answer = lockstep.explain(VECADD, "hd5770", "hd5870", options=["--phases", "1"])
        self.assertEqual(["hd5770", "hd5870"], [answer["from"], answer["to"]])

    def test_validate_returns_the_rows_of_a_suite(self):
        with tempfile.TemporaryDirectory() as folder:
            suite = pathlib.Path(folder, "suite.yaml")
            suite.write_text(f"- {{id: a, device: gtx280, workload: '{VECADD}', expected: 1}}\n")
            self.assertEqual(["a"], [row["id"] for row in lockstep.validate(str(suite))["rows"]])

    def test_rows_need_no_pandas(self):
        with mock.patch.dict(sys.modules, {"pandas": None}):
            results = lockstep.compare(VECADD, "gtx280", parameters={"n": 64})
            self.assertEqual("gtx280", results.rows()[0]["device"])
            self.assertRaises(ImportError, results.frame)


class PointsTest(unittest.TestCase):
    def test_a_script_is_told_of_a_point_before_it_asks_for_the_next(self):
        seconds = []
        with lockstep.Points(threads=1) as points:
            for n in (64, 128):
                asked = points.ask({"workload": VECADD, "device": "gtx280", "parameters": {"n": n}})
                answer = points.tell()
                self.assertEqual(asked, answer["id"])
                self.assertEqual({"n": n}, answer["parameters"])
                seconds.append(answer["seconds"])
            self.assertRaises(ValueError, points.tell)
        same = lockstep.compare(VECADD, "gtx280", parameters={"n": 128})[0]
        self.assertEqual(same["seconds"], seconds[1])

    def test_an_error_is_the_answer_of_its_point_alone(self):
        with lockstep.Points() as points:
            points.ask({"id": "bad", "workload": VECADD, "device": "gtx28"})
            points.ask({"id": "good", "workload": VECADD, "device": "gtx280"})
            answers = {answer["id"]: answer for answer in (points.tell(), points.tell())}
            self.assertEqual(3, points.close())
        self.assertEqual("gtx280", answers["bad"]["error"]["nearest"])
        self.assertEqual("ok", answers["good"]["status"])

    def test_run_returns_many_answers_in_order_and_keeps_ids(self):
        asked = list(grid(40))
        asked[3]["id"] = "three"
        with lockstep.Points(threads=2, stats=["dram.bytes"]) as points:
            answers = points.run(asked)
        self.assertEqual([p["set"] for p in asked], [a["overrides"] for a in answers])
        self.assertEqual(["three" if i == 3 else i for i in range(40)], [a["id"] for a in answers])
        self.assertEqual({"dram.bytes", "cycles.kernels"}, set(answers[0]["statistics"]))

    def test_a_killed_command_goes_on_with_the_same_rows_and_computes_nothing_twice(self):
        with lockstep.Points(threads=1) as points:
            whole = points.run(grid(40))
        with tempfile.TemporaryDirectory() as folder:
            with lockstep.Points(threads=1, results=folder) as points:
                for point in grid(40):
                    points.ask(point)
                for _ in range(10):
                    points.tell()
                points._process.kill()
                with self.assertRaises(lockstep.LockstepError) as raised:
                    while True:
                        points.tell()
            self.assertEqual(-9, raised.exception.code)
            kept = {file.name: file.stat().st_mtime_ns for file in os.scandir(folder) if file.name.endswith(".json")}
            self.assertTrue(10 <= len(kept) < 40, len(kept))
            with lockstep.Points(threads=2, results=folder) as points:
                self.assertEqual(whole, points.run(grid(40)))
            later = {file.name: file.stat().st_mtime_ns for file in os.scandir(folder)}
            self.assertEqual(40, len(later))
            self.assertEqual(kept, {name: later[name] for name in kept})

    def test_a_failing_script_ends_the_command(self):
        with self.assertRaises(KeyError):
            with lockstep.Points() as points:
                points.ask({"workload": VECADD, "device": "gtx280"})
                raise KeyError
        self.assertEqual(-9, points._process.returncode)


class FrameTest(unittest.TestCase):
    """Needs pandas."""

    def test_a_frame_has_a_row_for_each_point_and_a_column_for_each_value(self):
        with lockstep.Points() as points:
            answers = points.run([*grid(4), {"workload": VECADD, "device": "gtx28"}])
        frame = answers.frame()
        self.assertEqual([64, 64, 64, 64], list(frame["param.n"][:4]))
        self.assertEqual(["hd5870", "gtx280"] * 2, list(frame["device"][:4]))
        self.assertIn("unknown device", frame["error.message"][4])
        fastest = frame.groupby("device")["kernel_seconds"].min()
        self.assertEqual(min(a["kernel_seconds"] for a in answers[:4]), fastest.min())


if __name__ == "__main__":
    unittest.main()
