// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store;

import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.result.ResultFields;
import io.lockstep.study.store.OutcomeOrigin;
import io.lockstep.study.store.PointOutcome;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Outcomes for tests: some of each kind. */
public final class Outcomes {
  public static final String PLAN = "ab".repeat(32);

  private Outcomes() {}

  public static SweepFolder folder(Path root, long points) {
    return new SweepFolder(root, points, PLAN, "0.1.0").create();
  }

  public static String key(long point) {
    return String.format("%064x", point * 0x9E3779B97F4A7C15L);
  }

  /** A segment that is not forced: quick. */
  public static Path segment(SweepFolder sweep, String name, Stream<PointOutcome> outcomes) {
    Path file = sweep.results().resolve(name + SegmentFile.ENDING);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      out.write(SegmentLine.of(new SegmentHeader(1, sweep.plan(), "elsewhere", 7, 5).text()));
      for (PointOutcome outcome : (Iterable<PointOutcome>) outcomes::iterator) {
        out.write(SegmentLine.of(OutcomeText.write(outcome)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  /** A good one; the same for the same point. */
  public static PointOutcome ok(long point) {
    return ok(point, 1000 + point);
  }

  public static PointOutcome ok(long point, long cycles) {
    return new PointOutcome(
        point, key(point), result(point, RunStatus.OK, null, cycles), by(1, ""));
  }

  public static PointOutcome failed(long point, Failure why, int attempt, String signal) {
    RunResult result = result(point, RunStatus.FAILED, why, 0);
    return new PointOutcome(point, key(point), result, by(attempt, signal));
  }

  public static OutcomeOrigin by(int attempt, String signal) {
    return new OutcomeOrigin("node1", 4711, "3of8", attempt, 1_000_000, signal);
  }

  public static RunResult result(long point, RunStatus status, Failure why, long cycles) {
    boolean simulated = status == RunStatus.OK || status == RunStatus.WRONG;
    SortedMap<String, BigDecimal> statistics = new TreeMap<>();
    if (simulated) {
      statistics.put("cycles.kernels", BigDecimal.valueOf(cycles));
      statistics.put("lds.conflicts", BigDecimal.valueOf(point % 7));
      statistics.put("l1.hit_ratio", BigDecimal.valueOf(500_000 + point, 6));
    }
    return new ResultFields.Values()
        .set(ResultFields.WORKLOAD, "matmul")
        .set(ResultFields.DEVICE, "gpu" + point % 3)
        .set(ResultFields.DEVICE_NAME, "A GPU")
        .set(
            ResultFields.PARAMETERS,
            new TreeMap<>(Map.of("n", Long.toString(64 + point % 5), "N", "x y")))
        .set(ResultFields.OVERRIDES, new TreeMap<>(Map.of("l1.size", 8 + point % 2 + "KiB")))
        .set(ResultFields.STATUS, status)
        .set(ResultFields.VERIFIED, simulated ? status == RunStatus.OK : null)
        .set(ResultFields.MESSAGE, simulated ? "" : "it is so because of \"this\",\nand that")
        .set(ResultFields.CYCLES, cycles)
        .set(ResultFields.SECONDS, cycles * 1000)
        .set(ResultFields.KERNEL_SECONDS, cycles * 900)
        .set(ResultFields.FINGERPRINT, simulated ? String.format("%016x", point) : "")
        .set(ResultFields.TRACE_SHA256, simulated ? "ef".repeat(32) : "")
        .set(ResultFields.DEVICE_SHA256, "cd".repeat(32))
        .set(ResultFields.STATISTICS, statistics)
        .set(ResultFields.BOUND, simulated ? "memory" : "")
        .set(ResultFields.FAILURE, why)
        .result();
  }
}
