// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class ScratchFile {
  private final Path path;

  ScratchFile(String name) {
    try {
      Path folder = Files.createTempDirectory("lockstep-fuzz");
      path = folder.resolve(name);
      folder.toFile().deleteOnExit();
      path.toFile().deleteOnExit();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path path() {
    return path;
  }

  Path write(byte[] bytes) {
    try {
      return Files.write(path, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
