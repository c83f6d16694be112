// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.dump;

import io.lockstep.io.InputException;
import io.lockstep.workload.element.ElementType;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiConsumer;

/** A NumPy array file (.npy). Immutable; the elements are read in blocks. */
public final class NumpyFile {
  private static final int PART = 1 << 16;

  private final Path path;
  private final NumpyHeader header;

  private NumpyFile(Path path, NumpyHeader header) {
    this.path = path;
    this.header = header;
  }

  /**
   * Reads the header; the elements are read later.
   *
   * @param path a file in NumPy's format 1, 2 or 3
   * @throws InputException if the file has another format, or its size contradicts the header
   */
  public static NumpyFile open(Path path) {
    String name = path.toString();
    if (!Files.isRegularFile(path)) {
      throw new InputException(name, "no such file");
    }
    try (DataInputStream in = stream(path)) {
      NumpyHeader header = NumpyHeader.read(name, in);
      long elements = header.count();
      long found = Files.size(path) - header.length();
      if (elements > Long.MAX_VALUE / 8 || found != elements * header.type().bytes()) {
        throw new InputException(
            name, "has " + found + " bytes of elements, but its header says " + header.text());
      }
      return new NumpyFile(path, header);
    } catch (IOException e) {
      throw new InputException(name, "cannot be read: " + e.getMessage(), e);
    }
  }

  private static DataInputStream stream(Path path) throws IOException {
    return new DataInputStream(new BufferedInputStream(Files.newInputStream(path), PART));
  }

  public ElementType type() {
    return header.type();
  }

  public long count() {
    return header.count();
  }

  /** {@return type and shape, for example {@code f32 [4, 16]}} */
  public String text() {
    return header.text();
  }

  /**
   * Reads all elements in C order, little-endian, in blocks.
   *
   * @param to receives a block and its number of valid bytes
   */
  public void read(BiConsumer<byte[], Integer> to) {
    byte[] part = new byte[PART];
    try (DataInputStream in = stream(path)) {
      in.skipNBytes(header.length());
      long left = count() * type().bytes();
      while (left > 0) {
        int n = (int) Math.min(PART, left);
        in.readFully(part, 0, n);
        if (header.bigEndian()) {
          reverse(part, n, type().bytes());
        }
        to.accept(part, n);
        left -= n;
      }
    } catch (IOException e) {
      throw new InputException(path.toString(), "cannot be read: " + e.getMessage(), e);
    }
  }

  private static void reverse(byte[] part, int length, int size) {
    for (int at = 0; at < length; at += size) {
      for (int low = at, high = at + size - 1; low < high; low++, high--) {
        byte kept = part[low];
        part[low] = part[high];
        part[high] = kept;
      }
    }
  }
}
