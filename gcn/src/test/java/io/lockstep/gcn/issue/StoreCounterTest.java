// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.Bench;
import io.lockstep.gcn.GcnProvider;
import io.lockstep.gcn.Specs;
import io.lockstep.gcn.isa.InstructionSet;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.Device;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An instruction set that counts stores apart, as those from GFX10 on do. */
class StoreCounterTest {
  private static final String APART =
      """
      gfx942 s_waitcnt vmcnt 63 counts vmem_load vmem_atomic vmem_atomic_return
      gfx942 s_waitcnt lgkmcnt 15 counts lds smem region
      gfx942 s_waitcnt_vscnt vscnt 63 counts vmem_store
      """;

  private static final Device TOGETHER = device("");
  private static final Device SEPARATE = device(APART);

  /** Stores the loaded value, and loads from where it points to. */
  private static final Kernel KERNEL =
      Bench.loop(
          (b, block, pointer, thread) -> {
            b.add(
                block,
                InstructionBuilder.of(Op.STORE, Type.I32)
                    .from(Operand.register(pointer), Operand.register(thread))
                    .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, 1, 64))
                    .build());
            Bench.chase(b, block, pointer);
          });

  /** A device whose instruction set has these counters, or its own where there are none. */
  private static Device device(String counters) {
    String text;
    try (InputStream table = Specs.open("instruction-sets.txt")) {
      text = new String(table.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    if (!counters.isEmpty()) {
      text = text.replaceAll("gfx942 s_waitcnt.*\n", "") + "\n" + counters;
    }
    var sets = InstructionSet.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    GcnProvider provider =
        new GcnProvider("cdna", sets, List.of("mi300a")) {
          @Override
          protected InputStream resource(String name) {
            return Specs.open(name);
          }
        };
    return provider.device(Specs.of("mi300a").with("memory.acknowledge", "5000cycles"));
  }

  private static long ticks(Device device, int iterations) {
    long[] chased = Bench.cycle(iterations, 128, 1);
    return Bench.run(
            device,
            KERNEL,
            1,
            List.of(Bench.record(0, 1, iterations, 2, new long[][] {chased, chased}, 0)))
        .ticks();
  }

  @Test
  void aLoadIsWaitedForByItsCounterAndAFenceByAll() {
    assertThat(SEPARATE.lower(KERNEL).assembly())
        .contains("s_waitcnt vmcnt(0)")
        .doesNotContain("s_waitcnt vscnt");
    Kernel fenced =
        Bench.loop(
            (b, block, pointer, thread) ->
                b.add(block, InstructionBuilder.of(Op.FENCE, Type.I32).build()));
    assertThat(SEPARATE.lower(fenced).assembly())
        .contains("s_waitcnt vmcnt(0) lgkmcnt(0)")
        .contains("s_waitcnt_vscnt vscnt(0)");
    assertThat(TOGETHER.lower(fenced).assembly()).doesNotContain("vscnt");
  }

  @Test
  void anOlderStoreDelaysALoadOnlyWhereOneCounterCountsBoth() {
    long together = ticks(TOGETHER, 8) - ticks(TOGETHER, 4);
    long separate = ticks(SEPARATE, 8) - ticks(SEPARATE, 4);
    assertThat(together).isGreaterThan(4 * 5000);
    assertThat(separate).isLessThan(4 * 5000);
  }
}
