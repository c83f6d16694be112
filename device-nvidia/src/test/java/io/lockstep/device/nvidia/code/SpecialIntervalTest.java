// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.PtxBoard;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cycles between instructions of the special function unit, as stall counts say. */
class SpecialIntervalTest {
  private static final Pattern LINE = Pattern.compile(".*:S(\\d+)  (@\\S+ )?(\\S+).*");

  private static List<Matcher> lines(DeviceSpec device, String body) {
    return new SassLowering(device)
        .lower(PtxBoard.kernel("", body))
        .assembly()
        .lines()
        .map(LINE::matcher)
        .filter(Matcher::matches)
        .toList();
  }

  /** Cycles from each instruction with a name to the next one. */
  private static List<Integer> intervals(DeviceSpec device, String name, String body) {
    List<Integer> all = new ArrayList<>();
    int cycle = 0;
    int last = -1;
    for (Matcher line : lines(device, body)) {
      if (line.group(3).startsWith(name)) {
        if (last >= 0) {
          all.add(cycle - last);
        }
        last = cycle;
      }
      cycle += Integer.parseInt(line.group(1));
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(strings = {"t4", "a100", "h100_sxm"})
  void specialFunctionsAreApartWhateverStandsBetween(String board) {
    DeviceSpec device = TestDevices.spec(board);
    String body =
        "ex2.approx.ftz.f32 %f1, %f0; lg2.approx.ftz.f32 %f2, %f0; rcp.approx.ftz.f32 %f3, %f0;"
            + "add.s32 %r6, %r5, 1; xor.b32 %r7, %r6, %r3; mul.f32 %f4, %f0, %f0;"
            + "st.global.v2.f32 [%rd5], {%f1, %f2}; st.global.v2.f32 [%rd5+8], {%f3, %f4};"
            + "st.global.u32 [%rd5+16], %r7;";

    assertThat(intervals(device, "MUFU", body))
        .hasSize(2)
        .allMatch(n -> n >= device.integer("code.special_interval"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"t4", "a100"})
  void readsOfSpecialRegistersAreApartWhateverStandsBetween(String board) {
    DeviceSpec device = TestDevices.spec(board);

    assertThat(intervals(device, "S2R", "st.global.u32 [%rd5], %r5;"))
        .isNotEmpty()
        .allMatch(n -> n >= device.integer("code.register_interval"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"t4", "a100"})
  void theOrderFillsTheIntervalWithOtherInstructions(String board) {
    String body =
        "mov.b32 %f5, %r1; ex2.approx.ftz.f32 %f1, %f5; rcp.approx.ftz.f32 %f2, %f5;"
            + "add.s32 %r6, %r1, 1; shl.b32 %r7, %r6, 3; mul.f32 %f4, %f5, %f5;"
            + "add.f32 %f6, %f4, %f5; st.global.v2.f32 [%rd2], {%f1, %f2};"
            + "st.global.f32 [%rd2+8], %f6; st.global.u32 [%rd2+12], %r7;";
    List<String> names =
        lines(TestDevices.spec(board), body).stream().map(m -> m.group(3)).toList();

    int between = Math.abs(names.indexOf("MUFU.EXP2") - names.indexOf("MUFU.RCP")) - 1;
    assertThat(between).as("instructions between both, of %s", names).isGreaterThan(2);
  }
}
