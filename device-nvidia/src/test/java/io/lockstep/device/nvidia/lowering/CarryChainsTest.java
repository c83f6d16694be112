// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.testsupport.Kernels;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums of several words of 32 bits, {@code %r}, and 64 bits, {@code %d}. */
class CarryChainsTest {
  private static final Pattern INTEGER =
      Pattern.compile(" (IADD3(?:\\.X)?|IMAD\\.X|IMAD\\.IADD|ISETP|SEL|PLOP3)[. ]");
  private static final String LATER = "(IADD3|IMAD)\\.X";

  @ParameterizedTest
  @ValueSource(strings = {"add", "sub"})
  void aWordIsOneInstruction(String op) {
    String three =
        "#.cc.u32 %r4, %r0, %r1; #c.cc.u32 %r5, %r1, %r2; #c.u32 %r6, %r3, 0;".replace("#", op);
    List<String> code = integers(three);
    assertThat(code).hasSize(3);
    assertThat(code.get(0)).isEqualTo("IADD3");
    assertThat(code.subList(1, 3)).allMatch(name -> name.matches(LATER));
  }

  @Test
  void aWordOf64BitsIsTwo() {
    List<String> code =
        integers("add.cc.u64 %d1, %d2, %d3; addc.cc.u64 %d4, %d3, %d4; addc.u64 %d5, %d5, 0;");
    assertThat(code).hasSize(6);
    assertThat(code.subList(1, 6)).allMatch(name -> name.matches(LATER));
  }

  @Test
  void bothHalvesOfAProductAndTheirCarryAreOneInstruction() {
    String text =
        "mad.lo.cc.u32 %r4, %r0, %r1, %r2; madc.hi.cc.u32 %r5, %r0, %r1, %r3;"
            + "madc.lo.cc.u32 %r6, %r1, %r3, %r6; madc.hi.u32 %r7, %r1, %r3, %r7;";
    assertThat(integers(text)).isEmpty();
    assertThat(listing(text)).filteredOn(line -> line.contains("IMAD.WIDE.U32 ")).hasSize(1);
    assertThat(listing(text)).filteredOn(line -> line.contains("IMAD.WIDE.U32.X ")).hasSize(1);
    assertThat(integers(text.replace("madc.hi.cc.u32 %r5, %r0", "madc.hi.cc.u32 %r5, %r2")))
        .hasSize(2);
  }

  @Test
  void aWideProductAddsAndSetsACarry() {
    String text = "mul.wide.u32 %w0, %r0, %r1; add.cc.u64 %d3, %w0, %d4; addc.u64 %d2, %d5, 0;";
    assertThat(integers(text)).hasSize(2).allMatch(name -> name.matches(LATER));
  }

  @Test
  void theUpperWordOf64BitsOfThreeNumbersIsOneSumWithTwoCarries() {
    String text =
        "#.cc.u64 %w0, %d1, %d2; #c.u64 %w1, %d3, %d4; #.cc.u64 %d5, %w0, %d6; #c.u64 %d7, %w1, %d2;";
    for (String op : List.of("add", "sub")) {
      List<String> code = sumsOfThree(text.replace("#", op));
      assertThat(code).hasSize(2);
      assertThat(code.get(0))
          .matches(".*IADD3.X R\\d+, P\\d, P\\d, R\\d+, R\\d+, R\\d+, P\\d, P\\d");
      assertThat(code.get(1)).matches(".*IADD3.X R\\d+, R\\d+, R\\d+, R\\d+, P\\d, P\\d");
      assertThat(integers(text.replace("#", op))).hasSize(6);
    }
  }

  @Test
  void ofWordsOf32BitsOnlyTheLastIsOneSumWithTwoCarries() {
    String text =
        "add.cc.u32 %t0, %r0, %r1; addc.cc.u32 %t1, %r2, %r3; addc.u32 %t2, %r4, %r5;"
            + "add.cc.u32 %t3, %t0, %r6; addc.cc.u32 %t4, %t1, %r7; addc.u32 %t5, %t2, #;"
            + "st.global.v4.u32 [%d0], {%t3, %t4, %t5, %t5};";
    assertThat(sumsOfThree(text.replace("#", "%r0"))).hasSize(1);
    assertThat(integers(text.replace("#", "%r0"))).hasSize(5);
    String zero = text.replace("#", "0");
    assertThat(listing(zero))
        .filteredOn(line -> line.matches(".*IADD3.X.*, RZ, P\\d, P\\d"))
        .hasSize(1);
  }

  @Test
  void anUpperWordAddsBothPartsOfAProduct() {
    String text = "mul.lo.u64 %w0, %d1, %d2; add.u64 %d3, %w0, %d4;";
    assertThat(sumsOfThree(text)).hasSize(1);
    assertThat(integers(text)).hasSize(2);
  }

  @Test
  void aSumInTheRegisterOfAWordAndTwoReadersOfOneCarryNeedNoOther() {
    String text = "add.cc.u32 %r4, %r4, %r1; addc.u32 %r5, %r4, %r5; addc.u32 %r6, %r6, 0;";
    assertThat(integers(text)).hasSize(3);
  }

