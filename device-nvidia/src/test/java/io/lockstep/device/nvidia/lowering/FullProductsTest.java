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

/** Products of 128 bits, whose lower half is {@code %d4} and whose upper half is {@code %d5}. */
class FullProductsTest {
  private static final String LOWER = "mul.lo.u64 %d4, %d2, %d3;";
  private static final String UPPER = "mul.hi.u64 %d5, %d2, %d3;";
  private static final String OTHER = "xor.b64 %d6, %d6, %d1;";
  private static final Pattern UPPER_HALF =
      Pattern.compile("IMAD\\.WIDE\\.U32\\.X (R\\d+)\\.64, R\\d+, R\\d+, R\\d+\\.64, P\\d");

  @ParameterizedTest
  @ValueSource(strings = {UPPER + LOWER, LOWER + UPPER, LOWER + OTHER + UPPER})
  void bothHalvesTakeFourPartialProducts(String text) {
    List<String> code = listing(text);
    assertThat(code).filteredOn(line -> line.contains("IMAD.WIDE")).hasSize(4);
    assertThat(code).noneMatch(line -> line.contains("IMAD R"));
    Matcher upper = UPPER_HALF.matcher(String.join("\n", code));
    assertThat(upper.find()).isTrue();
    assertThat(code).filteredOn(line -> line.contains(".64+0x28], " + upper.group(1))).hasSize(1);
  }

  @Test
  void aFactorOf32BitsIsMultipliedAsOneOf64() {
    String text = (UPPER + LOWER).replace("%d3;", "3;");
    assertThat(listing(text)).filteredOn(line -> line.contains("IMAD.WIDE")).hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mul.lo.u64 %d4, %d3, %d2;" + UPPER,
        "mul.lo.u64 %d4, %d2, %d6;" + UPPER,
        LOWER + "add.u64 %d3, %d3, %d1;" + UPPER,
        "mul.lo.u64 %d2, %d2, %d3;" + UPPER
      })
  void otherFactorsAreMultipliedAnew(String text) {
    assertThat(listing(text)).filteredOn(line -> line.contains("IMAD.WIDE")).hasSize(5);
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  void everyInstructionFindsItsOperandsInTime(Capability capability) {
    String text =
        UPPER
            + LOWER
            + "mul.lo.u64 %d6, %d6, %d4; mul.hi.u64 %d1, %d1, %d4; mul.lo.u64 %d2, %d5, 3;"
            + "mul.hi.u64 %d5, %d5, 3; add.cc.u64 %d4, %d4, 12345; addc.u64 %d5, %d5, 0;";
    assertThat(CodeFlow.problems(kernel(text), capability)).isEmpty();
  }

  private static List<String> listing(String text) {
    SassLowering lowering = new SassLowering(TestDevices.of(Capability.AMPERE));
    return lowering.lower(kernel(text)).assembly().lines().toList();
  }

  /** A kernel that loads all numbers and stores them again. */
  private static Kernel kernel(String text) {
    StringBuilder ptx =
        new StringBuilder(
            ".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
                + ".reg .b64 %d<7>;\nld.param.u64 %d0, [p];\n");
    StringBuilder stores = new StringBuilder();
    for (int k = 1; k < 7; k++) {
      ptx.append("ld.global.u64 %d" + k + ", [%d0+" + 8 * k + "];\n");
      stores.append("st.global.u64 [%d0+" + 8 * k + "], %d" + k + ";\n");
    }
    return Kernels.ptx("k", ptx + text + "\n" + stores + "ret;\n}\n").get(0);
  }
}
