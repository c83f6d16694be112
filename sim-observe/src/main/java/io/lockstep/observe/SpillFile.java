// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.io.OutputException;
import io.lockstep.io.output.OutputFile;
import io.lockstep.io.output.ProcessFiles;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

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

  void drainTo(OutputFile out) {
    if (file == null) {
      return;
    }
    try {
      stream.close();
      try (InputStream in = Files.newInputStream(file)) {
        byte[] buffer = new byte[1 << 16];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          out.write(buffer, 0, n);
        }
      }
    } catch (IOException e) {
      throw failed(e);
    }
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
