// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.lockstep.testsupport.Kernels;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Accesses of adjacent bytes and half-words, beside the code of clang 19 for gfx908 and gfx942. */
class SubwordAccessesTest {
  private static final DeviceSpec MI300X = Specs.of("mi300x");

  private static final String HEAD =
      """
      .version 6.0
      .target sm_60
      .address_size 64
      .visible .entry k(.param .u64 p, .param .u64 q) {
      .reg .b32 %r<20>; .reg .b64 %d<9>; .reg .b16 %h<20>; .reg .f32 %f<9>; .reg .pred %p<2>;
      .shared .b32 s[64];
      ld.param.u64 %d0, [p]; ld.param.u64 %d1, [q]; mov.u32 %r0, %tid.x;
      mul.wide.u32 %d2, %r0, 16; add.s64 %d3, %d0, %d2; add.s64 %d4, %d1, %d2;
      """;

  private static Kernel kernel(String text) {
    return Kernels.ptx("k", HEAD + text + " ret; }").get(0);
  }

  private static GcnKernel lower(DeviceSpec spec, String text) {
    return new GcnLowering(Specs.chip(spec)).lower(kernel(text));
  }

  private static List<String> mnemonics(DeviceSpec spec, String text) {
    return lower(spec, text)
        .assembly()
        .lines()
        .map(String::strip)
        .filter(l -> l.startsWith("global_") || l.startsWith("v_"))
        .map(l -> l.split(" ")[0])
        .toList();
  }

  /** The accesses of global memory. */
  private static String accesses(DeviceSpec spec, String text) {
    return mnemonics(spec, text).stream()
        .filter(m -> m.startsWith("global_"))
        .map(m -> m.substring("global_".length()))
        .collect(Collectors.joining(" "));
  }

  private static long count(String text, String mnemonic) {
    return mnemonics(MI300X, text).stream().filter(mnemonic::equals).count();
  }

  private static String loads(String type, int bytes, int count) {
    StringBuilder text = new StringBuilder();
    for (int k = 0; k < count; k++) {
      text.append("ld.global.%s %%h%d, [%%d3+%d]; ".formatted(type, k + 1, bytes * k));
    }
    return text.toString();
  }

  /** Uses of what was loaded, each of all bits of a register. */
  private static String sums(int count) {
    StringBuilder text = new StringBuilder("mov.u32 %r1, 0;");
    for (int k = 1; k <= count; k++) {
      text.append("cvt.u32.u16 %r2, %h").append(k).append("; mul.lo.u32 %r1, %r1, %r2;");
    }
    return text + "st.shared.u32 [s], %r1;";
  }

