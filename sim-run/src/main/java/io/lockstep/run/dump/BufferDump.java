// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.dump;

import java.nio.file.Path;
import java.util.Optional;

/** A request to write a buffer's final contents to a file, whose extension selects the format. */
public record BufferDump(String buffer, Path file) {
  /** The syntax of {@code --dump}. */
  public static final String FORM = "NAME=FILE with an ending .bin, .npy or .csv";

  /** Parses {@code c=c.npy} without checking whether the buffer exists; empty for other syntax. */
  public static Optional<BufferDump> parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 1 || equals == text.length() - 1) {
      return Optional.empty();
    }
    try {
      Path file = Path.of(text.substring(equals + 1));
      return DumpFormat.of(file).map(f -> new BufferDump(text.substring(0, equals), file));
    } catch (java.nio.file.InvalidPathException e) {
      return Optional.empty();
    }
  }

  DumpFormat format() {
    return DumpFormat.of(file).orElseThrow();
  }

  String where() {
    return "--dump " + buffer + "=" + file;
  }
}
