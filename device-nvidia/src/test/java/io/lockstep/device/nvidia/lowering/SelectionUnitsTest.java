// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.sm.code.Pipe;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Pipes of the instructions that the selection table emits. */
class SelectionUnitsTest {
  private static final Pattern CALL = Pattern.compile("\\b([A-Z][A-Z0-9]+(\\.[A-Za-z0-9{}]+)*)\\(");

  @Test
  @DisplayName("the table names the pipe of every instruction that it emits")
  void theTableNamesThePipeOfEveryInstruction() throws IOException {
    Set<String> without = new TreeSet<>();
    for (String name : names()) {
      if (ArithmeticSelector.TABLE.unit(name) == null) {
        without.add(name);
      }
    }
    assertThat(without).isEmpty();
  }

  @Test
  @DisplayName("conversions run in the pipe of special functions, but those of I2FP and F2FP")
  void conversionsRunInThePipeOfSpecialFunctions() throws IOException {
    for (String name : names()) {
      if (name.matches("(F2I|I2F|F2F|FRND)(\\..*)?")) {
        assertThat(ArithmeticSelector.TABLE.unit(name)).as(name).isEqualTo(Pipe.SPECIAL);
      } else if (name.matches("(I2FP|F2FP|SHF|LOP3)(\\..*)?")) {
        assertThat(ArithmeticSelector.TABLE.unit(name)).as(name).isEqualTo(Pipe.ALU);
      } else if (name.startsWith("SHFL")) {
        assertThat(ArithmeticSelector.TABLE.unit(name)).as(name).isEqualTo(Pipe.SHUFFLE);
      }
    }
  }

  private static Set<String> names() throws IOException {
    Set<String> names = new TreeSet<>();
    try (InputStream in = ArithmeticSelector.class.getResourceAsStream("selection.txt")) {
      Matcher call = CALL.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      while (call.find()) {
        names.add(call.group(1));
      }
    }
    assertThat(names).contains("F2I", "I2F.{type}", "SHFL", "MUFU.{OP}");
    return names;
  }
}
