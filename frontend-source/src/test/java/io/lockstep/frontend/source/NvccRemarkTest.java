// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class NvccRemarkTest {
  private final NvccCuda nvcc = new NvccCuda("nvcc", Path.of("nvcc"));

  @Test
  void aTextThatAsksForTheCapabilityGetsARemarkWithItsLine() {
    assertThat(nvcc.remark("k.cu", "// one\n#if __CUDA_ARCH__ >= 800\n", List.of("-w")))
        .contains(
            "k.cu:2: depends on the compute capability (__CUDA_ARCH__), which is 7.5 for all"
                + " devices; options: [-arch=native] makes a text for each device's");
  }

  @Test
  void aTextThatDoesNotAskOrWhoseOptionsNameACapabilityGetsNone() {
    assertThat(nvcc.remark("k.cu", "int i;", List.of())).isEmpty();
    assertThat(nvcc.remark("k.cu", "__CUDA_ARCH__", List.of("-arch=native"))).isEmpty();
    assertThat(nvcc.remark("k.cu", "__CUDA_ARCH__", List.of("-arch=sm_80"))).isEmpty();
  }
}