  @ParameterizedTest
  @CsvSource({
    "2, load_ushort",
    "3, load_ushort load_ubyte",
    "4, load_dword",
    "5, load_dword load_ubyte",
    "7, load_dword load_ushort load_ubyte",
    "8, load_dwordx2",
    "16, load_dwordx4"
  })
  void adjacentBytesAreLoadedTogether(int bytes, String expected) {
    String text = loads("u8", 1, bytes) + sums(bytes);
    assertThat(accesses(MI300X, text)).isEqualTo(expected);
    assertThat(accesses(Specs.of("mi100"), text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"2, load_dword", "3, load_dword load_ushort", "4, load_dwordx2"})
  void adjacentHalfWordsAreLoadedTogether(int halves, String expected) {
    assertThat(accesses(MI300X, loads("u16", 2, halves) + sums(halves))).isEqualTo(expected);
  }

  @Test
  void eachByteIsExtractedOnce() {
    String signed =
        loads("s8", 1, 4)
            + "cvt.s32.s8 %r1, %h1; cvt.s32.s8 %r2, %h2; cvt.s32.s8 %r3, %h3; cvt.s32.s8 %r4, %h4;"
            + "mad.lo.s32 %r5, %r1, %r2, %r3; mad.lo.s32 %r6, %r5, %r4, %r1;"
            + "st.shared.u32 [s], %r6;";
    assertThat(accesses(MI300X, signed)).isEqualTo("load_dword");
    assertThat(count(signed, "v_bfe_i32")).isEqualTo(4);
    assertThat(count(signed, "v_bfe_u32")).isZero();
    String unsigned = signed.replace("s8", "u8").replace("cvt.s32", "cvt.u32");
    assertThat(count(unsigned, "v_bfe_u32")).isEqualTo(4);
    assertThat(count(unsigned, "v_and_b32")).isZero();
  }

  @Test
  void aConversionToFloatSelectsItsByte() {
    String text =
        loads("u8", 1, 4)
            + "cvt.rn.f32.u16 %f1, %h1; cvt.rn.f32.u16 %f2, %h2; cvt.rn.f32.u16 %f3, %h4;"
            + "fma.rn.f32 %f4, %f1, %f2, %f3; st.shared.f32 [s], %f4;";
    assertThat(accesses(MI300X, text)).isEqualTo("load_dword");
    assertThat(mnemonics(MI300X, text)).noneMatch(m -> m.startsWith("v_bfe"));
  }

  @Test
  void anOperandOfThreeSelectsNoByte() {
    String text =
        loads("u8", 1, 2)
            + "mul.wide.u16 %r1, %h2, 4; add.s32 %r2, %r1, %r0; st.shared.u32 [s], %r2;";
    assertThat(count(text, "v_lshl_add_u32")).isEqualTo(1);
    assertThat(count(text, "v_bfe_u32")).isEqualTo(1);
  }

  @Test
  void aCopyOfBytesIsOneLoadAndOneStore() {
    String stores =
        "st.global.u8 [%d4+2], %h3; st.global.u8 [%d4+3], %h4;"
            + "st.global.u8 [%d4+1], %h2; st.global.u8 [%d4], %h1;";
    String text = loads("u8", 1, 4) + stores;
    assertThat(accesses(MI300X, text)).isEqualTo("load_dword store_dword");
    assertThat(mnemonics(MI300X, text)).noneMatch(m -> m.matches("v_(bfe|bfi|and|perm).*"));
    String swapped = text.replace("[%d4+2]", "[%d4+9]").replace("[%d4]", "[%d4+2]");
    assertThat(accesses(MI300X, swapped.replace("[%d4+9]", "[%d4]")))
        .isEqualTo("load_dword store_dword");
    assertThat(mnemonics(MI300X, swapped.replace("[%d4+9]", "[%d4]"))).contains("v_perm_b32");
  }

  @Test
  void bytesThatAWordWasTakenApartToAreStoredAsTheWord() {
    String text =
        "mul.lo.u32 %r1, %r0, %r0; shr.u32 %r2, %r1, 8; shr.u32 %r3, %r1, 16; shr.u32 %r4, %r1, 24;"
            + "st.global.u8 [%d4], %r1; st.global.u8 [%d4+3], %r4; st.global.u8 [%d4+2], %r3;"
            + "st.global.u8 [%d4+1], %r2;";
    assertThat(accesses(MI300X, text)).isEqualTo("store_dword");
    assertThat(mnemonics(MI300X, text)).noneMatch(m -> m.matches("v_(lshrrev|bfi|perm)_b32"));
    String other = text.replace("shr.u32 %r3, %r1, 16", "shr.u32 %r3, %r1, 17");
    assertThat(accesses(MI300X, other)).isEqualTo("store_dword");
    assertThat(mnemonics(MI300X, other)).contains("v_perm_b32");
  }

  @Test
  void constantsAreOneConstant() {
    String text =
        "st.global.u8 [%d4], 1; st.global.u8 [%d4+1], 2; st.global.u8 [%d4+2], -3;"
            + "st.global.u8 [%d4+3], 4;";
    assertThat(lower(MI300X, text).assembly()).contains("0x4fd0201", "global_store_dword ");
  }

  @Test
  void differentBytesAreJoined() {
    String text =
        "mul.lo.u32 %r1, %r0, 3; mul.lo.u32 %r2, %r0, 5; mul.lo.u32 %r3, %r0, 7;"
            + "st.global.u8 [%d4], %r0; st.global.u8 [%d4+1], %r1; st.global.u8 [%d4+2], %r2;"
            + "st.global.u8 [%d4+3], %r3;";
    assertThat(accesses(MI300X, text)).isEqualTo("store_dword");
    assertThat(count(text, "v_bfi_b32")).isEqualTo(2);
    assertThat(count(text, "v_perm_b32")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"merged_accesses", ""})
  void switchesKeepBytesApart(String without) {
    DeviceSpec spec =
        without.isEmpty()
            ? MI300X.with("code.merged_loads", "1")
            : MI300X.with("compiler.without", without);
    assertThat(accesses(spec, loads("u8", 1, 4) + sums(4)).split(" ")).hasSize(4);
  }

  @Test
  void aStoreThatMayAliasSeparatesLoads() {
    String text =
        "ld.global.u8 %h1, [%d3]; st.global.u8 [%d4], %h1; ld.global.u8 %h2, [%d3+1];"
            + "st.global.u8 [%d4+8], %h2;";
    assertThat(accesses(MI300X, text)).isEqualTo("load_ubyte store_byte load_ubyte store_byte");
  }

  @Test
  void bytesAtUniformAddressesStayApart() {
    String text = (loads("u8", 1, 4) + sums(4)).replace("%d3", "%d0");
    assertThat(accesses(MI300X, text).split(" ")).hasSize(4);
  }

  @Test
  void tripsOfALoopThatIsRolledUpStayApart() {
    String text =
        "cvt.u32.u64 %r1, %d1; and.b32 %r2, %r1, 1; and.b32 %r3, %r1, -2; mov.u32 %r4, 0;"
            + "mov.f32 %f1, 0f00000000;"
            + "loop: ld.global.u16 %h1, [%d3]; cvt.rn.f32.u16 %f2, %h1; add.f32 %f1, %f1, %f2;"
            + "ld.global.u16 %h2, [%d3+2]; cvt.rn.f32.u16 %f3, %h2; add.f32 %f1, %f1, %f3;"
            + "add.s64 %d3, %d3, 4; add.s32 %r4, %r4, 2; setp.ne.s32 %p0, %r4, %r3;"
            + "@%p0 bra loop; setp.eq.s32 %p1, %r2, 0; @%p1 bra out;"
            + "ld.global.u16 %h3, [%d3]; cvt.rn.f32.u16 %f4, %h3; add.f32 %f1, %f1, %f4;"
            + "out: st.shared.f32 [s], %f1;";
    assertThat(accesses(MI300X, text)).isEqualTo("load_ushort load_ushort load_ushort");
    DeviceSpec unrolled = MI300X.with("compiler.without", "rolled_loops");
    assertThat(accesses(unrolled, text)).isEqualTo("load_dword load_ushort");
  }

  @Test
  void kernelsThatPollAreLeftAsTheyAre() {
    String poll =
        "wait: ld.volatile.global.u32 %r9, [%d1]; setp.eq.u32 %p0, %r9, 0; @%p0 bra wait;";
    assertThat(accesses(MI300X, poll + loads("u8", 1, 4) + sums(4))).doesNotContain("dword ubyte");
    assertThat(accesses(MI300X, poll + loads("u8", 1, 4) + sums(4)).split(" ")).hasSize(5);
  }

  @Test
  void theTimeOfALoadIsThatOfAllItsInstructions() {
    GcnKernel code = lower(MI300X, loads("u8", 1, 4) + sums(4));
    List<String> lines = code.assembly().lines().filter(l -> l.startsWith("  ")).toList();
    int row = 0;
    while (!lines.get(row).contains("global_load")) {
      row++;
    }
    TreeMap<Integer, Long> shares = new TreeMap<>();
    code.origins().orElseThrow().split(row, 400, shares::put);
    assertThat(shares.values()).containsExactly(100L, 100L, 100L, 100L);
  }

  @Test
  void aMergedLoadAsksForAllBytesAtOnce() {
    Kernel kernel =
        Bench.loop(
            (b, block, pointer, thread) -> {
              for (int k = 0; k < 4; k++) {
                int value = b.register(Type.I32, "%v" + k);
                b.add(
                    block,
                    InstructionBuilder.of(Op.LOAD, Type.I32)
                        .to(value)
                        .from(Operand.register(pointer))
                        .memory(new MemoryAccess(Space.GLOBAL, Type.I8, 1, k, k))
                        .build());
              }
            });
    DeviceSpec apart = MI300X.with("compiler.without", "merged_accesses");
    assertThat(counted(apart, kernel, "memory.requests"))
        .isEqualTo(4 * counted(MI300X, kernel, "memory.requests"));
    assertThat(counted(MI300X, kernel, "memory.bytes_requested"))
        .isEqualTo(counted(apart, kernel, "memory.bytes_requested"))
        .isEqualTo(4 * 64);
  }

  private static long counted(DeviceSpec spec, Kernel kernel, String name) {
    long[][] bases = new long[4][];
    for (int k = 0; k < 4; k++) {
      bases[k] = new long[] {(1L << 40) + k};
    }
    var record = Bench.record(0, 64, 1, 4, bases, 4);
    return Bench.run(spec, kernel, 64, List.of(record)).count(name);
  }
}
