// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.observe.line.LineTimes;
import io.lockstep.observe.line.LineTimes.InstructionWork;
import io.lockstep.observe.line.LineTimes.LaunchTimes;
import io.lockstep.observe.line.LineTimes.Line;
import io.lockstep.run.RunResult;
import io.lockstep.spi.CodeOrigins;
import io.lockstep.spi.Device;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.IssueCause;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks time by line: the times of the code's rows add up to the launch's, and only rows that
 * executed have time. A model without rows satisfies the contract.
 */
public abstract class LinesContract extends DeviceContract {
  /** Creates the contract. */
  protected LinesContract() {
    super("lines");
  }

  private RunResult byLine(String workload, DeviceSpec device) {
    return bench()
        .run(
            bench().workload(workload),
            Map.of(),
            device,
            TestBench.options().with().byLine(true).build());
  }

  @TestFactory
  @DisplayName("whether somebody asks for time by line changes no result")
  Stream<DynamicTest> whetherSomebodyAsksForTimeByLineChangesNoResult() {
    return each(
        device -> {
          for (String workload : Corpus.all()) {
            RunResult plain = bench().run(workload, device);
            if (bench().isSimulated(plain)) {
              RunResult asked = byLine(workload, device);
              bench().requireSimulated(asked);
              String difference = Differences.between(asked, plain);
              require(difference.isEmpty(), workload + ", asked for by line: " + difference);
            }
          }
        });
  }

  @TestFactory
  @DisplayName("cycles by line add up to the account's, and a launch's are all those of its ports")
  Stream<DynamicTest> cyclesByLineAddUp() {
    return each(
        device -> {
          for (String workload : Corpus.all()) {
            RunResult r = byLine(workload, device);
            if (bench().isSimulated(r) && r.lines().isTold()) {
              sums(r, bench().device(device).tickHertz());
            }
          }
        });
  }

  @TestFactory
  @DisplayName("executions and bytes of DRAM by instruction are no more than the device's")
  Stream<DynamicTest> workByInstructionAddsUp() {
    return each(
        device -> {
          for (String workload : Corpus.all()) {
            RunResult r = byLine(workload, device);
            if (bench().isSimulated(r)) {
              work(r);
            }
          }
        });
  }

  private static void work(RunResult r) {
    List<InstructionWork> work =
        r.lines().kernels().stream()
            .flatMap(k -> k.instructions().stream())
            .flatMap(i -> i.work().stream())
            .toList();
    if (work.isEmpty()) {
      return; // the machine does not count executions
    }
    long executions = work.stream().mapToLong(InstructionWork::executions).sum();
    BigDecimal all = r.statistics().get("wavefront_instructions");
    require(
        all != null && executions == all.longValue(),
        r.workload() + ": wavefront_instructions is " + all + ", by instruction " + executions);
    long bytes = work.stream().mapToLong(w -> w.dramBytes().orElse(0)).sum();
    BigDecimal moved = r.statistics().getOrDefault("dram.bytes", BigDecimal.ZERO);
    require(
        bytes >= 0 && bytes <= moved.longValue(),
        r.workload() + ": dram.bytes is " + moved + ", by instruction " + bytes);
  }

  private static void sums(RunResult r, long tickHertz) {
    LineTimes times = r.lines();
    long[] launches = times.inLaunches();
    for (IssueCause cause : times.causes()) {
      long sum = launches[cause.ordinal()] + times.outside()[cause.ordinal()];
      long account = r.statistics().get(cause.statistic()).longValue();
      require(
          sum == account && times.outside()[cause.ordinal()] >= 0,
          r.workload() + ": " + cause.statistic() + " is " + account + ", by line " + sum);
    }
    long ports = 0;
    for (LaunchTimes launch : times.launches()) {
      long sum = LineTimes.sum(launch.lines());
      long ticks = ticks(launch.picos(), tickHertz);
      ports = ports == 0 ? sum / Math.max(1, ticks) : ports;
      require(
          ports > 0 && sum == ports * ticks,
          ("%s: lines of launch %s have %s cycles of ports, which is not %s for each of its"
                  + " %s ticks")
              .formatted(r.workload(), launch.number(), sum, Math.max(1, ports), ticks));
    }
  }

