// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Reads files of {@link ByteBlock}s; damage causes an {@link InputException} with its position. */
final class BlockReader implements AutoCloseable {
  private static final int LARGEST = 1 << 30;

  /** Deflate expands at most 1032 times (zlib's technical details); larger sizes are damage. */
  private static final int MAX_EXPANSION = 1032;

  private final Path path;
  private final InputStream in;
  private final Inflater inflater = new Inflater(true);
  private long position;
  private long blockAt;
  private byte[] content = {};
  private int at;
  private int size;

  /** Opens a file that consists of blocks alone. */
  BlockReader(Path path) {
    this.path = path;
    if (!Files.isRegularFile(path)) {
      throw new InputException(path.toString(), "no such file");
    }
    try {
      in = new BufferedInputStream(Files.newInputStream(path), 1 << 16);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private InputException unreadable(IOException e) {
    return new InputException(path.toString(), "cannot be read: " + OutputException.reason(e), e);
  }

  /** Reads the next block and returns its type. */
  int next() {
    blockAt = position;
    try {
      byte[] header = in.readNBytes(ByteBlock.HEADER_BYTES);
      if (header.length < ByteBlock.HEADER_BYTES) {
        throw damaged("expected a block, found the end of the file");
      }
      ByteBuffer h = ByteBuffer.wrap(header);
      int type = h.get();
      size = h.getInt();
      int stored = h.getInt();
      int sum = h.getInt();
      if (size < 0
          || size > LARGEST
          || stored < 0
          || stored > LARGEST
          || size > (long) MAX_EXPANSION * stored) {
        throw damaged("a block of impossible size");
      }
      byte[] deflated = in.readNBytes(stored);
      if (deflated.length < stored) {
        throw damaged("expected a block of " + stored + " bytes, found " + deflated.length);
      }
      position += header.length + stored;
      if (ByteBlock.checksum(header, deflated, 0, stored) != sum) {
        throw damaged("a block whose checksum differs");
      }
      inflate(deflated);
      at = 0;
      return type;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private void inflate(byte[] deflated) {
    content = content.length < size ? new byte[size] : content;
    inflater.reset();
    inflater.setInput(deflated);
    int inflated = 0;
    try {
      while (inflated < size) {
        int n = inflater.inflate(content, inflated, size - inflated);
        if (n == 0) {
          break;
        }
        inflated += n;
      }
    } catch (DataFormatException e) {
      throw damaged("a block that cannot be decompressed");
    }
    if (inflated != size) {
      throw damaged("a block of " + inflated + " bytes instead of " + size);
    }
  }

  /** Returns whether the block has unread bytes. */
  boolean hasMore() {
    return at < size;
  }

  int readByte() {
    if (at >= size) {
      throw damaged("a block that ends within a number");
    }
    return content[at++] & 0xFF;
  }

  long readNumber() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int b = readByte();
      value |= (long) (b & 0x7F) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw damaged("a number of more than ten bytes");
  }

  int readInt() {
    long value = readNumber();
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw damaged("a number beyond its range: " + value);
    }
    return (int) value;
  }

  long readSigned() {
    long value = readNumber();
    return value >>> 1 ^ -(value & 1);
  }

  String readText() {
    int length = readInt();
    if (length > size - at) {
      throw damaged("a text that goes beyond its block");
    }
    at += length;
    return new String(content, at - length, length, StandardCharsets.UTF_8);
  }

  /** Returns whether the end of the file is reached. */
  boolean atEnd() {
    try {
      in.mark(1);
      boolean end = in.read() < 0;
      in.reset();
      return end;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  InputException damaged(String what) {
    return new InputException(path + ": byte " + blockAt, "damaged file: " + what);
  }

  @Override
  public void close() {
    inflater.end();
    try {
      in.close();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }
}
