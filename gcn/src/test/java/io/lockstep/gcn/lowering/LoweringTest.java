// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.gcn.Specs;
import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.spi.spec.Figures;
import io.lockstep.testsupport.Kernels;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the machine code looks like, beside LLVM 19's for the same kernels. */
class LoweringTest {
  private static final Chip GFX908 = chip("gfx908", 256, 4, 10);
  private static final Chip GFX942 = chip("gfx942", 512, 8, 8);

  private static Chip chip(String isa, long vectors, long granule, long waveSlots) {
    return Specs.chip(
        isa,
        withLoopsAsTheyAre(
            Map.ofEntries(
                Map.entry("unit.group_size", 1024L),
                Map.entry("unit.simds", 4L),
                Map.entry("unit.wavefront", 64L),
                Map.entry("unit.barriers", 16L),
                Map.entry("lds.size", 65536L),
                Map.entry("lds.granule", 512L),
                Map.entry("registers.scalar", 800L),
                Map.entry("registers.scalar_granule", 16L),
                Map.entry("registers.vector", vectors),
                Map.entry("registers.vector_granule", granule),
                Map.entry("unit.wave_slots", waveSlots),
                Map.entry("registers.per_item", 256L),
                Map.entry("registers.scalar_per_wave", 102L),
                Map.entry("registers.vector_reserved", 1L),
                Map.entry("registers.scalar_reserved", 8L),
                Map.entry("issue.vector_waits", 63L),
                Map.entry("issue.local_waits", 15L),
                Map.entry("code.merged_loads", 4L))));
  }

  /** Figures of a chip whose compiler leaves loops as they are. */
  private static Figures withLoopsAsTheyAre(Map<String, Long> values) {
    Set<String> left = Set.of("hoisted_moves", "hoisted_reciprocals", "rolled_loops");
    return new Figures() {
      @Override
      public OptionalLong optional(String path) {
        return Figures.of(values).optional(path);
      }

      @Override
      public boolean omits(String step) {
        return left.contains(step);
      }
    };
  }

  @Test
  void accessesOfTheLdsStayApartWithoutTheirPass() {
    Chip chip = Specs.chip(Specs.of("mi210").with("compiler.without", "paired_accesses"));
    Chip pairs = Specs.chip(Specs.of("mi210"));
    assertThat(lower("matmul", pairs).assembly()).contains("ds_read2_b32");
    assertThat(lower("matmul", chip).assembly())
        .contains("ds_read_b32")
        .doesNotContain("ds_read2_b32");
  }

  private static GcnKernel lower(String kernel, Chip chip) {
    return new GcnLowering(chip).lower(Kernels.corpus(kernel));
  }

  private static int vector(GcnKernel k) {
    return k.count(GcnClass.VALU)
        + k.count(GcnClass.VALU_MUL32)
        + k.count(GcnClass.VALU_TRANS)
        + k.count(GcnClass.VALU_F64)
        + k.count(GcnClass.VALU_TRANS64);
  }

  private static int count(GcnKernel k, GcnClass first, GcnClass last) {
    return Arrays.stream(GcnClass.values())
        .filter(c -> c.compareTo(first) >= 0 && c.compareTo(last) <= 0)
        .mapToInt(k::count)
        .sum();
  }

  @ParameterizedTest(name = "{0} on {1}: LLVM has {2} in all, {3} vector, {4} memory, {5} LDS")
  @CsvSource({
    "vecadd, gfx908, 30, 14, 3, 0", "saxpy4, gfx908, 29, 14, 3, 0", "matmul, gfx908, 94, 46, 3, 18",
    "floyd, gfx908, 45, 23, 4, 0", "bitonic, gfx908, 37, 19, 4, 0",
        "conv2d, gfx908, 282, 211, 26, 0",
    "stencil, gfx908, 110, 58, 8, 0", "reduce, gfx908, 129, 31, 2, 19",
        "transpose, gfx908, 35, 20, 2, 2",
    "matmul, gfx942, 90, 41, 3, 18", "floyd, gfx942, 40, 18, 4, 0",
        "reduce, gfx942, 129, 28, 2, 19",
    "stencil, gfx942, 92, 40, 8, 0", "transpose, gfx942, 35, 20, 2, 2"
  })
  void sizesAreNearLlvmsAndMemoryOperationsAreAsMany(
      String kernel, String isa, int total, int valu, int memory, int lds) {
    GcnKernel k = lower(kernel, isa.equals("gfx908") ? GFX908 : GFX942);
    assertThat(k.size()).isCloseTo(total, within((int) Math.ceil(0.15 * total)));
    assertThat(vector(k)).isCloseTo(valu, within((int) Math.ceil(0.25 * valu)));
    assertThat(count(k, GcnClass.VMEM_LOAD, GcnClass.VMEM_ATOMIC_RETURN)).isEqualTo(memory);
    assertThat(count(k, GcnClass.LDS_READ, GcnClass.LDS_ATOMIC_RETURN)).isEqualTo(lds);
  }