  private static long ticks(long picos, long hertz) {
    BigInteger second = BigInteger.TEN.pow(12);
    return BigInteger.valueOf(picos)
        .multiply(BigInteger.valueOf(hertz))
        .add(second.shiftRight(1))
        .divide(second)
        .longValueExact();
  }

  @TestFactory
  @DisplayName("time is where wavefronts were: before and after a branch, not where none has gone")
  Stream<DynamicTest> timeIsWhereWavefrontsWere() {
    return each(
        device -> {
          RunResult r = byLine(Corpus.UNTAKEN, device);
          if (!bench().isSimulated(r)
              || r.lines().kernels().isEmpty()
              || code(bench().device(device), kernel()).flatMap(MachineKernel::origins).isEmpty()) {
            return; // the model attributes no time to lines
          }
          SortedMap<Integer, long[]> lines = r.lines().kernels().get(0).lines();
          int never = label("NEVER:");
          int done = label("DONE:");
          long untaken = LineTimes.sum(lines.subMap(never, done));
          require(
              untaken == 0,
              "%s: lines %s to %s, NEVER, which no wavefront has executed, have %s cycles"
                  .formatted(Corpus.UNTAKEN, never + 1, done - 1, untaken));
          require(
              LineTimes.sum(lines.subMap(Line.UNKNOWN + 1, never)) > 0
                  && LineTimes.sum(lines.tailMap(done)) > 0,
              Corpus.UNTAKEN + ": lines before or after the branch have no time");
        });
  }

  @TestFactory
  @DisplayName("code made again of a kernel has rows of the same origins")
  Stream<DynamicTest> codeMadeAgainHasRowsOfTheSameOrigins() {
    return each(
        device -> {
          for (String workload : Corpus.all()) {
            for (Kernel kernel : bench().kernels(workload)) {
              String who = "kernel '" + kernel.name() + "': ";
              Optional<CodeOrigins> first = origins(bench().device(device), kernel);
              Optional<CodeOrigins> again = origins(bench().device(device), kernel);
              require(first.isPresent() == again.isPresent(), who + "origins, then none");
              if (first.isPresent()) {
                same(who, first.get(), again.get());
              }
            }
          }
        });
  }

  private static void same(String who, CodeOrigins first, CodeOrigins again) {
    require(first.rows() == again.rows(), who + first.rows() + " rows, and then " + again.rows());
    for (int row = 0; row < first.rows(); row++) {
      String was = text(first, row);
      String now = text(again, row);
      require(was.equals(now), who + "origins of row " + row + ":" + was + ", and then" + now);
    }
  }

  private static String text(CodeOrigins origins, int row) {
    StringBuilder out = new StringBuilder();
    origins.split(
        row, 1_000_003, (i, ticks) -> out.append(' ').append(i).append('=').append(ticks));
    return out.toString();
  }

  private Kernel kernel() {
    return bench().kernels(Corpus.UNTAKEN).get(0);
  }

  /** Returns the line number of a label in the kernel's source, from 1. */
  private int label(String label) throws IOException {
    String file = bench().workload(Corpus.UNTAKEN).toString().replace(".yaml", ".ptx");
    List<String> text = Files.readAllLines(Path.of(file));
    return 1 + text.indexOf(label);
  }

  private static Optional<CodeOrigins> origins(Device device, Kernel kernel) {
    return code(device, kernel).flatMap(MachineKernel::origins);
  }

  private static Optional<MachineKernel> code(Device device, Kernel kernel) {
    try {
      return Optional.of(device.lower(kernel));
    } catch (RefusalException e) {
      return Optional.empty();
    }
  }
}
