// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.io.OutputException;
import io.lockstep.io.output.ProcessFiles;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A temporary file, created on the first write. Not thread-safe. */
final class SpillFile {
  private Path file;
  private OutputStream stream;

  void write(byte[] bytes) {
    try {
      if (file == null) {
        file = ProcessFiles.newFile(".spill");
        stream = new BufferedOutputStream(Files.newOutputStream(file));
      }
      stream.write(bytes);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Returns the file, to which nothing is written any more; empty if nothing was. */
  Optional<Path> written() {
    try {
      if (file != null) {
        stream.close();
      }
    } catch (IOException e) {
      throw failed(e);
    }
    return Optional.ofNullable(file);
  }

  void close() {
    if (file != null) {
      try {
        stream.close();
        ProcessFiles.delete(file);
      } catch (IOException e) {
        throw failed(e);
      }
      file = null;
    }
  }

  private static OutputException failed(IOException e) {
    return new OutputException(
        System.getProperty("java.io.tmpdir"), "no temporary file can be written there", e);
  }
}
