// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.dump;

import io.lockstep.io.output.OutputFile;
import io.lockstep.workload.element.BufferContents;
import io.lockstep.workload.element.ElementType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** The format of a dumped buffer, chosen by the file name extension. */
enum DumpFormat {
  /** The bytes in memory, little-endian. */
  BIN {
    @Override
    void write(BufferContents contents, OutputFile file) {
      byte[] part = new byte[PART];
      for (long at = 0; at < contents.bytes(); at += PART) {
        int n = (int) Math.min(PART, contents.bytes() - at);
        contents.read(at, part, 0, n);
        file.write(n == PART ? part : java.util.Arrays.copyOf(part, n));
      }
    }
  },

  /** A NumPy array file. */
  NPY {
    @Override
    void write(BufferContents contents, OutputFile file) {
      file.write(NumpyHeader.of(contents.type(), contents.count()).bytes());
      BIN.write(contents, file);
    }
  },

  /** A header, then a line with index and decimal value for each element. */
  CSV {
    @Override
    void write(BufferContents contents, OutputFile file) {
      ElementType type = contents.type();
      long[] bits = new long[ROWS];
      file.write("index,value\n".getBytes(StandardCharsets.US_ASCII));
      StringBuilder rows = new StringBuilder();
      for (long first = 0; first < contents.count(); first += ROWS) {
        int n = (int) Math.min(ROWS, contents.count() - first);
        contents.bits(first, n, bits);
        rows.setLength(0);
        for (int k = 0; k < n; k++) {
          rows.append(first + k).append(',').append(type.show(bits[k])).append('\n');
        }
        file.write(rows.toString().getBytes(StandardCharsets.US_ASCII));
      }
    }
  };

  /** Bytes per write. */
  private static final int PART = 1 << 16;

  private static final int ROWS = 1 << 12;

  abstract void write(BufferContents contents, OutputFile file);

  static Optional<DumpFormat> of(Path file) {
    String name = file.getFileName() == null ? "" : file.getFileName().toString();
    for (DumpFormat format : values()) {
      if (name.toLowerCase(Locale.ROOT).endsWith("." + format.name().toLowerCase(Locale.ROOT))) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }
}
