// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.io.OutputException;
import io.lockstep.io.output.ProcessFiles;
import io.lockstep.trace.file.ByteColumn;
import io.lockstep.trace.file.ColumnCursor;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Columns in a compressed temporary file, which is created on the first write: first written, then
 * read. Not thread-safe.
 */
final class SpillFile {
  private static final int BUFFER = 1 << 13;

  private final Deflater deflater = new Deflater(Deflater.BEST_SPEED);
  private Path file;
  private DataOutputStream out;
  private int columns;

  void write(ByteColumn column) {
    try {
      if (file == null) {
        file = ProcessFiles.newFile(".spill");
        out =
            new DataOutputStream(
                new DeflaterOutputStream(
                    new BufferedOutputStream(Files.newOutputStream(file)), deflater, BUFFER));
      }
      out.writeInt(column.size());
      out.write(column.array(), 0, column.size());
      columns++;
    } catch (IOException e) {
      throw failed("written", e);
    }
  }

  /** Passes the columns to a reader, in order; nothing may be written afterwards. */
  void read(Consumer<ColumnCursor> reader) {
    if (file == null) {
      return;
    }
    try {
      out.close();
      try (DataInputStream in =
          new DataInputStream(
              new InflaterInputStream(new BufferedInputStream(Files.newInputStream(file))))) {
        for (int c = 0; c < columns; c++) {
          byte[] column = in.readNBytes(in.readInt());
          reader.accept(new ColumnCursor(column, 0, column.length, file.toString(), "timeline"));
        }
      }
    } catch (IOException e) {
      throw failed("read", e);
    }
  }

  void close() {
    deflater.end();
    if (file != null) {
      try {
        out.close();
        ProcessFiles.delete(file);
      } catch (IOException e) {
        throw failed("written", e);
      }
      file = null;
    }
  }

  private static OutputException failed(String what, IOException e) {
    return new OutputException(
        System.getProperty("java.io.tmpdir"), "no temporary file can be " + what + " there", e);
  }
}
