// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Type;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodeLineTest {
  private static Instruction at(int line) {
    return InstructionBuilder.of(Op.EXIT, Type.I1).line(line).build();
  }

  @Test
  void aLineHasTheKnownLinesOfItsInstructionsOnceAndInOrder() {
    CodeLine line = CodeLine.of("x", Arrays.asList(at(7), null, at(0), at(3), at(7)));
    assertThat(line).isEqualTo(new CodeLine("x", List.of(3, 7)));
    assertThat(CodeLine.of("x", Arrays.asList(at(0)))).isEqualTo(CodeLine.own("x"));
  }
}