  @Test
  void aComparisonOfTheProgramStays() {
    String text =
        "add.u32 %r4, %r0, %r1; setp.lt.u32 %p0, %r4, %r0; selp.u32 %t1, 1, 0, %p0;"
            + "add.u32 %r6, %r2, %r3; add.u32 %r6, %r6, %t1;";
    assertThat(integers(text)).contains("ISETP");
  }

  @Test
  void wordsThatChangeBeforeTheCarryIsAddedAreAddedBefore() {
    String text =
        "add.u32 %r4, %r0, %r1; setp.lt.u32 %p0, %r4, %r0; mov.pred %p1, %p0;"
            + "selp.u32 %t1, 1, 0, %p1; add.u32 %t0, %r2, %r3; #add.u32 %r6, %t0, %t1;";
    assertThat(integers(text.replace("#", ""))).hasSize(2);
    assertThat(integers(text.replace("#", "mov.u32 %r2, %r5;"))).contains("SEL");
  }

  @Test
  void aCarryOfAnotherBlockIsANumber() {
    String text =
        "add.cc.u32 %r4, %r0, %r1; setp.eq.u32 %p0, %r2, 0; @%p0 bra end; bar.sync 0;\nend:\n"
            + "addc.u32 %r5, %r2, %r3;";
    assertThat(integers(text)).contains("ISETP", "SEL");
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  void everyInstructionFindsItsOperandsInTime(Capability capability) {
    String text =
        "add.cc.u32 %r4, %r0, %r1; addc.cc.u32 %r5, %r1, 7; addc.cc.u32 %r6, %r3, 0; addc.u32 %r7, %r0, 0;"
            + "mad.lo.cc.u32 %r4, %r0, %r5, %r2; madc.hi.cc.u32 %r5, %r0, %r5, %r3;"
            + "madc.lo.cc.u32 %r6, %r1, %r3, %r6; madc.hi.u32 %r7, %r1, %r3, %r7;"
            + "sub.cc.u64 %d1, %d2, %d3; subc.cc.u64 %d4, %d3, %d2; subc.u64 %d5, %d5, %d1;"
            + "mul.wide.u32 %w0, %r0, %r1; add.cc.u64 %d3, %w0, %d4; addc.u64 %d2, %d5, 0;"
            + "shl.b64 %w0, %d3, 3; add.cc.u64 %d7, %w0, %d2; addc.u64 %d4, %d4, 1;"
            + "add.cc.u64 %w1, %d6, %d2; addc.u64 %d5, %d5, 0; add.s64 %d6, %w1, %d7;"
            + "add.cc.u64 %w0, %d1, %d2; addc.u64 %w1, %d3, %d4; add.cc.u64 %d5, %w0, %d6; addc.u64 %d7, %w1, 0;"
            + "mul.lo.u64 %w0, %d1, %d2; add.u64 %d3, %w0, %d4;";
    assertThat(CodeFlow.problems(kernel(text), capability)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mul.hi.u32 %t2, %r3, %r6; madc.hi.u32 %r3, %r0, %r7, %t2;",
        "madc.hi.u32 %r3, %r0, %r7, %r2;"
      })
  void anUpperWordDoesNotPassWhatItNeeds(String upper) {
    String text = "mad.lo.cc.u32 %r2, %r0, %r7, %r1;" + upper;
    assertThat(integers(text)).hasSize(2);
  }

  private static List<String> listing(String text) {
    SassLowering lowering = new SassLowering(TestDevices.of(Capability.AMPERE));
    return lowering.lower(kernel(text)).assembly().lines().toList();
  }

  private static List<String> sumsOfThree(String text) {
    return listing(text).stream()
        .filter(line -> line.contains("IADD3.X") && !line.contains("RZ"))
        .toList();
  }

  private static List<String> integers(String text) {
    return listing(text).stream()
        .map(INTEGER::matcher)
        .filter(Matcher::find)
        .map(m -> m.group(1))
        .toList();
  }

  /** A kernel that loads all words and stores them again. */
  private static Kernel kernel(String text) {
    StringBuilder ptx =
        new StringBuilder(
            ".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
                + ".reg .pred %p<2>;\n.reg .b32 %r<8>, %t<6>;\n.reg .b64 %d<8>, %w<2>;\nld.param.u64 %d0, [p];\n");
    StringBuilder stores = new StringBuilder();
    for (int k = 0; k < 8; k++) {
      ptx.append("ld.global.u32 %r#, [%d0+#@];\n".replace("#", "" + k).replace("@", "0"));
      stores.append("st.global.u32 [%d0+#@], %r#;\n".replace("#", "" + k).replace("@", "0"));
      if (k > 0) {
        ptx.append("ld.global.u64 %d#, [%d0+#@];\n".replace("#", "" + k).replace("@", "00"));
        stores.append("st.global.u64 [%d0+#@], %d#;\n".replace("#", "" + k).replace("@", "00"));
      }
    }
    return Kernels.ptx("k", ptx + text + "\n" + stores + "ret;\n}\n").get(0);
  }
}
