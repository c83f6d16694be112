// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.io.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads header, frames and trailer of a trace file and checks every byte. Reads are positional, so
 * several threads may share one reader.
 */
final class FrameReader implements AutoCloseable {
  private final Path file;
  private final FileChannel channel;
  private final long size;

  FrameReader(Path file) {
    this.file = file;
    try {
      if (Files.isDirectory(file)) {
        throw new InputException(file.toString(), "a trace file was expected, found a folder");
      }
      channel = FileChannel.open(file, StandardOpenOption.READ);
      size = channel.size();
    } catch (NoSuchFileException e) {
      throw new InputException(file.toString(), "no such file", e);
    } catch (IOException e) {
      throw new InputException(file.toString(), "the trace cannot be read: " + e.getMessage(), e);
    }
  }

  long size() {
    return size;
  }

  String where(long position) {
    return file + ": byte " + position;
  }

  InputException bad(long position, String what) {
    return new InputException(where(position), what);
  }

  /** Checks the header; returns the format's version. */
  int header() {
    if (size < TraceFormat.HEADER_BYTES) {
      throw bad(0, "a trace file was expected, found only " + size + " bytes");
    }
    ByteBuffer header = read(0, TraceFormat.HEADER_BYTES);
    long magic = header.getLong();
    int version = header.getInt();
    if (magic == TraceFormat.OLD_MAGIC) {
      throw bad(
          0,
          "a trace of format %s, older than the first release, was found; expected one of format %s: write it anew with 'lockstep record'"
              .formatted(version, TraceFormat.VERSION));
    }
    if (magic != TraceFormat.MAGIC) {
      throw bad(0, "a trace file was expected, but its first eight bytes are not a trace's");
    }
    if (version < 1) {
      throw bad(
          TraceFormat.VERSION_POSITION, "a format version from 1 was expected, found " + version);
    }
    if (version > TraceFormat.VERSION) {
      throw bad(
          TraceFormat.VERSION_POSITION,
          "trace format %s is newer than this program, which reads up to %s"
              .formatted(version, TraceFormat.VERSION));
    }
    return version;
  }

  /** Returns the trailer, which starts with the index position; checks checksum and end mark. */
  ByteBuffer trailer() {
    long position = size - TraceFormat.TRAILER_BYTES;
    if (position < TraceFormat.HEADER_BYTES) {
      throw bad(size, "the file ends early: a complete trace was expected");
    }
    ByteBuffer trailer = read(position, TraceFormat.TRAILER_BYTES);
    if (trailer.getLong(TraceFormat.TRAILER_BYTES - 8) != TraceFormat.END_MARK) {
      throw bad(size - 8, "the mark that ends a complete trace was expected; is the file cut off?");
    }
    CRC32C crc = new CRC32C();
    crc.update(trailer.array(), 0, TraceFormat.TRAILER_BYTES - 12);
    if (trailer.getInt(TraceFormat.TRAILER_BYTES - 12) != (int) crc.getValue()) {
      throw bad(position, "damaged trace: the trailer's checksum differs");
    }
    return trailer;
  }

  /** Reads and inflates a chunk. */
  ChunkReader chunk(ChunkInfo info) {
    byte[] raw = frame(info.position(), TraceFormat.CHUNK, info.position() + info.storedBytes());
    ChunkReader chunk = new ChunkReader(raw, where(info.position()));
    if (raw.length != info.rawBytes() || chunk.events() != info.events()) {
      throw bad(info.position(), "damaged trace: the chunk differs from the index");
    }
    return chunk;
  }

  /** Reads and inflates a frame that ends at a position. */
  byte[] frame(long position, int type, long end) {
    if (position < 0 || end > size || end - position < TraceFormat.FRAME_HEAD_BYTES) {
      throw bad(position, "damaged trace: a frame up to byte " + end + " was expected");
    }
    ByteBuffer head = read(position, TraceFormat.FRAME_HEAD_BYTES);
    int found = head.get();
    int raw = head.getInt();
    int stored = head.getInt();
    int crc = head.getInt();
    if (found != type) {
      throw bad(
          position, "damaged trace: a frame of type " + type + " was expected, found " + found);
    }
    if (stored != end - position - TraceFormat.FRAME_HEAD_BYTES) {
      throw bad(position + 5, "damaged trace: the frame's length differs from the index");
    }
    if (raw < 0
        || raw > TraceFormat.MAX_RAW_BYTES
        || raw > (long) TraceFormat.MAX_EXPANSION * stored) {
      throw bad(position + 1, "damaged trace: no frame inflates to " + raw + " bytes");
    }
    byte[] payload = read(position + TraceFormat.FRAME_HEAD_BYTES, stored).array();
    if (crc != FrameWriter.checksum(head.array(), payload, stored)) {
      throw bad(position, "damaged trace: the frame's checksum differs");
    }
    return inflate(payload, raw, position);
  }

  private byte[] inflate(byte[] payload, int rawLength, long position) {
    byte[] raw = new byte[rawLength];
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(payload);
      int length = 0;
      while (!inflater.finished()) {
        int n = inflater.inflate(raw, length, rawLength - length);
        length += n;
        if (n == 0 && !inflater.finished()) {
          // The end of the stream may be unread when the last byte has been inflated.
          if (length < rawLength || inflater.needsInput() || inflater.inflate(new byte[1]) != 0) {
            throw bad(position, "damaged trace: the frame does not inflate to its length");
          }
        }
      }
      if (length != rawLength || inflater.getRemaining() != 0) {
        throw bad(position, "damaged trace: the frame does not inflate to its length");
      }
      return raw;
    } catch (DataFormatException e) {
      throw bad(position, "damaged trace: the frame does not inflate");
    } finally {
      inflater.end();
    }
  }

  private ByteBuffer read(long position, int length) {
    ByteBuffer buffer = FrameWriter.buffer(length);
    try {
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, position + buffer.position()) < 0) {
          throw bad(position + buffer.position(), "the file ends early: it became shorter");
        }
      }
    } catch (IOException e) {
      throw new InputException(where(position), "the trace cannot be read: " + e.getMessage(), e);
    }
    return buffer.flip();
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new InputException(file.toString(), "the trace cannot be closed: " + e.getMessage(), e);
    }
  }
}
