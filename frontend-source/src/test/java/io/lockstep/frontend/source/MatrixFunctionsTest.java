package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MatrixShape;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clang's functions of matrix instructions; not run where there is no clang with its libclc. */
@Tag("slow")
class MatrixFunctionsTest {
  @TempDir private Path folder;
  private Environment machine;

  @BeforeEach
  void compiler() {
    Map<String, String> variables = new HashMap<>(System.getenv());
    variables.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    machine = new Environment(variables);
    assumeThatCode(() -> ClangOpenCl.find("k.cl", machine))
        .as("clang 16 to 19 with libclc")
        .doesNotThrowAnyException();
  }

  private List<Kernel> read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("k.cl"), text);
    return new SourceFrontend(
            machine, Duration.ofMinutes(5), SourceFrontend::ptxFrontend, note -> {})
        .read(file.toString(), text, FrontendOptions.defaults());
  }

  private static String input(MatrixShape shape) {
    boolean old = shape.element() == MatrixShape.Element.BF16 && shape.inputs() == 1;
    return switch (shape.element()) {
      case F16 -> "half4";
      case BF16 -> old ? "short2" : "short4";
      case F32 -> "float";
      case F64 -> "double";
      case I8 -> shape.inputs() == 1 ? "int" : "long";
    };
  }

  private static String result(MatrixShape shape) {
    String type =
        shape.result() == Type.F64 ? "double" : shape.result() == Type.F32 ? "float" : "int";
    return shape.accumulators() == 1 ? type : type + shape.accumulators();
  }

  @Test
  void everyFunctionIsOneInstructionOfItsShapeInWavefrontsOf64() throws IOException {
    StringBuilder text = new StringBuilder("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
    for (MatrixShape shape : MatrixShape.values()) {
      text.append(
          """
          __kernel void k_%1$s(__global const %2$s *a, __global %3$s *c) {
            int i = get_local_id(0);
            c[i] = __builtin_amdgcn_mfma_%1$s(a[i], a[i + 64], c[i], 0, 0, 0);
          }
          """
              .formatted(shape.text(), input(shape), result(shape)));
    }
    List<Kernel> kernels = read(text.toString());
    assertThat(kernels).hasSize(MatrixShape.values().length);
    for (Kernel kernel : kernels) {
      assertThat(kernel.fixedWidth()).as(kernel.name()).isEqualTo(MatrixShape.LANES);
      assertThat(kernel.blocks().stream().flatMap(b -> b.instructions().stream()))
          .filteredOn(i -> i.op() == Op.MATRIX)
          .singleElement()
          .satisfies(i -> assertThat("k_" + i.variant().text()).isEqualTo(kernel.name()));
    }
  }

  @Test
  void aModifierOfTheOperandsIsRefusedInItsLine() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    __kernel void k(__global float4 *c) {
                      *c = __builtin_amdgcn_mfma_f32_4x4x1f32(1.0f, 2.0f, *c, 4, 0, 0);
                    }
                    """))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("k.cl:2:")
        .hasMessageContaining("matrix instructions take cbsz, abid and blgp of 0 only");
    assertThatCode(() -> read("__kernel void k(__global int *o) { *o = 1; }"))
        .doesNotThrowAnyException();
  }
}
