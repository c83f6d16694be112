// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.io.InputException;
import io.lockstep.io.output.OutputFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;

/** Writes header, frames and trailer of a trace file. */
final class FrameWriter implements AutoCloseable {
  private final OutputFile out;
  private final Deflater deflater;
  private byte[] stored = new byte[4096];

  /** Writes the header; Deflate's level is 1 (fast) to 9 (small). */
  FrameWriter(OutputFile out, int level) {
    this.out = out;
    deflater = new Deflater(level);
    ByteBuffer header = buffer(TraceFormat.HEADER_BYTES);
    header.putLong(TraceFormat.MAGIC).putInt(TraceFormat.VERSION);
    write(header.array(), header.capacity());
  }

  static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  long position() {
    return out.size();
  }

  /** Writes a frame; returns its size in the file in bytes. */
  int frame(int type, ByteColumn raw) {
    if (raw.size() > TraceFormat.MAX_RAW_BYTES) {
      throw new InputException(
          out.target().toString(),
          "cannot be written: a record of " + raw.size() + " bytes is beyond the format's bound");
    }
    deflater.reset();
    deflater.setInput(raw.array(), 0, raw.size());
    deflater.finish();
    int length = 0;
    while (!deflater.finished()) {
      if (length == stored.length) {
        stored = Arrays.copyOf(stored, 2 * length);
      }
      length += deflater.deflate(stored, length, stored.length - length);
    }
    ByteBuffer head = buffer(TraceFormat.FRAME_HEAD_BYTES);
    head.put((byte) type).putInt(raw.size()).putInt(length);
    head.putInt(checksum(head.array(), stored, length));
    write(head.array(), head.capacity());
    write(stored, length);
    return head.capacity() + length;
  }

  /** Returns the CRC32C of a frame's head without the checksum itself, and its stored payload. */
  static int checksum(byte[] head, byte[] payload, int length) {
    CRC32C crc = new CRC32C();
    crc.update(head, 0, TraceFormat.FRAME_HEAD_BYTES - 4);
    crc.update(payload, 0, length);
    return (int) crc.getValue();
  }

  /** Writes frames of another file as they are. */
  void copy(byte[] frames, int length) {
    write(frames, length);
  }

  void trailer(long index, byte[] identity) {
    ByteBuffer trailer = buffer(TraceFormat.TRAILER_BYTES);
    trailer.putLong(index).put(identity);
    CRC32C crc = new CRC32C();
    crc.update(trailer.array(), 0, trailer.position());
    trailer.putInt((int) crc.getValue()).putLong(TraceFormat.END_MARK);
    write(trailer.array(), trailer.capacity());
  }

  /** Gives the file its name; nothing may be written afterwards. */
  void commit() {
    out.commit();
  }

  private void write(byte[] bytes, int length) {
    out.write(bytes, 0, length);
  }

  /** Deletes the file unless it was committed. */
  @Override
  public void close() {
    deflater.end();
    out.close();
  }
}
