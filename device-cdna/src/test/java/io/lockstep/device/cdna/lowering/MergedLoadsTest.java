// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.cdna.Bench;
import io.lockstep.device.cdna.Specs;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Type;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Loads of neighbouring dwords. Of a stencil of nine floats, loads of the published program are two
 * of four floats and one of one (52 look-ups of lines of a wavefront with the store).
 */
class MergedLoadsTest {
  private static final DeviceSpec MI210 = Specs.of("mi210");

  private static Kernel loads(int count, int apart, boolean readOnly) {
    return Bench.loop(
        (b, block, pointer, thread) -> {
          for (int k = 0; k < count; k++) {
            int value = b.register(Type.F32, "%f" + k);
            b.add(
                block,
                InstructionBuilder.of(Op.LOAD, Type.F32)
                    .to(value)
                    .from(Operand.register(pointer))
                    .memory(
                        new MemoryAccess(
                            Space.GLOBAL,
                            Type.F32,
                            1,
                            k,
                            k * apart,
                            readOnly
                                ? MemoryAccess.Qualifiers.CONSTANT
                                : MemoryAccess.Qualifiers.NONE))
                    .build());
            b.add(
                block,
                InstructionBuilder.of(Op.PRINTF, Type.F32).from(Operand.register(value)).build());
          }
        });
  }

  private static List<String> widths(DeviceSpec spec, Kernel kernel) {
    return new GcnLowering(new Chip("gfx90a", spec))
        .lower(kernel)
        .assembly()
        .lines()
        .filter(l -> l.contains("global_load"))
        .map(l -> l.strip().split(" ")[0].substring("global_load_".length()))
        .toList();
  }

  @Test
  void nineNeighboursAreTwoLoadsOfFourDwordsAndOneOfOne() {
    assertThat(widths(MI210, loads(9, 4, true))).containsExactly("dwordx4", "dwordx4", "dword");
  }

  @Test
  void threeNeighboursAreALoadOfTwoDwordsAndOneOfOne() {
    assertThat(widths(MI210, loads(3, 4, true))).containsExactly("dwordx2", "dword");
  }

  @Test
  void aFigureKeepsLoadsApart() {
    assertThat(widths(MI210.with("code.merged_loads", "1"), loads(4, 4, true))).hasSize(4);
    assertThat(widths(MI210.with("code.merged_loads", "2"), loads(4, 4, true)))
        .containsExactly("dwordx2", "dwordx2");
  }

  @Test
  void loadsWithGapsAndLoadsOfWrittenMemoryStayApart() {
    assertThat(widths(MI210, loads(4, 8, true))).hasSize(4).containsOnly("dword");
    assertThat(widths(MI210, loads(4, 4, false))).hasSize(4).containsOnly("dword");
  }

  @Test
  void aMergedLoadAsksForAllBytesAtOnce() {
    Kernel kernel = loads(4, 4, true);
    DeviceSpec apart = MI210.with("code.merged_loads", "1");
    assertThat(counted(apart, kernel, "memory.requests"))
        .isEqualTo(4 * counted(MI210, kernel, "memory.requests"));
    assertThat(counted(MI210, kernel, "memory.bytes_requested"))
        .isEqualTo(counted(apart, kernel, "memory.bytes_requested"))
        .isEqualTo(4 * 4 * 64);
    assertThat(counted(MI210, kernel, "l1.lines")).isLessThan(counted(apart, kernel, "l1.lines"));
  }

  private static long counted(DeviceSpec spec, Kernel kernel, String name) {
    long[][] bases = new long[4][];
    for (int k = 0; k < 4; k++) {
      bases[k] = new long[] {(1L << 40) + 4 * k};
    }
    var record = Bench.record(0, 64, 1, 4, bases, 4);
    return Bench.run(spec, kernel, 64, List.of(record)).count(name);
  }

  @Test
  void scalarLoadsOnBothSidesOfAChangeOfTheirAddressAreNotMerged() {
    assertThat(scalarLoads("")).contains("s_load_dwordx2");
    assertThat(scalarLoads("add.s64 %a0, %a0, 64;")).doesNotContain("s_load_dwordx2");
  }

  /** Code of loads of two neighbouring words, with an instruction between them. */
  private static String scalarLoads(String between) {
    String text =
        """
        .version 6.0
        .target sm_60
        .address_size 64
        .visible .entry k(.param .u64 a, .param .u64 pad, .param .u64 b) {
        .reg .b32 %r<3>; .reg .b64 %a<2>;
        ld.param.u64 %a0, [a]; ld.param.u64 %a1, [b];
        ld.global.nc.u32 %r0, [%a0];
        BETWEEN
        ld.global.nc.u32 %r1, [%a0+4];
        st.global.u32 [%a1], %r0; st.global.u32 [%a1+4], %r1; st.global.u64 [%a1+8], %a0;
        ret;
        }
        """;
    Kernel kernel = Kernels.ptx("k", text.replace("BETWEEN", between)).get(0);
    return String.join(
        "\n",
        new GcnLowering(new Chip(MI210.choice("unit.isa"), MI210))
            .lower(kernel)
            .assembly()
            .lines()
            .filter(l -> l.contains("s_load") && l.contains(":r"))
            .toList());
  }
}
