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
  /** The header that is included before every source. */
  static final String FIRST = "lockstep_gpu.h";

  /** Resources of the package's folder {@code gpu}. */
  static final List<String> NAMES =
      List.of(
          FIRST,
          "lockstep_atomics.h",
          "lockstep_declarations.h",
          "lockstep_floats.h",
          "lockstep_integers.h",
          "lockstep_lanes.h",
          "lockstep_sixteen.h",
          "lockstep_textures.h",
          "lockstep_types.h",
          "cooperative_groups.h",
          "cooperative_groups/reduce.h",
          "cooperative_groups/scan.h",
          "cuComplex.h",
          "cuda_bf16.h",
          "cuda_fp16.h",
          "cuda_runtime.h",
          "math_constants.h",
          "mma.h");

  private GpuHeaders() {}

  private static byte[] content(String name) {
    return BuiltInLibrary.resource("gpu/" + name);
  }

  /**
   * Returns the folder of the headers, which is made unless it exists.
   *
   * @param file position for messages
   * @param cache folder of compiled kernels
   */
  static Path folder(String file, Path cache) {
    List<byte[]> all = new ArrayList<>();
    for (String name : NAMES) {
      all.add(name.getBytes(StandardCharsets.UTF_8));
      all.add(content(name));
    }
    Path folder = cache.resolve("gpu-headers-" + PtxCache.key(all).substring(0, 16));
    if (Files.isDirectory(folder)) {
      return folder;
    }
    try {
      Files.createDirectories(cache);
      Path begun = Files.createTempDirectory(cache, "gpu-headers");
      for (String name : NAMES) {
        Path to = begun.resolve(name);
        Files.createDirectories(to.getParent());
        Files.write(to, content(name));
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
