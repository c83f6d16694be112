// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * The order in which a trace's identity takes the bytes of its columns: a list of pieces, each of a
 * column, in a temporary file. The identity begins with the program's tables; with this list, it is
 * computed once these are known, without decoding the chunks.
 */
final class HashOrder implements ColumnCursor.Hash, AutoCloseable {
  private static final int COLUMN_BITS = 5; // the lowest of a piece; its length is above
  private static final int BLOCK = 1 << 16;

  private final Path path;
  private final Deflater deflater = new Deflater(Deflater.BEST_SPEED);
  private final OutputStream out;
  private final ByteColumn pieces = new ByteColumn();

  /** Creates the file. */
  HashOrder(Path path) {
    this.path = path;
    try {
      out = new DeflaterOutputStream(Files.newOutputStream(path), deflater, BLOCK);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public void add(int column, byte[] bytes, int from, int length) {
    pieces.add((long) length << COLUMN_BITS | column);
    if (pieces.size() >= BLOCK) {
      write();
    }
  }

  private void write() {
    try {
      out.write(pieces.array(), 0, pieces.size());
      pieces.clear();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private OutputException failed(IOException e) {
    return new OutputException(path.toString(), "cannot be written: " + e.getMessage(), e);
  }

  /** Ends the list. */
  void end() {
    write();
    try {
      out.close();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Hashes the columns of chunks piece by piece, in the order in which the encoder wrote them;
   * called once, after {@link #end}.
   */
  void replay(Iterable<ChunkReader> chunks, ColumnCursor.Hash hash) {
    try (InputStream in =
        new BufferedInputStream(new InflaterInputStream(Files.newInputStream(path)), BLOCK)) {
      for (ChunkReader chunk : chunks) {
        ColumnCursor[] columns = chunk.columns();
        int left = 0;
        for (ColumnCursor column : columns) {
          left += column.remaining();
        }
        while (left > 0) {
          long piece = next(in);
          int column = (int) piece & (1 << COLUMN_BITS) - 1;
          int length = (int) (piece >>> COLUMN_BITS);
          columns[column].skip(length, column, hash);
          left -= length;
        }
      }
    } catch (IOException e) {
      throw new InputException(path.toString(), "cannot be read: " + e.getMessage(), e);
    }
  }

  /** Reads a number that {@link ByteColumn#add} wrote. */
  private static long next(InputStream in) throws IOException {
    long value = 0;
    int b = 0x80;
    for (int shift = 0; b >= 0x80; shift += 7) {
      b = in.read();
      value |= (long) (b & 0x7F) << shift;
    }
    return value;
  }

  /** Closes the file, which the caller deletes. */
  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      // what could not be written is not wanted
    } finally {
      deflater.end();
    }
  }
}
