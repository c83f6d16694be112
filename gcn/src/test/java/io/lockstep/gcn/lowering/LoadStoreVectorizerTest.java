// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.Bench;
import io.lockstep.gcn.Specs;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Accesses of neighbouring dwords, beside the code of clang 19 for gfx908, gfx90a and gfx942. Of a
 * stencil of nine floats, loads of the published program are two of four floats and one of one (52
 * look-ups of lines of a wavefront with the store).
 */
class LoadStoreVectorizerTest {
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
    return new GcnLowering(Specs.chip("gfx90a", spec))
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
  void threeNeighboursAreALoadOfThreeDwords() {
    assertThat(widths(MI210, loads(3, 4, true))).containsExactly("dwordx3");
    assertThat(widths(MI210, loads(7, 4, true))).containsExactly("dwordx4", "dwordx3");
  }

  @Test
  void aFigureKeepsLoadsApart() {
    assertThat(widths(MI210.with("code.merged_loads", "1"), loads(4, 4, true))).hasSize(4);
    assertThat(widths(MI210.with("code.merged_loads", "2"), loads(4, 4, true)))
        .containsExactly("dwordx2", "dwordx2");
  }

  @Test
  void loadsWithGapsStayApart() {
    assertThat(widths(MI210, loads(4, 8, true))).hasSize(4).containsOnly("dword");
    assertThat(widths(MI210, loads(4, 8, false))).hasSize(4).containsOnly("dword");
  }

  private static final String HEAD =
      """
      .version 6.0
      .target sm_60
      .address_size 64
      .visible .entry k(.param .u64 p, .param .u64 q) {
      .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .f64 %e<9>; .reg .pred %p<2>; .shared .b32 s[64];
      ld.param.u64 %d0, [p]; ld.param.u64 %d1, [q]; mov.u32 %r0, %tid.x;
      mul.wide.u32 %d2, %r0, 64; add.s64 %d3, %d0, %d2; add.s64 %d4, %d1, %d2;
      """;

  /** The accesses of global memory in the code of a kernel from %d3 to %d4, without addresses. */
  private static String code(DeviceSpec spec, String text) {
    Kernel kernel = Kernels.ptx("k", HEAD + text + " ret; }").get(0);
    return new GcnLowering(Specs.chip(spec))
        .lower(kernel)
        .assembly()
        .lines()
        .filter(l -> l.contains("global_"))
        .map(l -> l.strip().split(" ")[0].substring("global_".length()))
        .collect(Collectors.joining(" "));
  }

  private static final String LOADS =
      "ld.global.u32 %r1, [%d3]; ld.global.u32 %r2, [%d3+4]; ld.global.u32 %r3, [%d3+8];";

  private static final String STORES =
      "st.global.u32 [%d4], %r1; st.global.u32 [%d4+4], %r2; st.global.u32 [%d4+8], %r3;";

  @ParameterizedTest
  @ValueSource(strings = {"mi100", "mi210", "mi300x"})
  void neighboursOfWrittenMemoryAreOneLoadAndOneStore(String device) {
    assertThat(code(Specs.of(device), LOADS + STORES)).isEqualTo("load_dwordx3 store_dwordx3");
    assertThat(
            code(
                Specs.of(device),
                LOADS
                    + "ld.global.u32 %r4, [%d3+12]; st.global.u32 [%d4+12], %r4;"
                    + "st.global.u32 [%d4+16], %r0;"
                    + STORES))
        .isEqualTo("load_dwordx4 store_dword store_dwordx4");
  }

  @Test
  void neighboursOfConstantMemoryAreOneLoad() {
    String text = LOADS.replace("ld.global", "ld.const").replace("%d3", "%d5") + STORES;
    String address = ".const .b32 c[64]; mov.u64 %d5, c; add.s64 %d5, %d5, %d2;";
    assertThat(code(MI210, address + text)).isEqualTo("load_dwordx3 store_dwordx3");
  }

  @Test
  void wordsOfTwoSizesAreOneAccess() {
    String text =
        "ld.global.u32 %r1, [%d3+4]; ld.global.f64 %e1, [%d3+8];"
            + "st.global.u32 [%d4+4], %r1; st.global.f64 [%d4+8], %e1;";
    assertThat(code(MI210, text)).isEqualTo("load_dwordx3 store_dwordx3");
  }

  @Test
  void eachConstantOfAMergedStoreIsMovedToAVectorRegister() {
    String text = "st.global.u32 [%d4], 1000; st.global.u32 [%d4+4], 2000; ret; }";
    Kernel kernel = Kernels.ptx("k", HEAD + text).get(0);
    assertThat(new GcnLowering(Specs.chip("gfx90a", MI210)).lower(kernel).assembly())
        .contains("v_mov_b32 v:tmp, 0x3e8", "v_mov_b32 v:tmp, 0x7d0", "global_store_dwordx2");
  }

