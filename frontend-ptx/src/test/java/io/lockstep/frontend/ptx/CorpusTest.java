// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.analysis.IrText;
import io.lockstep.kernel.analysis.KernelVerifier;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Kernel;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kernel of the corpus becomes a well-formed portable kernel. */
class CorpusTest {
  static Stream<String> names() {
    return Corpus.NAMES.stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void passesTheVerifier(String name) {
    List<Kernel> kernels =
        new PtxFrontend().read(name + ".ptx", Corpus.text(name), FrontendOptions.defaults());
    assertThat(kernels).extracting(Kernel::name).containsExactly(name);
    assertThat(KernelVerifier.problems(kernels.get(0))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyInstructionPointsIntoTheText(String name) {
    String[] lines = Corpus.text(name).split("\n");
    Corpus.kernel(name).blocks().stream()
        .flatMap(b -> b.instructions().stream())
        .filter(i -> i.line() > 0)
        .forEach(
            i -> {
              String first = i.text().split(" ")[0];
              assertThat(lines[i.line() - 1]).contains(first);
            });
  }

  @ParameterizedTest
  @MethodSource("names")
  void labelsThatNothingNamesChangeNothing(String name) {
    StringBuilder labelled = new StringBuilder();
    int labels = 0;
    for (String line : Corpus.text(name).split("\n")) {
      boolean follows = line.matches("\\s+(@|[a-z]+[. ;]).*;.*") && !line.contains("call");
      labelled.append(follows ? "$L__tmp_test" + labels++ + ": " : "").append(line).append('\n');
    }
    assertThat(labels).isPositive();
    assertThat(IrText.of(Corpus.read(name + ".ptx", labelled.toString())))
        .isEqualTo(IrText.of(Corpus.kernel(name)));
  }
}
