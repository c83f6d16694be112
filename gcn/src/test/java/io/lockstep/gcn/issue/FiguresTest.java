// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.gcn.Bench;
import io.lockstep.gcn.Specs;
import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Figures of the issue and of the paths to memory decide what they say they decide. */
class FiguresTest {
  private static final int BODY = 16;
  private static final DeviceSpec MI300A = Specs.of("mi300a");

  /** A loop of so many vector instructions, each of which needs the one before. */
  private static Kernel chain(int instructions) {
    return Bench.loop(
        (b, block, pointer, thread) ->
            Bench.arithmetic(b, block, thread, Op.XOR, Type.I32, instructions, true));
  }

  private static long ticks(DeviceSpec spec, Kernel kernel, int iterations) {
    var record = Bench.record(0, 64, iterations, 0, new long[0][], 0);
    return Bench.run(spec, kernel, 64, List.of(record)).ticks();
  }

  /** Clocks of 100 iterations of such a loop. */
  private static long iteration(DeviceSpec spec, int instructions) {
    Kernel kernel = chain(instructions);
    return ticks(spec, kernel, 150) - ticks(spec, kernel, 50);
  }

  /** Loads of a loop's body that do not wait for each other. */
  private static Kernel loads(Space space) {
    return Bench.loop(
        (b, block, pointer, thread) -> {
          for (int i = 0; i < BODY; i++) {
            b.add(
                block,
                InstructionBuilder.of(Op.LOAD, Type.I32)
                    .to(b.register(Type.I32, "%v" + i))
                    .from(Operand.register(space == Space.LOCAL ? thread : pointer))
                    .memory(
                        new MemoryAccess(
                            space, Type.I32, 1, i, 64 * i, MemoryAccess.Qualifiers.VOLATILE))
                    .build());
          }
        });
  }

  /** Clocks of each of these loads, of a group of some work-items. */
  private static double clocks(DeviceSpec spec, Space space, int items) {
    Kernel kernel = loads(space);
    long[] ticks = new long[2];
    for (int k = 0; k < 2; k++) {
      int iterations = 20 * (k + 1);
      long[][] addresses = new long[BODY][iterations];
      for (int i = 0; i < BODY; i++) {
        java.util.Arrays.fill(
            addresses[i], space == Space.LOCAL ? 1024L * i : (1L << 40) + 1024L * i);
      }
      var record = Bench.record(0, items, iterations, BODY, addresses, 4);
      ticks[k] = Bench.run(spec, kernel, items, List.of(record)).ticks();
    }
    return (ticks[1] - ticks[0]) / (20.0 * BODY * items / 64);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 8})
  void aWavefrontIssuesOnceAVisitAtMost(int visit) {
    DeviceSpec spec = MI300A.with("issue.visit_interval", visit + "cycles");
    assertThat((iteration(spec, 2 * BODY) - iteration(spec, BODY)) / 100.0).isEqualTo(visit * BODY);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4096})
  void aUnitThatNothingFromOutsideWakesTakesItsTimeHoweverFarItRunsAhead(int clocks) {
    DeviceSpec spec = MI300A.with("issue.run_ahead", clocks + "cycles");
    assertThat(ticks(spec, chain(BODY), 50)).isEqualTo(ticks(MI300A, chain(BODY), 50));
  }

  @Test
  void aCounterThatCountsToOneLetsOneLoadAtATimeBeUnderWay() {
    double latency = MI300A.value("lds.latency");
    assertThat(clocks(MI300A, Space.LOCAL, 64)).isLessThan(latency / 2);
    assertThat(clocks(MI300A.with("issue.local_waits", "1"), Space.LOCAL, 64))
        .isGreaterThan(latency - 8);
    latency = MI300A.value("l1.latency");
    assertThat(clocks(MI300A, Space.GLOBAL, 64)).isLessThan(latency / 2);
    assertThat(clocks(MI300A.with("issue.vector_waits", "1"), Space.GLOBAL, 64))
        .isGreaterThan(latency - 8);
  }

  @Test
  void loadsTakeThePassesOfTheAddressUnit() {
    assertThat(clocks(MI300A, Space.GLOBAL, 1024)).isCloseTo(4, within(1.5));
    assertThat(clocks(MI300A.with("memory.lanes", "4"), Space.GLOBAL, 1024))
        .isCloseTo(16, within(1.5));
  }

  @Test
  void whatTransfersTakeAnywayIsNotAddedToTheLatencyOfTheL2() {
    DeviceSpec spec = MI300A.with("l1.size", "1KiB").with("l1.ways", "8");
    double clocks = Bench.chaseLatency(spec, 256, 128, true);
    assertThat(Bench.chaseLatency(spec.with("memory.transfers", "0cycles"), 256, 128, true))
        .isEqualTo(clocks + 4);
  }

  @Test
  void aVisitThatLastsAsLongAsAScalarLoadIsRefused() {
    DeviceSpec spec =
        MI300A.with("scalar_cache.latency", "8cycles").with("issue.visit_interval", "8cycles");
    assertThatThrownBy(() -> new Specs().device(spec))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("--set ")
        .hasMessageContaining("issue.visit_interval")
        .hasMessageContaining("scalar_cache.latency");
  }
}
