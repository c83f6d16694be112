// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.skeleton;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.workload.element.ElementType;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Parameters of kernels as their sources declare them. */
class SourceSignatureTest {
  private static List<SourceParameter> of(String source) {
    return new SourceSignature(source).of("k").orElseThrow();
  }

  private static SourceParameter parameter(String declaration) {
    return of("__kernel void k(" + declaration + ") {}").get(0);
  }

  private static SourceParameter plain(String name, ElementType type, int lanes) {
    return new SourceParameter(name, Optional.of(type), lanes, false, false);
  }

  private static SourceParameter buffer(String name, ElementType type, int lanes) {
    return new SourceParameter(name, Optional.of(type), lanes, true, false);
  }

  @Test
  void readsNamesAndTypesInTheOrderOfTheDeclaration() {
    assertThat(
            of(
                """
                // void k(int wrong)
                __kernel /* k(int wrong) */ void k(__global const float4 *restrict in,
                    global uchar out[], const unsigned int n, __local double *t) { }
                """))
        .containsExactly(
            buffer("in", ElementType.F32, 4),
            buffer("out", ElementType.U8, 1),
            plain("n", ElementType.U32, 1),
            new SourceParameter("t", Optional.of(ElementType.F64), 1, true, true));
  }

  @Test
  void readsKernelsOfCudaAmongOtherFunctions() {
    String source =
        "__device__ int k(int a);\n__device__ void f() { k(1); }\n"
            + "extern \"C\" __global__ void k(long long x, unsigned char y, size_t z) {}";
    assertThat(of(source))
        .containsExactly(
            plain("x", ElementType.I64, 1),
            plain("y", ElementType.U8, 1),
            plain("z", ElementType.U64, 1));
  }

  @Test
  void findsNoKernelWhereAFunctionOfTheNameIsNone() {
    assertThat(new SourceSignature("void k(int a) {} kernel void kk(int b) {}").of("k")).isEmpty();
  }

  @Test
  void aKernelWithoutParametersHasNone() {
    assertThat(of("kernel void k(void) {}")).isEmpty();
    assertThat(of("kernel void k() {}")).isEmpty();
  }

  @Test
  void resolvesTypedefsAndMacrosAndLeavesUnknownTypesOpen() {
    assertThat(of("typedef float real;\n#define T real\nkernel void k(global T *a) {}"))
        .containsExactly(buffer("a", ElementType.F32, 1));
    assertThat(of("typedef a b; typedef b a;\nkernel void k(a x) {}"))
        .containsExactly(new SourceParameter("x", Optional.empty(), 1, false, false));
    assertThat(parameter("image2d_t picture").type()).isEmpty();
  }
}
