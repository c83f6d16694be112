// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Kernel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lockstep's {@code curand_kernel.h}; a HIP program of sim-program tests the numbers. */
@Tag("slow")
class RandomHeaderTest {
  private static final String SOURCE =
      """
      #include <curand_kernel.h>
      template <class S> __device__ void draw(S *s, float *x, double *d, unsigned *w) {
        w[0] = curand(s) + curand_poisson(s, 3.0);
        x[0] = curand_uniform(s) + curand_normal(s) + curand_log_normal(s, 0.0f, 1.0f);
        x[1] = curand_normal2(s).x + curand_log_normal2(s, 0.0f, 1.0f).y;
        d[0] = curand_uniform_double(s) + curand_normal_double(s) + curand_normal2_double(s).x;
        d[1] = curand_log_normal_double(s, 0.0, 1.0);
        skipahead(3ull, s);
      }
      extern "C" __global__ void xorwow(curandState *states, float *x, double *d, unsigned *w) {
        curandState_t s = states[threadIdx.x];
        curand_init(1ull, threadIdx.x, 0, &s);
        draw(&s, x, d, w);
        states[threadIdx.x] = s;
      }
      extern "C" __global__ void philox(curandStatePhilox4_32_10_t *states, float4 *x, double *d,
                                        uint4 *w) {
        curandStatePhilox4_32_10_t s = states[threadIdx.x];
        curand_init(1ull, threadIdx.x, 0, &s);
        draw(&s, (float *)x, d, (unsigned *)w);
        skipahead_sequence(1ull, &s);
        x[1] = curand_uniform4(&s);
        x[2] = curand_normal4(&s);
        x[3] = curand_log_normal4(&s, 0.0f, 1.0f);
        d[2] = curand_uniform2_double(&s).y;
        w[1] = curand4(&s);
        w[2] = curand_poisson4(&s, 2.0);
        states[threadIdx.x] = s;
      }
      """;

  @TempDir private Path folder;

  @Test
  @DisplayName("clang compiles kernels that draw numbers of both states")
  void compilesTheFunctionsOfBothStates() throws IOException {
    Map<String, String> variables = new HashMap<>(System.getenv());
    variables.put(CudaCompiler.VARIABLE, "clang");
    String file = Files.writeString(folder.resolve("k.cu"), SOURCE).toString();
    List<Kernel> kernels =
        new SourceFrontend(
                new Environment(variables),
                Duration.ofMinutes(5),
                SourceFrontend::ptxFrontend,
                note -> {})
            .read(file, SOURCE, FrontendOptions.defaults());
    assertThat(kernels).extracting(Kernel::name).containsExactlyInAnyOrder("xorwow", "philox");
  }
}
