// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.file.TraceInspection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures X1 to X5: functional execution and recording of the large workloads, without a device.
 *
 * <p>Warm times are CPU times of the thread in a process that has executed the workload before;
 * other threads compress what it records. Whole times are CPU times of all threads of a new process
 * with the options of the {@code lockstep} command, including JVM start, JIT compilers and garbage
 * collector. Times are minima of at least three runs; with {@code --quick}, whole processes are run
 * once.
 */
final class ExecuteLines {
  private static final List<String> COMPUTE =
      List.of("matmul_1024", "nbody_16k", "mandelbrot_4096");
  private static final List<String> REGULAR =
      List.of(
          "matmul_1024",
          "nbody_16k",
          "mandelbrot_4096",
          "stencil_256",
          "transpose_4096",
          "vecadd_16m");
  private static final List<String> BIG = List.of("vecadd_16m", "histogram_16m");
  private static final double EXECUTED = 400e6;
  private static final double RECORDED = 300e6;
  private static final double MIB = 1 << 20;

  private ExecuteLines() {}

  static List<Line> warm(Context context) {
    return COMPUTE.stream().map(w -> warm(context, "X1", w, false, EXECUTED)).toList();
  }

  static List<Line> recording(Context context) {
    return List.of(warm(context, "X2", "matmul_1024", true, RECORDED));
  }

  static List<Line> whole(Context context) {
    List<Line> lines = new ArrayList<>();
    for (String workload : COMPUTE) {
      lines.add(whole(context, workload, false, EXECUTED));
    }
    lines.add(whole(context, "matmul_1024", true, RECORDED));
    return lines;
  }

  static List<Line> memory(Context context) {
    List<Line> lines = new ArrayList<>();
    for (String workload : BIG) {
      for (boolean record : new boolean[] {false, true}) {
        BenchPass pass = least(context, workload, record);
        lines.add(
            Line.atMost("X4", what(workload, record) + ": MiB resident", pass.peak() / MIB, 1024)
                .with("cpu_s", pass.seconds()));
      }
    }
    return lines;
  }

  static List<Line> size(Context context) {
    List<Line> lines = new ArrayList<>();
    for (String workload : REGULAR) {
      lines.add(size(context, workload, 0.02));
    }
    lines.add(size(context, "histogram_16m", 0.3));
    lines.add(size(context, "spmv_256k", 0.4));
    return lines;
  }

  private static Line warm(
      Context context, String id, String workload, boolean record, double demand) {
    Path file = new Traces(context.traces()).large(workload);
    BenchPass best = null;
    for (int i = 0; i < (context.quick() ? 3 : 6); i++) {
      BenchPass pass = BenchPass.here(file, record ? context.traces().resolve(id + ".lkt") : null);
      best = best == null || pass.seconds() < best.seconds() ? pass : best;
    }
    return rate(id, what(workload, record) + ", warm", best, demand);
  }

  private static Line whole(Context context, String workload, boolean record, double demand) {
    return rate(
        "X3", what(workload, record) + ", whole process", least(context, workload, record), demand);
  }

  /** Returns the fastest of several processes, with the largest peak memory of all. */
  private static BenchPass least(Context context, String workload, boolean record) {
    Path file = new Traces(context.traces()).large(workload);
    BenchPass best = null;
    long peak = 0;
    for (int i = 0; i < (context.quick() ? 1 : 3); i++) {
      BenchPass pass = BenchPass.apart(file, record ? context.traces().resolve("whole.lkt") : null);
      peak = Math.max(peak, pass.peak());
      best = best == null || pass.seconds() < best.seconds() ? pass : best;
    }
    return new BenchPass(best.instructions(), best.seconds(), peak);
  }

  private static Line rate(String id, String what, BenchPass pass, double demand) {
    return Line.atLeast(
            id, what + ": instructions a second", pass.instructions() / pass.seconds(), demand)
        .with("work_item_instructions", pass.instructions())
        .with("cpu_s", pass.seconds());
  }

  private static Line size(Context context, String workload, double demand) {
    Path trace = context.traces().resolve(workload + ".large.lkt");
    BenchPass pass = BenchPass.here(new Traces(context.traces()).large(workload), trace);
    try (TraceFile file = TraceFile.open(trace)) {
      TraceInspection inspection = TraceInspection.of(file);
      Files.delete(trace);
      return Line.atMost(
              "X5",
              what(workload, true) + ": bytes an instruction before compression",
              inspection.rawBytesPerInstruction(),
              demand)
          .with("compressed", inspection.bytesPerThousandInstructions() / 1000)
          .with("raw_bytes", inspection.format().rawBytes())
          .with("cpu_s", pass.seconds());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String what(String workload, boolean record) {
    return "JDK %s, %s%s"
        .formatted(Runtime.version().feature(), workload, record ? " recorded" : " executed");
  }
}
