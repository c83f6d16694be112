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
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * S_ENDPGM implicitly executes S_WAITCNT 0 (CDNA ISA guide): the life of a wavefront that stores
 * ends with the acknowledgement. RRZE gpu-stream, "scale" against "read" at one group of 64 lanes a
 * unit: 341 clocks on MI100, 377 on MI210, 265 on MI300X.
 */
class WavefrontEndTest {
  private static final int GROUPS = 24;

  private static Kernel kernel(boolean stores) {
    return Bench.loop(
        (b, block, pointer, thread) ->
            b.add(
                block,
                stores
                    ? InstructionBuilder.of(Op.STORE, Type.I32)
                        .from(Operand.register(pointer), Operand.register(thread))
                        .memory(
                            new MemoryAccess(
                                Space.GLOBAL, Type.I32, 1, 0, 0, MemoryAccess.Qualifiers.VOLATILE))
                        .build()
                    : InstructionBuilder.of(Op.XOR, Type.I32)
                        .to(thread)
                        .from(Operand.register(thread), Operand.immediate(1))
                        .build()));
  }

  /** Clocks from one group of a unit to the next, one wavefront at a time on each SIMD. */
  private static double life(DeviceSpec spec, boolean stores) {
    DeviceSpec narrow =
        spec.with("unit.simds", "1")
            .with("unit.wave_slots", "1")
            .with("scalar_cache.sharing", "1")
            .with("unit.count", String.valueOf(spec.integer("unit.dies")));
    int groups = GROUPS * spec.integer("unit.dies");
    List<WorkGroupRecord> records = new ArrayList<>();
    for (int g = 0; g < 2 * groups; g++) {
      long[][] at = {{(1L << 40) + 256L * g}};
      records.add(Bench.record(g, 64, 1, stores ? 1 : 0, stores ? at : new long[0][], 4));
    }
    long all = Bench.run(narrow, kernel(stores), 64, records).ticks();
    long half = Bench.run(narrow, kernel(stores), 64, records.subList(0, groups)).ticks();
    return (double) (all - half) / GROUPS;
  }

  @ParameterizedTest(name = "{0}: {1} clocks")
  @CsvSource({"mi100, 341", "mi210, 377", "mi300x, 265"})
  void aWavefrontThatStoresHoldsItsSlotUntilTheAcknowledgement(String device, double published) {
    DeviceSpec spec = Specs.of(device);
    assertThat(life(spec, true) - life(spec, false)).isCloseTo(published, within(0.2 * published));
  }

  @Test
  void withoutAnAcknowledgementAStoreHoldsNothing() {
    DeviceSpec spec = Specs.of("mi210").with("memory.acknowledge", DeviceSpec.ABSENT);
    assertThat(life(spec, true) - life(spec, false)).isBetween(0.0, 12.0);
  }

  @Test
  void anAcknowledgementThatTakesLongerIsWaitedForLonger() {
    DeviceSpec spec = Specs.of("mi210");
    double more = life(spec.with("memory.acknowledge", "1060cycles"), true) - life(spec, true);
    assertThat(more).isCloseTo(1000, within(4.0));
  }
}
