// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.io.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Lockstep's own headers of device code, as files for a compiler. A folder is named after its
 * content, and complete as soon as it is there.
 */
final class GpuHeaders {
  /** The header that is included before every source of CUDA C++. */
  static final String FIRST = "cuda_runtime.h";

  /** Resources of the package's folder {@code gpu}. */
  static final List<String> NAMES =
      List.of(
          FIRST,
          "lockstep_atomics.h",
          "lockstep_copies.h",
          "lockstep_declarations.h",
          "lockstep_floats.h",
          "lockstep_gpu.h",
          "lockstep_host.h",
          "lockstep_integers.h",
          "lockstep_lanes.h",
          "lockstep_matrix.h",
          "lockstep_sixteen.h",
          "lockstep_std.h",
          "lockstep_textures.h",
          "lockstep_types.h",
          "cooperative_groups.h",
          "cooperative_groups/memcpy_async.h",
          "cooperative_groups/reduce.h",
          "cooperative_groups/scan.h",
          "cuComplex.h",
          "cuda/atomic",
          "cuda/barrier",
          "cuda/pipeline",
          "cuda/std/array",
          "cuda/std/atomic",
          "cuda/std/cmath",
          "cuda/std/complex",
          "cuda/std/cstddef",
          "cuda/std/cstdint",
          "cuda/std/functional",
          "cuda/std/initializer_list",
          "cuda/std/limits",
          "cuda/std/tuple",
          "cuda/std/type_traits",
          "cuda/std/utility",
          "cuda_bf16.h",
          "cuda_fp16.h",
          "cuda_fp8.h",
          "cuda_pipeline.h",
          "cuda_pipeline_primitives.h",
          "cuda_profiler_api.h",
          "cuda_runtime_api.h",
          "curand_kernel.h",
          "device_launch_parameters.h",
          "lockstep_random.h",
          "math_constants.h",
          "mma.h");

  /** The header that is included before every HIP source. */
  static final String FIRST_OF_HIP = "lockstep_hip.h";

  /** Resources of the package's folder {@code hip}, which need the others. */
  static final List<String> NAMES_OF_HIP =
      List.of(
          FIRST_OF_HIP,
          "hip/amd_detail/amd_hip_runtime.h",
          "hip/amd_detail/amd_hip_vector_types.h",
          "hip/amd_detail/host_defines.h",
          "hip/device_functions.h",
          "hip/hip_bf16.h",
          "hip/hip_bfloat16.h",
          "hip/hip_complex.h",
          "hip/hip_cooperative_groups.h",
          "hip/hip_ext.h",
          "hip/hip_fp16.h",
          "hip/hip_math_constants.h",
          "hip/hip_runtime.h",
          "hip/hip_runtime_api.h",
          "hip/hip_texture_types.h",
          "hip/hip_vector_types.h",
          "hip/hip_version.h",
          "hip/hiprtc.h",
          "hip/lockstep_amdgcn.h",
          "hip/lockstep_device.h",
          "hip/lockstep_functions.h",
          "hip/lockstep_host.h",
          "hip/lockstep_modules.h",
          "hip/lockstep_types.h",
          "hip/lockstep_vectors.h",
          "hip/math_functions.h",
          "hipblas/hipblas.h",
          "hipblas/lockstep_forms.h",
          "hipblas/lockstep_unsupported.h",
          "hiprand/hiprand.h",
          "hiprand/hiprand_kernel.h",
          "omp.h",
          "rocblas/lockstep_unsupported.h",
          "rocblas/rocblas.h");

  private GpuHeaders() {}

  /**
   * Returns the folder of the headers, which is made unless it exists.
   *
   * @param file position for messages
   * @param cache folder of compiled kernels
   */
  static Path folder(String file, Path cache) {
    return folder(file, cache, "gpu", NAMES);
  }

  /** Returns the folder of HIP's headers, as {@link #folder} does. */
  static Path folderOfHip(String file, Path cache) {
    return folder(file, cache, "hip", NAMES_OF_HIP);
  }

  private static Path folder(String file, Path cache, String place, List<String> names) {
    List<byte[]> all = new ArrayList<>();
    for (String name : names) {
      all.add(name.getBytes(StandardCharsets.UTF_8));
      all.add(BuiltInLibrary.resource(place + "/" + name));
    }
    Path folder = cache.resolve(place + "-headers-" + PtxCache.key(all).substring(0, 16));
    if (Files.isDirectory(folder)) {
      return folder;
    }
    try {
      Files.createDirectories(cache);
      Path begun = Files.createTempDirectory(cache, "headers");
      for (String name : names) {
        Path to = begun.resolve(name);
        Files.createDirectories(to.getParent());
        Files.write(to, BuiltInLibrary.resource(place + "/" + name));
      }
      Files.move(begun, folder);
    } catch (IOException e) {
      // Another process may have been faster.
      if (!Files.isDirectory(folder)) {
        throw new InputException(
            file, "headers of device code cannot be written into %s: %s".formatted(folder, e), e);
      }
    }
    return folder;
  }
}