  @Test
  @DisplayName("a bounds check saves EXEC and skips the body when no lane is left")
  void execMask() {
    assertThat(lower("vecadd", GFX908).assembly())
        .containsSubsequence(
            "v_cmp_ge_i32",
            "s_and_saveexec_b64",
            "s_cbranch_execz .L2",
            "global_load_dword",
            "s_waitcnt vmcnt(0)",
            "v_add_f32",
            "global_store_dword",
            "s_endpgm");
  }

  @Test
  @DisplayName("uniform work is scalar: group offset by s_mul_i32, arguments by merged s_loads")
  void scalarUnit() {
    String code = lower("vecadd", GFX908).assembly();
    assertThat(code).contains("s_mul_i32").contains("s_load_dwordx4");
    assertThat(code).doesNotContain("v_mul");
  }

  @Test
  @DisplayName("a loop whose count is uniform branches on SCC; a divergent one loops on EXEC")
  void aLoopWhoseCountIsUniformBranchesOnScc() {
    assertThat(lower("montecarlo", GFX908).assembly()).contains("s_cbranch_scc");
    assertThat(lower("histogram", GFX908).assembly())
        .containsSubsequence("s_or_b64 s:done", "s_andn2_b64 exec", "s_cbranch_execnz");
  }

  @Test
  @DisplayName("neighbouring LDS reads pair up, and waits count the outstanding ones down")
  void localDataPairs() {
    GcnKernel k = lower("matmul", GFX942);
    assertThat(k.count(GcnClass.LDS_READ)).isEqualTo(16);
    assertThat(k.assembly()).contains("ds_read2_b32").contains("lgkmcnt(").contains("s_barrier");
  }

  @Test
  @DisplayName("64-bit addresses: carry pairs on gfx908, v_lshl_add_u64 on gfx942")
  void addressArithmetic() {
    assertThat(lower("vecadd", GFX908).assembly()).contains("v_addc_co_u32");
    assertThat(lower("vecadd", GFX942).assembly())
        .contains("v_lshl_add_u64")
        .doesNotContain("v_addc_co_u32");
  }

  @Test
  @DisplayName("every recorded memory operation is carried out exactly once")
  void slotsOnce() {
    for (String name : Kernels.CORPUS) {
      GcnKernel k = lower(name, GFX942);
      int[] slots = Arrays.stream(k.slots).sorted().toArray();
      assertThat(slots)
          .as(name)
          .isEqualTo(java.util.stream.IntStream.range(0, k.kernel().memorySlots()).toArray());
    }
  }

  @Test
  void registersThatHoldNoValueAreReserved() {
    Map<String, Long> more =
        Map.of("registers.vector_reserved", 4L, "registers.scalar_reserved", 16L);
    Figures known = Specs.of("mi300a");
    Figures figures =
        path -> more.containsKey(path) ? OptionalLong.of(more.get(path)) : known.optional(path);
    GcnKernel usual = lower("vecadd", Specs.chip("gfx942", known));
    GcnKernel reserved = lower("vecadd", Specs.chip("gfx942", figures));
    assertThat(reserved.registers()).isEqualTo(usual.registers() + 3);
    assertThat(reserved.scalarRegisters()).isEqualTo(usual.scalarRegisters() + 8);
  }
}
