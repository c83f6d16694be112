// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.analysis.IrText;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two kernels whose listings were read line by line against their texts. */
class GoldenTest {
  @ParameterizedTest
  @ValueSource(strings = {"matmul", "diverge"})
  void theListingOfEachKernelIsTheGoldenOne(String name) {
    assertThat(IrText.of(Corpus.kernel(name)))
        .isEqualTo(Corpus.resource("/golden/" + name + ".txt"));
  }
}
