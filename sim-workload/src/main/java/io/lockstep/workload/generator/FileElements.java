// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.generator;

import io.lockstep.io.InputException;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.element.Elements;
import io.lockstep.workload.element.LittleEndian;
import io.lockstep.workload.expression.FileName;
import io.lockstep.workload.expression.Scope;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Elements from a raw file of exactly the buffer's size, read through a window, so that memory does
 * not grow with the file.
 */
public final class FileElements implements Elements {
  private static final int WINDOW = 1 << 18;

  private final String where;
  private final Path path;
  private final ElementType type;
  private final long size;
  private byte[] window;
  private long windowStart;
  private int windowBytes;

  public FileElements(FileName name, Path folder, Scope scope, ElementType type, long count) {
    this.where = name.where();
    this.path = path(name, folder, scope);
    this.type = type;
    this.size = size(where, path);
    long wanted = count * type.bytes();
    if (size != wanted) {
      throw new InputException(
          where,
          "%s has %s bytes, expected %s (%s of %s)"
              .formatted(path, size, wanted, count, type.text()));
    }
  }

  /** Returns the path of a file, relative to the workload's folder. */
  public static Path path(FileName name, Path folder, Scope scope) {
    try {
      return folder.resolve(name.resolve(scope)).normalize();
    } catch (java.nio.file.InvalidPathException e) {
      throw new InputException(name.where(), "'" + name.text() + "' is not a file's name", e);
    }
  }

  /**
   * Returns the size of a file.
   *
   * @throws InputException if it is not a regular file
   */
  public static long size(String where, Path path) {
    if (!Files.isRegularFile(path)) {
      throw new InputException(where, "no file " + path);
    }
    try {
      return Files.size(path);
    } catch (IOException e) {
      throw new InputException(where, "cannot read " + path + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void bits(long first, int n, long[] out) {
    int bytes = type.bytes();
    for (int k = 0; k < n; k++) {
      long offset = (first + k) * bytes;
      if (window == null || offset < windowStart || offset + bytes > windowStart + windowBytes) {
        load(offset);
      }
      out[k] = LittleEndian.get(window, (int) (offset - windowStart), bytes);
    }
  }

  private void load(long offset) {
    window = window == null ? new byte[(int) Math.min(WINDOW, size)] : window;
    windowStart = offset;
    windowBytes = (int) Math.min(window.length, size - offset);
    ByteBuffer into = ByteBuffer.wrap(window, 0, windowBytes);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      while (into.hasRemaining()) {
        if (channel.read(into, windowStart + into.position()) < 0) {
          throw new InputException(where, path + " became shorter while it was read");
        }
      }
    } catch (IOException e) {
      throw new InputException(where, "cannot read " + path + ": " + e.getMessage(), e);
    }
  }
}
