// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.io.Digests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.List;

/** Lockstep's own headers for HIP, unpacked into the user's cache for clang. */
final class HipHeaders {
  private static final List<String> NAMES =
      List.of(
          "lockstep_hip.h",
          "hip/hip_runtime.h",
          "hip/hip_runtime_api.h");

  private final Path cache;

  HipHeaders(Path cache) {
    this.cache = cache;
  }

  /** Returns the folder of the headers, which is made if necessary. */
  Path folder() throws IOException {
    MessageDigest digest = Digests.start();
    for (String name : NAMES) {
      digest.update(BuiltInLibrary.resource("hip/" + name));
    }
    Path folder = cache.resolve("hip-" + Digests.hex(digest.digest()).substring(0, 16));
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(cache);
      Path begun = Files.createTempDirectory(cache, "write");
      for (String name : NAMES) {
        Path file = begun.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, BuiltInLibrary.resource("hip/" + name));
      }
      try {
        Files.move(begun, folder, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        if (!Files.isDirectory(folder)) { // otherwise another process has made it
          throw e;
        }
      }
    }
    return folder;
  }
}