  @Test
  void theSwitchKeepsAccessesApart() {
    DeviceSpec off = MI210.with("compiler.without", "merged_accesses");
    assertThat(code(off, LOADS + STORES).split(" ")).hasSize(6);
  }

  @Test
  void offsetsOfIndexesAreSeparatedUnlessSwitchedOff() {
    String text =
        "add.s64 %d5, %d0, %d2; add.s64 %d6, %d2, 4; add.s64 %d7, %d0, %d6;"
            + "ld.global.u32 %r1, [%d5]; ld.global.u32 %r2, [%d7];"
            + "st.global.u32 [%d4], %r1; st.global.u32 [%d4+8], %r2;";
    assertThat(code(MI210, text)).startsWith("load_dwordx2 ");
    DeviceSpec off = MI210.with("compiler.without", "separated_offsets");
    assertThat(code(off, text)).startsWith("load_dword load_dword ");
  }

  @Test
  void aStoreThatMayAliasSeparatesLoads() {
    String text =
        "ld.global.u32 %r1, [%d3]; st.global.u32 [%d4], %r1;"
            + "ld.global.u32 %r2, [%d3+4]; st.global.u32 [%d4+4], %r2;";
    assertThat(code(MI210, text)).isEqualTo("load_dword store_dword load_dword store_dword");
    assertThat(code(MI210, text.replace("ld.global", "ld.global.nc")))
        .isEqualTo("load_dwordx2 store_dwordx2");
  }

  @Test
  void accessesOfOtherWordsOfTheSameAddressDoNotSeparate() {
    String text =
        "ld.global.u32 %r1, [%d3]; st.global.u32 [%d3], %r0;"
            + "ld.global.u32 %r2, [%d3+4]; st.global.u32 [%d3+4], %r1;"
            + "st.global.u32 [%d4], %r2;";
    assertThat(code(MI210, text)).isEqualTo("load_dwordx2 store_dwordx2 store_dword");
  }

  @Test
  void accessesOfTheSameWordSeparate() {
    String loads =
        "ld.global.u32 %r1, [%d3]; st.global.u32 [%d3+4], %r0; ld.global.u32 %r2, [%d3+4];"
            + "st.global.u32 [%d4], %r1; st.global.u32 [%d4+8], %r2;";
    assertThat(code(MI210, loads)).startsWith("load_dword store_dword load_dword");
    String stores =
        "st.global.u32 [%d3], %r0; ld.global.u32 %r1, [%d3]; st.global.u32 [%d3+4], %r1;"
            + "st.global.u32 [%d4], %r1;";
    assertThat(code(MI210, stores)).isEqualTo("store_dword load_dword store_dword store_dword");
    String twice =
        "st.global.u32 [%d3], %r0; st.global.u32 [%d3], %r1; st.global.u32 [%d3+4], %r0;";
    assertThat(code(MI210, "ld.global.u32 %r1, [%d4];" + twice))
        .isEqualTo("load_dword store_dword store_dwordx2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "membar.gl;",
        "red.global.add.u32 [%d4], %r0;",
        "ld.volatile.global.u32 %r4, [%d4]; st.shared.u32 [s], %r4;",
        "ld.acquire.gpu.global.u32 %r4, [%d3+64]; st.shared.u32 [s], %r4;",
        "setp.eq.u32 %p0, %r0, 5; cvta.shared.u64 %d5, %d2; selp.b64 %d5, %d5, %d4, %p0;"
            + "st.u32 [%d5], %r0;", // generic
      })
  void instructionsBetweenSeparate(String between) {
    String loads =
        "ld.global.u32 %r1, [%d3];"
            + between
            + "ld.global.u32 %r2, [%d3+4];"
            + STORES.substring(54);
    String stores = "st.global.u32 [%d3], %r0;" + between + "st.global.u32 [%d3+4], %r0;";
    for (String text : List.of(loads, stores)) {
      assertThat(code(MI210, text)).doesNotContain("x2");
    }
  }

  @Test
  void localMemoryAndReadOnlyLoadsBetweenDoNotSeparate() {
    String text =
        "ld.global.nc.u32 %r4, [%d4]; st.global.u32 [%d3], %r0; st.shared.u32 [s], %r4;"
            + "ld.global.nc.u32 %r5, [%d4+64]; st.shared.u32 [s+8], %r5;"
            + "membar.cta; st.global.u32 [%d3+4], %r0;";
    assertThat(code(MI210, text)).doesNotContain("store_dwordx2");
    String without = text.replace("membar.cta;", "");
    assertThat(code(MI210, without)).contains("store_dwordx2");
    DeviceSpec inOrder = MI210.with("compiler.without", "early_loads");
    assertThat(code(inOrder, without)).contains("store_dwordx2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ld.volatile.global", "ld.relaxed.gpu.global"})
  void accessesThatAreNotPlainStayApart(String load) {
    String text = LOADS.replace("ld.global", load);
    assertThat(code(MI210, text + STORES)).startsWith("load_dword load_dword load_dword");
  }

