// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.slurm;

import io.lockstep.io.Printable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

final class LogTail {
  private static final int BYTES = 4096;
  private static final int LINES = 5;

  private LogTail() {}

  /**
   * Returns the last non-blank lines, with control characters made printable; returns an empty list
   * if there is no log.
   */
  static List<String> of(Path log) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      byte[] bytes = new byte[(int) Math.min(BYTES, file.length())];
      file.seek(file.length() - bytes.length);
      file.readFully(bytes);
      List<String> lines =
          new String(bytes, StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isBlank())
              .map(Printable::of)
              .toList();
      return lines.subList(Math.max(0, lines.size() - LINES), lines.size());
    } catch (IOException e) {
      return List.of();
    }
  }
}
