// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.analysis.IrText;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that lost their line breaks: statements separate themselves. */
class OneLineTest {
  private static String withoutLines(Kernel kernel) {
    StringBuilder s = new StringBuilder();
    kernel.blocks().forEach(b -> b.instructions().forEach(i -> s.append(bare(kernel, i))));
    return s.toString();
  }

  private static String bare(Kernel kernel, Instruction i) {
    return IrText.of(kernel, InstructionBuilder.from(i).line(0).text("").build()) + "\n";
  }

  @ParameterizedTest
  @ValueSource(strings = {"copy", "matmul", "reduce_lds", "scaleadd_ps"})
  @DisplayName("a kernel on one line, with and without its comments, is the same kernel")
  void sameKernel(String name) {
    String text = Corpus.text(name + ".il");
    String expected = withoutLines(Il.kernel(text));
    String bare = text.replaceAll(";[^\n]*", "").replaceAll("\\s+", " ");
    assertThat(withoutLines(Il.kernel(bare))).isEqualTo(expected);
    String commented = text.replaceAll("\\s+", " ");
    assertThat(withoutLines(Il.kernel(commented))).isEqualTo(expected);
    String emptyComments = text.replaceAll(";[^\n]*", ";").replaceAll("\\s+", " ");
    assertThat(withoutLines(Il.kernel(emptyComments))).isEqualTo(expected);
  }

  @Test
  @DisplayName("the kernel is named after its file")
  void theKernelIsNamedAfterItsFile() {
    String text = Corpus.text("copy.il");
    assertThat(
            new AmdIlFrontend()
                .read("some/folder/copy.il", text, FrontendOptions.defaults())
                .get(0)
                .name())
        .isEqualTo("copy");
  }
}