  @Test
  void registersThatChangeBetweenSeparate() {
    String address =
        "ld.global.u32 %r1, [%d3]; add.s64 %d3, %d3, %d2; ld.global.u32 %r2, [%d3+4];"
            + "st.global.u32 [%d4], %r1; st.global.u32 [%d4+8], %r2;";
    assertThat(code(MI210, address)).startsWith("load_dword load_dword");
    String data = "st.global.u32 [%d3], %r0; mul.lo.u32 %r0, %r0, %r0; st.global.u32 [%d3+4], %r0;";
    assertThat(code(MI210, data)).isEqualTo("store_dword store_dword");
    String result =
        "ld.global.u32 %r1, [%d3]; mul.lo.u32 %r2, %r1, %r1; st.shared.u32 [s], %r1;"
            + "ld.global.u32 %r1, [%d3+4]; st.shared.u32 [s+8], %r1; st.shared.u32 [s+4], %r2;";
    assertThat(code(MI210, result)).isEqualTo("load_dword load_dword");
  }

  @Test
  void valuesAreHeldUntilTheLastStore() {
    StringBuilder text = new StringBuilder();
    for (int k = 0; k < 8; k++) {
      text.append("xor.b32 %r0, %r0, ").append(1000 + k).append("; mul.lo.u32 %r").append(k + 1);
      text.append(", %r0, %r0; st.global.u32 [%d3+").append(4 * k).append("], %r").append(k + 1);
      text.append(";");
    }
    String head = HEAD.replace("%r<9>", "%r<10>");
    Kernel kernel = Kernels.ptx("k", head + text + " ret; }").get(0);
    DeviceSpec one = MI210.with("compiler.without", "early_loads,merged_accesses");
    DeviceSpec four = MI210.with("compiler.without", "early_loads");
    int apart = new GcnLowering(Specs.chip("gfx90a", one)).code(kernel).registers().vector();
    int merged = new GcnLowering(Specs.chip("gfx90a", four)).code(kernel).registers().vector();
    assertThat(merged).isGreaterThan(apart);
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

  @Test
  void aMergedStoreWritesAllBytesAtOnce() {
    Kernel kernel =
        Bench.loop((b, block, pointer, thread) -> stores(b, block, pointer, thread, -1));
    DeviceSpec apart = MI210.with("code.merged_loads", "1");
    assertThat(counted(apart, kernel, "memory.requests"))
        .isEqualTo(4 * counted(MI210, kernel, "memory.requests"));
    assertThat(counted(MI210, kernel, "memory.bytes_requested"))
        .isEqualTo(counted(apart, kernel, "memory.bytes_requested"))
        .isEqualTo(4 * 4 * 64);
  }

  @Test
  void storesWithAGuardStayApart() {
    Kernel kernel =
        Bench.loop(
            (b, block, pointer, thread) -> {
              int guard = b.register(Type.I1, "%guard");
              b.add(
                  block,
                  InstructionBuilder.of(Op.COMPARE, Type.I1)
                      .sourceType(Type.I32)
                      .comparison(Comparison.NE)
                      .to(guard)
                      .from(Operand.register(thread), Operand.immediate(0))
                      .build());
              stores(b, block, pointer, thread, guard);
            });
    assertThat(new GcnLowering(Specs.chip("gfx90a", MI210)).lower(kernel).assembly())
        .contains("global_store_dword ")
        .doesNotContain("global_store_dwordx");
  }

  @Test
  void printingBetweenSeparatesStores() {
    Kernel kernel =
        Bench.loop(
            (b, block, pointer, thread) -> {
              for (int k = 0; k < 2; k++) {
                b.add(block, store(k, pointer, thread).build());
                Operand value = Operand.register(thread);
                b.add(block, InstructionBuilder.of(Op.PRINTF, Type.I32).from(value).build());
              }
            });
    assertThat(new GcnLowering(Specs.chip("gfx90a", MI210)).lower(kernel).assembly())
        .contains("global_store_dword ")
        .doesNotContain("global_store_dwordx");
  }

  private static InstructionBuilder store(int word, int pointer, int data) {
    return InstructionBuilder.of(Op.STORE, Type.I32)
        .from(Operand.register(pointer), Operand.register(data))
        .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, word, 4 * word));
  }

  private static void stores(KernelBuilder b, int block, int pointer, int thread, int guard) {
    for (int k = 3; k >= 0; k--) {
      b.add(block, store(k, pointer, thread).guard(guard, false).build());
    }
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
        new GcnLowering(Specs.chip(MI210))
            .lower(kernel)
            .assembly()
            .lines()
            .filter(l -> l.contains("s_load") && l.contains(":r"))
            .toList());
  }
}
