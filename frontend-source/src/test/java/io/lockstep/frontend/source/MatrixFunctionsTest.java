// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.matrix.MfmaShape;
import io.lockstep.kernel.type.Type;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clang's functions of matrix instructions. */
@Tag("slow")
class MatrixFunctionsTest {
  @TempDir private Path folder;
  private LocalClang clang;

  @BeforeEach
  void compiler() {
    clang = new LocalClang(folder);
  }

  /** Clang's type of A, or of B, of so many registers (BuiltinsAMDGPU.def). */
  private static String input(MfmaShape shape, int registers) {
    if (shape.isSparse()) {
      int elements = 32 / shape.left().bits() * registers;
      return switch (shape.left()) {
        case F16 -> "half" + elements;
        case BF16 -> "short" + elements;
        default -> "int" + registers;
      };
    }
    return switch (shape.left()) {
      case F16 -> "half4";
      case BF16 -> registers == 1 ? "short2" : "short4";
      case F32 -> "float";
      case XF32 -> "float2";
      case F64 -> "double";
      case I8 -> registers == 1 ? "int" : "long";
      default -> "long";
    };
  }

  private static String result(MfmaShape shape) {
    String type =
        shape.result() == Type.F64 ? "double" : shape.result() == Type.F32 ? "float" : "int";
    return shape.accumulators() == 1 ? type : type + shape.accumulators();
  }

  /** Cbsz and abid: the largest that the shape has. */
  private static String broadcast(MfmaShape shape) {
    return shape.result() == Type.F64 || shape.blocks() == 1
        ? "0, 0"
        : Integer.numberOfTrailingZeros(shape.blocks()) + ", " + (shape.blocks() - 1);
  }

  @Test
  void everyFunctionIsOneInstructionOfItsShapeInWavefrontsOf64() throws IOException {
    StringBuilder text =
        new StringBuilder(
            """
            #pragma OPENCL EXTENSION cl_khr_fp16 : enable
            typedef float float32 __attribute__((ext_vector_type(32)));
            typedef int int32 __attribute__((ext_vector_type(32)));
            """);
    for (MfmaShape shape : MfmaShape.values()) {
      text.append(
          """
          __kernel void k_%1$s(__global const %2$s *a, __global const %3$s *b, __global %4$s *c) {
            int i = get_local_id(0);
            c[i] = __builtin_amdgcn_%5$s(a[i], b[i], c[i], %6$s);
          }
          """
              .formatted(
                  shape.text(),
                  input(shape, shape.leftInputs()),
                  input(shape, shape.rightInputs()),
                  result(shape),
                  (shape.isSparse() ? "" : "mfma_") + shape.text(),
                  shape.isSparse() ? "i, 0, 1" : broadcast(shape) + ", 3 + 2"));
    }
    List<Kernel> kernels = clang.read(text.toString());
    assertThat(kernels).hasSize(MfmaShape.values().length);
    for (Kernel kernel : kernels) {
      assertThat(kernel.fixedWidth()).as(kernel.name()).isEqualTo(MfmaShape.LANES);
      assertThat(kernel.blocks().stream().flatMap(b -> b.instructions().stream()))
          .filteredOn(i -> i.op() == Op.MATRIX)
          .singleElement()
          .satisfies(i -> assertThat("k_" + i.matrix().text()).isEqualTo(kernel.name()))
          .satisfies(
              i ->
                  assertThat(i.modifiers().cbsz() + ", " + i.modifiers().abid())
                      .isEqualTo(
                          i.matrix().isSparse() ? "0, 1" : broadcast((MfmaShape) i.matrix())))
          .satisfies(i -> assertThat(i.modifiers().blgp()).isEqualTo(i.matrix().isSparse() ? 0 : 5))
          .satisfies(i -> assertThat(i.sources()).hasSize(i.matrix().sources()));
    }
  }

  private void assertRefused(String function, String arguments, String reason) {
    String text =
        """
        __kernel void k(__global float4 *c, __global double *d, int n) {
          __builtin_amdgcn_%s(%s);
        }
        """
            .formatted(function, arguments);
    assertThatThrownBy(() -> clang.read(text, "-Wno-unused-value"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("k.cl:2:")
        .hasMessageContaining(reason);
  }

  @Test
  void aModifierThatAnInstructionLacksIsRefusedInItsLine() {
    assertRefused(
        "mfma_f32_4x4x1f32",
        "1.0f, 2.0f, *c, 5, 0, 0",
        "cbsz must be at most 4 where the matrix instr");
    assertRefused(
        "mfma_f32_4x4x1f32",
        "1.0f, 2.0f, *c, 1, 2, 0",
        "abid must be less than 2 to the power of cbsz");
    assertRefused(
        "mfma_f32_16x16x4f32",
        "1.0f, 2.0f, *c, 0, 1, 0",
        "cbsz and abid must be 0 where the matrix");
    assertRefused("mfma_f32_4x4x1f32", "1.0f, 2.0f, *c, 0, 0, 8", "blgp must be 0 to 7");
    assertRefused(
        "mfma_f64_4x4x4f64",
        "1.0, 2.0, *d, 1, 0, 0",
        "cbsz and abid must be 0 in products of doubles");
    assertRefused(
        "mfma_f32_4x4x1f32", "1.0f, 2.0f, *c, 0, 0, n", "expects an integer constant expression");
    assertRefused(
        "smfmac_f32_16x16x64_fp8_fp8",
        "(int2)n, (int4)n, *c, n, 0, 2",
        "abid must be less than 2, the sets of indexes of elements of 8 bits");
  }

  @Test
  void aSourceMayUseTheNamesOfTheFunctionsArguments() throws IOException {
    assertThat(
            clang.read(
                """
                #define a0 oops(
                #define cbsz oops(
                #define f oops(
                __kernel void k(__global float4 *c, float a, float b) {
                  *c = __builtin_amdgcn_mfma_f32_4x4x1f32(
                      b, a, __builtin_amdgcn_mfma_f32_4x4x1f32(a, b, *c, 1, 1, 0), 0, 0, 1);
                }
                """,
                "-O0"))
        .hasSize(1);
  }
}
