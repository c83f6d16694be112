// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.trace.record.ProgramItem;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import io.lockstep.workload.element.BufferContents;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mathematical functions of device code by clang keep the limits of error that the CUDA C++
 * Programming Guide states, in units in the last place.
 */
@Tag("slow")
class CudaMathTest {
  private static final int ITEMS = 4096;

  /**
   * A function.
   *
   * @param floats limit for floats
   * @param doubles limit for doubles
   * @param low smallest first argument
   */
  private record Function(
      String name, int floats, int doubles, double low, double high, DoubleBinaryOperator exact) {
    boolean takesTwo() {
      return List.of("pow", "atan2", "hypot", "fmod").contains(name);
    }

    String call(boolean single) {
      return name + (single ? "f" : "") + (takesTwo() ? "(x, y)" : "(x)");
    }
  }

  private static final List<Function> FUNCTIONS =
      List.of(
          new Function("sin", 2, 2, -1e5, 1e5, (x, y) -> StrictMath.sin(x)),
          new Function("cos", 2, 2, -1e5, 1e5, (x, y) -> StrictMath.cos(x)),
          new Function("tan", 4, 2, -1e5, 1e5, (x, y) -> StrictMath.tan(x)),
          new Function("exp", 2, 1, -80, 80, (x, y) -> StrictMath.exp(x)),
          new Function("expm1", 1, 1, -10, 80, (x, y) -> StrictMath.expm1(x)),
          new Function("log", 1, 1, 1e-30, 1e4, (x, y) -> StrictMath.log(x)),
          new Function("log10", 2, 1, 1e-30, 1e4, (x, y) -> StrictMath.log10(x)),
          new Function("log1p", 1, 1, -0.99, 1e4, (x, y) -> StrictMath.log1p(x)),
          new Function("cbrt", 1, 1, -1e9, 1e9, (x, y) -> StrictMath.cbrt(x)),
          new Function("sinh", 3, 2, -50, 50, (x, y) -> StrictMath.sinh(x)),
          new Function("cosh", 2, 1, -50, 50, (x, y) -> StrictMath.cosh(x)),
          new Function("tanh", 2, 1, -9, 9, (x, y) -> StrictMath.tanh(x)),
          new Function("asin", 2, 2, -1, 1, (x, y) -> StrictMath.asin(x)),
          new Function("acos", 2, 2, -1, 1, (x, y) -> StrictMath.acos(x)),
          new Function("atan", 2, 2, -1e3, 1e3, (x, y) -> StrictMath.atan(x)),
          new Function("sqrt", 0, 0, 0, 1e9, (x, y) -> StrictMath.sqrt(x)),
          new Function("rsqrt", 2, 1, 1e-9, 1e9, (x, y) -> 1 / StrictMath.sqrt(x)),
          new Function("pow", 4, 2, 1e-3, 50, StrictMath::pow),
          new Function("atan2", 3, 2, -50, 50, StrictMath::atan2),
          new Function("hypot", 3, 2, -1e6, 1e6, StrictMath::hypot),
          new Function("fmod", 0, 0, -1e3, 1e3, (x, y) -> x % y));

  @TempDir private Path folder;

  /** Returns the second argument of an item. */
  private static double second(int item) {
    return 0.1875 + item % 97 * 0.125;
  }

  private ByteBuffer results(boolean single) throws IOException {
    String type = single ? "float" : "double";
    StringBuilder text = new StringBuilder();
    StringBuilder steps = new StringBuilder("steps:\n");
    for (int f = 0; f < FUNCTIONS.size(); f++) {
      Function function = FUNCTIONS.get(f);
      text.append(
          """
          extern "C" __global__ void k%d(%s *out) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            double from = %s, to = %s;
            %s x = from + (to - from) * i / %d, y = 0.1875 + i %% 97 * 0.125;
            out[%d + i] = %s;
          }
          """
              .formatted(
                  f,
                  type,
                  function.low(),
                  function.high(),
                  type,
                  ITEMS,
                  f * ITEMS,
                  function.call(single)));
      steps.append(
          "  - {launch: k%d, grid: [%d], block: [256], args: [out]}\n".formatted(f, ITEMS / 256));
    }
    Files.writeString(folder.resolve("m.cu"), text);
    int count = FUNCTIONS.size() * ITEMS;
    String workload =
        "name: m\nkernels: m.cu\nbuffers:\n  out: {type: %s, count: %d}\n%s"
            .formatted(single ? "f32" : "f64", count, steps);
    LocalClang clang = new LocalClang(folder, Map.of("LOCKSTEP_CUDA", "clang"));
    Workload read = Workload.read("m.yaml", workload, folder);
    try (WorkloadExecution run =
        new WorkloadExecution(read.bind(Map.of()), List.of(clang.frontend()))) {
      while (run.next() != ProgramItem.END) {
        // It is executed.
      }
      BufferContents contents = run.contents("m.yaml", "out");
      byte[] out = new byte[count * (single ? 4 : 8)];
      contents.read(0, out, 0, out.length);
      return ByteBuffer.wrap(out).order(ByteOrder.LITTLE_ENDIAN);
    }
  }

  @Test
  @DisplayName("functions of floats keep CUDA's limits of error")
  void functionsOfFloatsKeepTheLimits() throws IOException {
    ByteBuffer results = results(true);
    for (int f = 0; f < FUNCTIONS.size(); f++) {
      Function function = FUNCTIONS.get(f);
      for (int i = 0; i < ITEMS; i++) {
        double from = function.low();
        float x = (float) (from + (function.high() - from) * i / ITEMS);
        double exact = function.exact().applyAsDouble(x, (float) second(i));
        float found = results.getFloat(4 * (f * ITEMS + i));
        double unit = Math.ulp((float) exact);
        // The last half unit is the rounding of the result.
        assertThat(Math.abs(found - exact) / unit)
            .as("%s at %s, %s: %s, not %s", function.name(), x, second(i), found, exact)
            .isLessThanOrEqualTo(function.floats() + 0.5);
      }
    }
  }

  @Test
  @DisplayName("functions of doubles keep CUDA's limits of error, beside a reference's last place")
  void functionsOfDoublesKeepTheLimits() throws IOException {
    ByteBuffer results = results(false);
    for (int f = 0; f < FUNCTIONS.size(); f++) {
      Function function = FUNCTIONS.get(f);
      for (int i = 0; i < ITEMS; i++) {
        double from = function.low();
        double x = from + (function.high() - from) * i / ITEMS;
        double exact = function.exact().applyAsDouble(x, second(i));
        double found = results.getDouble(8 * (f * ITEMS + i));
        assertThat(Math.abs(found - exact) / Math.ulp(exact))
            .as("%s at %s, %s: %s, not %s", function.name(), x, second(i), found, exact)
            .isLessThanOrEqualTo(function.doubles() + (function.doubles() == 0 ? 0 : 1));
      }
    }
  }
}
