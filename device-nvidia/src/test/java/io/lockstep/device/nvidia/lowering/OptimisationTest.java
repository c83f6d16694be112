// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.ControlBits;
import io.lockstep.sm.code.SassCode;
import io.lockstep.testsupport.Kernels;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the lowering makes of several instructions together, as ptxas 13.0 does. */
class OptimisationTest {
  @ParameterizedTest
  @ValueSource(strings = {"chase", "histogram"})
  void aLoopCopiesNoRegister(String name) {
    List<String> loop = block(corpus(Capability.AMPERE, name), ".L3:");

    assertThat(loop).filteredOn(line -> line.contains("LDG")).isNotEmpty();
    assertThat(loop).filteredOn(line -> line.matches(".*MOV\\S* R\\d+, R\\d.*")).isEmpty();
  }

  @Test
  void anIndexTimesFourPlusAnArgumentIsOneInstruction() {
    assertThat(code(Capability.AMPERE, "mul.wide.s32 %d1, %r0, 4; add.s64 %d2, %d1, %d0;"))
        .filteredOn(line -> line.contains("IMAD.WIDE"))
        .singleElement()
        .asString()
        .contains("c[0x0][0x160].64");
  }

  @Test
  void sumsOfThreeAndLogicOfThreeAreOneInstructionEach() {
    String sum = "add.s32 %r1, %r0, %r2; add.s32 %r3, %r1, %r4; add.s64 %d2, %d0, 0;";
    String logic = "and.b32 %r1, %r0, %r2; xor.b32 %r3, %r1, %r4; add.s64 %d2, %d0, 0;";

    assertThat(code(Capability.AMPERE, sum)).filteredOn(line -> line.contains("IADD3")).hasSize(1);
    assertThat(code(Capability.AMPERE, logic)).filteredOn(line -> line.contains("LOP3")).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  void bothIntegerPipesShareSumsOf64Bits(Capability capability) {
    StringBuilder sums = new StringBuilder("cvt.u64.u32 %d2, %r3; cvt.u64.u32 %d1, %r0;");
    for (int k = 0; k < 16; k++) {
      sums.append("add.s64 %d2, %d2, %d1; add.s64 %d1, %d1, %d2;\n");
    }
    List<String> code = code(capability, sums.toString());
    assertThat(code).filteredOn(line -> line.contains("IMAD.X")).hasSizeGreaterThan(28);
    assertThat(code).filteredOn(line -> line.contains("IADD3.X")).hasSizeLessThan(4);
  }

  @Test
  void aPairOfHalvesIsOneConversionOfTheArithmeticUnits() {
    String floats = ".reg .f32 %f<3>; mov.b32 %f1, %r0; mov.b32 %f2, %r2; ";

    assertThat(code(Capability.AMPERE, floats + "cvt.rn.f16x2.f32 %r3, %f1, %f2;"))
        .filteredOn(line -> line.contains("F2FP") || line.contains("LOP3"))
        .singleElement()
        .asString()
        .contains("F2FP.F16.F32.PACK_AB", ":W-:");
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  void bytesAndHalvesThatALoadExtendsWithZerosAreConvertedAsIntegersWhereTheChipCan(
      Capability capability) {
    int words = capability.isAtLeast(Capability.AMPERE_GRAPHICS) ? 1 : 0;

    assertConverted(capability, "ld.global.u8 %h1, [%d0]; cvt.rn.f32.u8", words, 0);
    assertConverted(capability, "ld.global.u16 %h1, [%d0]; cvt.rn.f32.u16", words, 0);
    assertConverted(
        capability, "ld.global.v4.u8 {%h0, %h1, %h2, %h3}, [%d0]; cvt.rn.f32.u16", words, words);
    assertConverted(capability, "ld.global.s8 %h1, [%d0]; cvt.rn.f32.s16", 0, 0);
    assertConverted(capability, "ld.global.s8 %h1, [%d0]; cvt.rn.f32.u16", 0, 0);
    assertConverted(capability, "ld.global.u16 %h1, [%d0]; cvt.rn.f32.u8", 0, 0);
    assertConverted(capability, "ld.global.v2.u16 {%h0, %h1}, [%d0]; cvt.rn.f32.u16", 0, 0);
  }

  private static void assertConverted(Capability capability, String text, int words, int bytes) {
    String declared = ".reg .b16 %h<4>; .reg .f32 %f1; ";
    List<String> code = code(capability, declared + text + " %f1, %h1; mov.b32 %r3, %f1;");

    assertThat(code).filteredOn(line -> line.contains("I2FP.F32")).hasSize(words);
    assertThat(code).filteredOn(line -> line.contains("I2F.f32")).hasSize(1 - words);
    assertThat(code).filteredOn(line -> line.matches(".*PRMT .*0x7771, RZ.*")).hasSize(bytes);
  }

  @Test
  void theUpperHalfOfAnAddressThatNothingReadsIsNotComputed() {
    assertThat(code(Capability.AMPERE, "mul.wide.u32 %d1, %r0, 12; cvt.u32.u64 %r3, %d1;"))
        .noneMatch(line -> line.contains("IMAD.WIDE"))
        .anyMatch(line -> line.contains("IMAD R"));
  }

  @Test
  void accessesOfTuringAddTheirBaseInUniformRegisters() {
    assertThat(corpus(Capability.TURING, "vecadd"))
        .filteredOn(line -> line.contains("LDG"))
        .hasSize(2)
        .allMatch(line -> line.contains("UR"));
    assertThat(lowered(Capability.TURING, "vecadd").uniform).contains(true);
    assertThat(lowered(Capability.AMPERE, "vecadd").uniform).doesNotContain(true);
  }

  @Test
  void loadsThatOneInstructionWaitsForShareACounter() {
    SassCode code = lowered(Capability.AMPERE, "vecadd");
    List<Integer> counters = new ArrayList<>();
    for (int r = 0; r < code.size(); r++) {
      if (AccessKind.values()[code.access[r]] == AccessKind.LOAD) {
        counters.add(code.writes[r]);
      }
    }

    assertThat(counters).hasSize(2).containsOnly(counters.get(0));
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  void anAddressTakesNoRegisterThatALoadMayStillRead(Capability capability) {
    List<String> loop = block(corpus(capability, "chase"), ".L3:");
    List<String> addresses =
        loop.stream()
            .filter(line -> line.contains("LDG"))
            .map(line -> line.replaceAll(".*\\[(R\\d+).*", "$1"))
            .toList();

    assertThat(addresses).hasSizeGreaterThan(6);
    assertThat(addresses.subList(0, 4)).doesNotHaveDuplicates(); // ptxas: six, then again
    assertThat(lowered(capability, "chase").registers()).isLessThanOrEqualTo(24); // ptxas: 20, 24
  }

  /** Sixteen loads whose addresses are a stride apart that the kernel is given. */
  private static List<String> strided() {
    StringBuilder text = new StringBuilder("cvt.u64.u32 %d1, %r2; .reg .b64 %a<17>;\n");
    text.append(".reg .f32 %f<17>, %s<17>; mov.b64 %a0, %d0; mov.b32 %s0, %r0;\n");
    for (int k = 0; k < 16; k++) {
      text.append(
          "ld.global.f32 %f#, [%a#]; add.f32 %s@, %s#, %f#; add.s64 %a@, %a#, %d1;\n"
              .replace("#", "" + k)
              .replace("@", "" + (k + 1)));
    }
    return code(Capability.AMPERE, text + "mov.b32 %r3, %s16; mov.b64 %d2, %d0;");
  }

  @Test
  void operandsThatAreReadAndResultsOfLoadsHaveDifferentCounters() {
    Map<Character, Character> inFlight = new HashMap<>(); // by counter, what it counts
    int both = 0;
    int loads = 0;
    for (String line : strided()) {
      Matcher bits = Pattern.compile("B(\\S{6}):R(.):W(.)").matcher(line);
      if (bits.find()) {
        bits.group(1).chars().forEach(waited -> inFlight.remove((char) waited));
        for (int k = 2; k <= 3; k++) {
          char counter = bits.group(k).charAt(0);
          char kind = k == 2 ? 'R' : 'W';
          both += counter != '-' && inFlight.getOrDefault(counter, kind) != kind ? 1 : 0;
          inFlight.put(counter, kind);
        }
      }
      loads += line.contains("LDG") ? 1 : 0;
    }
    assertThat(loads).isEqualTo(16);
    assertThat(both).isZero();
  }

  @Test
  void loadsWithAStrideKnownAtRunTimeAreInFlightTogether() {
    List<String> code = strided();
    long before =
        code.stream()
            .takeWhile(line -> !line.contains("FADD"))
            .filter(line -> line.contains("LDG"))
            .count();
    assertThat(before).isGreaterThan(6);
  }

  @Test
  void addressesOfStoresTakeNoRegistersOfLoadsInFlight() {
    StringBuilder text = new StringBuilder("cvt.u64.u32 %d1, %r2; .reg .b64 %a<17>, %s<17>;\n");
    text.append(".reg .f32 %f<17>; mov.b64 %a0, %d0; add.s64 %s0, %d0, %d1;\n");
    for (int k = 0; k < 16; k++) {
      text.append(
          "ld.global.nc.f32 %f#, [%a#]; add.f32 %f#, %f#, 0f3fc00000; st.global.f32 [%s#], %f#;"
              .replace("#", "" + k));
      text.append(
          "add.s64 %a@, %a#, %d1; add.s64 %s@, %s#, %d1;\n"
              .replace("#", "" + k)
              .replace("@", "" + (k + 1)));
    }
    List<String> accesses = orderOfAccesses(text + "mov.b64 %d2, %d0;");
    assertThat(accesses.indexOf("STG")).isEqualTo(16); // ptxas: with 32 registers, too
  }

  @Test
  void addressesOfLaterLoadsTakeNoRegistersOfLoadsThatAreReady() {
    StringBuilder text = new StringBuilder("cvt.u64.u32 %d1, %r2; mov.b64 %d2, %d0;\n");
    text.append(
        ".reg .b64 %a<9>; .reg .f32 %f<2>, %x<48>, %y<48>; mov.f32 %f0, 0f00000000; mov.b64 %a0, %d0;\n");
    for (int round = 0; round < 8; round++) {
      for (int k = 0; k < 6; k++) {
        text.append(
            ("ld.global.nc.f32 %x$, [%a#+@]; ld.global.nc.f32 %y$, [%a#+4096+@];"
                    + "fma.rn.f32 %f0, %x$, %y$, %f0;\n")
                .replace("$", "" + (6 * round + k))
                .replace("#", "" + round)
                .replace("@", "" + 2048 * k));
      }
      text.append(
          "mad.lo.s64 %a@, %d1, #, %d0;\n"
              .replace("#", "" + (4 << round))
              .replace("@", "" + (round + 1)));
    }
    List<String> code = code(Capability.AMPERE, text + "st.global.f32 [%a8], %f0;");
    long before =
        code.stream()
            .takeWhile(line -> !line.contains("FFMA"))
            .filter(line -> line.contains("LDG"))
            .count();
    assertThat(before).isGreaterThanOrEqualTo(12); // those of the first round, as in ptxas's code
  }

  @Test
  void loadsOfRowsComeBeforeTheirStoresWhereRegistersAreScarce() {
    StringBuilder text = new StringBuilder(".reg .b64 %a<17>, %s<17>; .reg .f32 %f<17>;\n");
    text.append("mad.wide.u32 %a0, %r0, 4, %d0; add.s64 %s0, %a0, 65536;\n");
    for (int k = 0; k < 16; k++) {
      text.append(
          ("ld.global.nc.f32 %f#, [%a#]; fma.rn.f32 %f#, %f#, 0f40000000, 0f3f800000;"
                  + "st.global.f32 [%s#], %f#;"
                  + "mad.wide.u32 %a@, %r2, 4, %a#; mad.wide.u32 %s@, %r2, 4, %s#;\n")
              .replace("#", "" + k)
              .replace("@", "" + (k + 1)));
    }
    List<String> accesses = orderOfAccesses(text.toString());
    assertThat(accesses.indexOf("STG")).isEqualTo(16);
  }

  @Test
  void aReadOnlyLoadPassesAStore() {
    String text =
        "ld.global.nc.u32 %r5, [%d0+8]; st.global.u32 [%d0], %r5;"
            + "ld.global%s.u32 %r3, [%d0+16]; mov.b64 %d2, %d0;";
    assertThat(orderOfAccesses(text.replace("%s", ".nc")))
        .containsExactly("LDG", "LDG", "STG", "STG");
    assertThat(orderOfAccesses(text.replace("%s", ""))).containsExactly("LDG", "STG", "LDG", "STG");
  }

  private static List<String> orderOfAccesses(String text) {
    return code(Capability.AMPERE, text).stream()
        .map(Pattern.compile("LDG|STG")::matcher)
        .filter(Matcher::find)
        .map(Matcher::group)
        .toList();
  }

  @Test
  void aStoreWhoseRegistersAreNotWrittenAgainHasNoCounter() {
    SassCode code = lowered(Capability.AMPERE, "vecadd");
    int store = code.size() - 2;

    assertThat(AccessKind.values()[code.access[store]]).isEqualTo(AccessKind.STORE);
    assertThat(code.reads[store]).isEqualTo((byte) ControlBits.NO_COUNTER);
  }

  @Test
  void shortSidesWithAccessesArePredicated() {
    assertThat(corpus(Capability.AMPERE, "reduce"))
        .filteredOn(line -> line.contains("@") && line.contains("LDS"))
        .hasSizeGreaterThan(10);
  }

  @Test
  void registersAreWithinAGranuleOfPtxasOrFillATuringMultiprocessor() {
    assertThat(lowered(Capability.AMPERE, "conv2d").registers()).isBetween(28, 36); // ptxas: 32
    assertThat(lowered(Capability.TURING, "conv2d").registers()).isBetween(33, 64);
    assertThat(lowered(Capability.AMPERE, "cu_matmul").registers()).isEqualTo(32); // as ptxas
  }

  @Test
  void aBranchWaitsForItsPredicateAtTheInstructionBeforeIt() {
    String text =
        ".reg .pred %p<1>; .reg .f32 %f<3>; mov.b32 %f1, %r0; setp.lt.u32 %p0, %r0, %r2;"
            + "add.f32 %f2, %f1, %f1; cvt.rzi.s32.f32 %r3, %f2; @%p0 bra end;"
            + "add.u32 %r3, %r3, %r2; bar.warp.sync -1; end:";
    List<String> code = code(Capability.AMPERE, text);
    int branch = 0;
    while (!code.get(branch).contains("BRA")) {
      branch++;
    }

    assertThat(code.get(branch - 1)).containsPattern("S0[5-9].*F2I"); // ptxas: S09
    assertThat(code).filteredOn(l -> l.contains("ISETP")).allMatch(l -> l.contains("S04"));
  }

  @Test
  void loadsOfSharedMemoryAreFourCyclesApartAlsoWhereOthersStandBetweenThem() {
    String text =
        ".shared .b32 s[64]; .reg .pred %p<1>; mov.u32 %r3, s; mov.u32 %r4, 0; mov.u32 %r5, 0;"
            + "loop: ld.shared.u32 %r6, [%r3]; add.u32 %r4, %r4, %r6; add.u32 %r5, %r5, 1;"
            + "setp.lt.u32 %p0, %r5, %r2; @%p0 bra loop; add.u32 %r3, %r4, %r4;";
    List<String> code = code(Capability.AMPERE, text);
    int first = 0;
    while (!(code.get(first).contains("LDS") && code.get(first + 2).contains("LDS"))) {
      first++;
    }

    assertThat(code.subList(first, first + 9))
        .extracting(l -> l.replaceAll(".*:(S\\d\\d)\\s+(?:@!?P\\d )?(\\w+).*", "$1 $2"))
        .containsExactly( // as in code of ptxas 13.0
            "S01 LDS",
            "S03 IADD3",
            "S01 LDS",
            "S03 ISETP",
            "S04 LDS",
            "S01 LDS",
            "S04 IADD3",
            "S01 IADD3",
            "S05 BRA");
  }

  @Test
  void aBarrierStallsUntilTheNextAccessOrBranchWhereAComparisonDoesNotSeparateThem() {
    assertThat(barriers(Capability.AMPERE, "bar.sync 0;\nsetp.lt.u32 %p0, %r0, %r2;\n"))
        .containsExactly("S01");
    assertThat(barriers(Capability.AMPERE, "setp.lt.u32 %p0, %r0, %r2;\nbar.sync 0;\n"))
        .containsExactly("S06");
    assertThat(barriers(Capability.TURING, "bar.sync 0;\nsetp.lt.u32 %p0, %r0, %r2;\n"))
        .containsExactly("S05");
  }

  /** Stall counts of barriers before a branch. */
  private static List<String> barriers(Capability capability, String text) {
    String branch = "@%p0 bra end;\nadd.u32 %r3, %r3, %r2;\nbar.warp.sync -1;\nend:\n";
    return code(capability, ".reg .pred %p<1>;\n" + text + branch).stream()
        .filter(line -> line.contains("BAR.SYNC"))
        .map(line -> line.replaceAll(".*:(S\\d\\d) .*", "$1"))
        .toList();
  }

  @Test
  void theFirstReadOfTheClockIsOfAUniformRegisterAndTheNextOneIsNot() {
    String reads = "mov.u32 %r1, %clock; mov.u32 %r2, %clock; sub.u32 %r3, %r2, %r1;";
    List<String> code = code(Capability.AMPERE, reads);

    assertThat(code).filteredOn(line -> line.contains("S2UR")).hasSize(1);
    assertThat(code).filteredOn(line -> line.contains("CS2R")).hasSize(1);
    assertThat(code).anyMatch(line -> line.contains("DEPBAR") && line.contains("S07"));
  }

  @Test
  void ofPredicatesThatAreTooManyThoseThatLiveOnForLongestAreKeptInVectorRegisters() {
    int count = 30;
    StringBuilder text = new StringBuilder(".reg .pred %p<40>;\n");
    text.append("setp.lt.u32 %p38, %r0, 5;\nsetp.lt.u32 %p39, %r2, 5;\n");
    for (int k = 0; k < count; k++) {
      text.append(
          "setp.lt.u32 %%p%d, %%r3, %d;\nmul.lo.u32 %%r3, %%r3, %%r4;\n".formatted(k, 9 + k));
      if (k >= 6) {
        text.append("selp.b32 %%r1, %%r0, %%r2, %%p%d;\n".formatted(k - 6));
        text.append("xor.b32 %r3, %r3, %r1;\n");
      }
    }
    text.append("selp.b32 %r1, %r0, %r2, %p38;\nadd.u32 %r3, %r3, %r1;\n");
    text.append("selp.b32 %r1, %r2, %r4, %p39;\nadd.u32 %r3, %r3, %r1;\n");

    assertThat(code(Capability.AMPERE, text.toString()))
        .filteredOn(line -> line.contains("SEL") && line.contains("RZ, 0x1"))
        .hasSizeBetween(1, 2);
  }

  private static SassCode lowered(Capability capability, String name) {
    return new SassLowering(TestDevices.of(capability)).lower(Kernels.corpus(name));
  }

  private static List<String> corpus(Capability capability, String name) {
    return lowered(capability, name).assembly().lines().toList();
  }

  /** Code of a kernel that stores %r3, to the address %d2 if the text computes it. */
  private static List<String> code(Capability capability, String text) {
    String address = text.contains("%d2,") ? "%d2" : "%d0";
    String ptx =
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
            + ".reg .b32 %r<9>;\n.reg .b64 %d<9>;\nld.param.u64 %d0, [p];\n"
            + "mov.u32 %r0, %tid.x;\nmov.u32 %r2, %tid.y;\nmov.u32 %r4, %tid.z;\n"
            + "mov.u32 %r3, %laneid;\n"
            + text
            + "\nst.global.u32 ["
            + address
            + "], %r3;\nret;\n}\n";
    SassLowering lowering = new SassLowering(TestDevices.of(capability));
    return lowering.lower(Kernels.ptx("k", ptx).get(0)).assembly().lines().toList();
  }

  private static List<String> block(List<String> code, String label) {
    List<String> from = code.subList(code.indexOf(label) + 1, code.size());
    return from.stream().takeWhile(line -> !line.startsWith(".L")).toList();
  }
}
