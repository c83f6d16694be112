// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.testsupport.PtxBoard;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Loads of constants in the instructions that ptxas 13.0 makes of them. */
class ConstantSelectorTest {
  private static final String TABLE = ".const .align 16 .b8 table[4096];";
  private static final String VECTOR =
      "ld.const.v4.u32 {%r6, %r7, %r8, %r9}, [%rd6]; st.global.v4.u32 [%rd5], {%r6, %r7, %r8, %r9};";

  /** Loads from computed addresses, with their offsets and numbers of bits. */
  private static List<String> loads(Capability capability, String body) {
    return code(capability, body).stream()
        .filter(l -> l.matches(".* LDC\\S* .*, \\[R.*"))
        .map(l -> l.replaceAll(".* (LDC\\S*) .*\\[(RZ|R)\\d*(\\.reuse)?(.*)\\].*", "$1 $2$4"))
        .toList();
  }

  private static List<String> code(Capability capability, String body) {
    return new SassLowering(TestDevices.of(capability))
        .lower(PtxBoard.kernel(TABLE, body))
        .assembly()
        .lines()
        .toList();
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  void anInstructionLoadsAtMostSixtyFourBits(Capability capability) {
    String body = "mul.wide.u32 %rd8, %r2, 16; mov.u64 %rd7, table; add.s64 %rd6, %rd8, %rd7;";

    assertThat(loads(capability, body + VECTOR)).containsExactly("LDC.64 R", "LDC.64 R+0x8");
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  void wordsAtAnUnknownAlignmentAreLoadedOneByOne(Capability capability) {
    List<String> words = List.of("LDC R", "LDC R+0x4", "LDC R+0x8", "LDC R+0xc");
    String argument = "mul.wide.u32 %rd8, %r2, 16; add.s64 %rd6, %rd8, %rd1;";
    String narrow = "mul.wide.u32 %rd8, %r2, 4; mov.u64 %rd7, table; add.s64 %rd6, %rd8, %rd7;";

    assertThat(loads(capability, argument + VECTOR)).containsExactlyInAnyOrderElementsOf(words);
    assertThat(loads(capability, narrow + VECTOR)).containsExactlyInAnyOrderElementsOf(words);
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  void aNumberOfSixtyFourBitsIsLoadedAtOnce(Capability capability) {
    String body =
        "mul.wide.u32 %rd8, %r2, 16; add.s64 %rd6, %rd8, %rd1;"
            + "ld.const.u64 %rd7, [%rd6]; st.global.u64 [%rd5], %rd7;";

    assertThat(loads(capability, body)).containsExactly("LDC.64 R");
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  void wordsThatNothingReadsAreNotLoaded(Capability capability) {
    String body =
        "mul.wide.u32 %rd8, %r2, 16; mov.u64 %rd7, table; add.s64 %rd6, %rd8, %rd7;"
            + "ld.const.v4.u32 {%r6, %r7, %r8, %r9}, [%rd6]; st.global.u32 [%rd5], %r8;";

    assertThat(loads(capability, body)).containsExactly("LDC.64 R+0x8");
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  void theAddressIsAnIndexOfThirtyTwoBitsThatNamesNoVariable(Capability capability) {
    String body = "mul.wide.u32 %rd8, %r2, 16; mov.u64 %rd7, table; add.s64 %rd6, %rd8, %rd7;";

    assertThat(code(capability, body + VECTOR)).noneMatch(l -> l.contains("c[0x4]"));
    assertThat(loads(capability, "mov.u64 %rd6, table+16;" + VECTOR))
        .containsExactly("LDC.64 RZ+0x10", "LDC.64 RZ+0x18");
  }
}
