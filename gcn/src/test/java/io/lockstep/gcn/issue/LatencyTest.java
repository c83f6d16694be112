// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.gcn.Bench;
import io.lockstep.gcn.Specs;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One lane walks a chain of loads through the whole model; published clocks of RRZE gpu-latency and
 * MT4G. A SIMD is looked at every fourth clock, so 4 clocks of tolerance are inherent.
 */
@Tag("slow")
class LatencyTest {
  @ParameterizedTest(name = "{0}: vector L1 {1}, L2 {2} clocks")
  @CsvSource({"mi100, 134, 264", "mi210, 125, 250", "mi300a, 116, 213", "mi300x, 116, 213"})
  void vectorL1AndL2AnswerInTheirPublishedClocks(String device, double l1, double l2) {
    DeviceSpec spec = Specs.of(device);
    assertThat(Bench.chaseLatency(spec, 64, 128, true)).isCloseTo(l1, within(4.0));
    assertThat(Bench.chaseLatency(spec, 1024, 128, true)).isCloseTo(l2, within(5.0));
  }

  /** Four loads a turn, each the address of the next, at once or by a register and a copy. */
  private static long unrolledChain(boolean copied) {
    Kernel kernel =
        Bench.loop(
            (b, block, pointer, thread) -> {
              for (int i = 0; i < 4; i++) {
                int loaded = copied ? b.register(Type.PTR, "%loaded" + i) : pointer;
                b.add(
                    block,
                    InstructionBuilder.of(Op.LOAD, Type.PTR)
                        .to(loaded)
                        .from(Operand.register(pointer))
                        .memory(new MemoryAccess(Space.GLOBAL, Type.I64, 1, i, 0))
                        .build());
                if (copied) {
                  b.add(
                      block,
                      InstructionBuilder.of(Op.MOVE, Type.PTR)
                          .to(pointer)
                          .from(Operand.register(loaded))
                          .build());
                }
              }
            });
    long[][] addresses = new long[4][100];
    for (long[] a : addresses) {
      java.util.Arrays.fill(a, 1L << 40);
    }
    return Bench.run(
            Specs.of("mi100"), kernel, 1, List.of(Bench.record(0, 1, 100, 4, addresses, 0)))
        .ticks();
  }

  @Test
  void aCopyOfTheLoadedAddressHidesNoLatency() {
    assertThat(unrolledChain(true)).isEqualTo(unrolledChain(false)).isGreaterThan(400 * 130);
  }

  @Test
  @DisplayName("Infinity Cache: 455 clocks (its set made small by a small L2)")
  void infinityCache() {
    DeviceSpec spec = Specs.of("mi300x").with("l2.size", "256KiB");
    assertThat(Bench.chaseLatency(spec, 8192, 128, true)).isCloseTo(455, within(6.0));
  }

  @ParameterizedTest(name = "{0}: HBM {1} clocks within 5 %, refresh included")
  @CsvSource({"mi100, 542", "mi210, 588", "mi300a, 793", "mi300x, 793"})
  void dramAnswersWithinFivePercentOfThePublishedClocks(String device, double clocks) {
    assertThat(Bench.chaseLatency(Specs.of(device), 2048, 4096 + 256, false))
        .isCloseTo(clocks, within(0.05 * clocks));
  }

  @Test
  void aChaseBeyondTheReachOfTranslationTakesItsMissesLonger() {
    DeviceSpec spec = Specs.of("mi210");
    int step = (2 << 20) + 4352;
    double without =
        Bench.chaseLatency(spec.with("translation.latency", "0cycles"), 256, step, false);
    assertThat(Bench.chaseLatency(spec, 256, step, false) - without)
        .isCloseTo(112, within(14.0)); // refresh
    DeviceSpec absent = spec.with("translation", DeviceSpec.ABSENT);
    assertThat(Bench.chaseLatency(absent, 256, step, false)).isEqualTo(without);
  }

  /** Clocks of 100 iterations of a chain of loads, from the LDS or at one address for all lanes. */
  private static long chain(DeviceSpec spec, Space space, int loads) {
    boolean local = space == Space.LOCAL;
    Kernel kernel =
        Bench.loop(
            (b, block, pointer, thread) -> {
              int address = b.register(Type.I32, "%address");
              b.add(
                  0,
                  InstructionBuilder.of(Op.MOVE, Type.I32)
                      .to(address)
                      .from(local ? Operand.register(thread) : Operand.immediate(0))
                      .build());
              for (int i = 0; i < loads; i++) {
                b.add(
                    block,
                    InstructionBuilder.of(Op.LOAD, Type.I32)
                        .to(address)
                        .from(Operand.register(address))
                        .memory(
                            new MemoryAccess(
                                space,
                                Type.I32,
                                1,
                                i,
                                0,
                                local
                                    ? MemoryAccess.Qualifiers.VOLATILE
                                    : MemoryAccess.Qualifiers.NONE))
                        .build());
              }
            });
    long[][] addresses = new long[loads][100];
    if (!local) {
      for (long[] a : addresses) {
        java.util.Arrays.fill(a, 1L << 40);
      }
    }
    return Bench.run(spec, kernel, 1, List.of(Bench.record(0, 1, 100, loads, addresses, 0)))
        .ticks();
  }

  @ParameterizedTest(name = "{0}: LDS {1} clocks")
  @CsvSource({"mi100, 48", "mi210, 48", "mi300a, 52"})
  void ldsAnswersInItsPublishedClocks(String device, double clocks) {
    DeviceSpec spec = Specs.of(device);
    // Eight loads more in the loop: what the loop itself costs drops out.
    assertThat((chain(spec, Space.LOCAL, 12) - chain(spec, Space.LOCAL, 4)) / 800.0)
        .isCloseTo(clocks, within(4.0));
  }

  @ParameterizedTest(name = "{0}: scalar cache {1} clocks")
  @CsvSource({"mi100, 48", "mi210, 48", "mi300a, 48"})
  void scalarCacheAnswersInItsPublishedClocks(String device, double clocks) {
    DeviceSpec spec = Specs.of(device);
    long more = chain(spec, Space.GLOBAL, 12) - chain(spec, Space.GLOBAL, 4);
    assertThat(more / 800.0).isCloseTo(clocks, within(4.0));
  }
}
