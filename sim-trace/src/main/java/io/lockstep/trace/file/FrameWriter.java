// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.io.InputException;
import io.lockstep.io.output.OutputFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;

/**
 * Writes header, frames and trailer of a trace file. Chunks are compressed on other threads while
 * the caller encodes the next ones; they are written by the caller, in order. Not thread-safe.
 */
final class FrameWriter implements AutoCloseable {
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  private final OutputFile out;
  private final int level;
  private final Deque<Frame> running = new ArrayDeque<>();
  private final Deque<Frame> idle = new ArrayDeque<>();

  /** Receives where a chunk is once it is written. */
  interface Placed {
    /**
     * @param position first byte in the file
     * @param bytes size in the file
     */
    void at(long position, int bytes);
  }

  /** A frame's payload and its compressed form, with the compressor. Reused. */
  @SuppressWarnings("serial") // never serialised
  private static final class Frame extends RecursiveAction {
    final ByteColumn raw = new ByteColumn();
    byte[] stored = new byte[4096]; // the first length bytes are in use
    int length;
    Placed placed; // of a chunk
    private final Deflater deflater;

    Frame(int level) {
      deflater = new Deflater(level);
    }

    @Override
    protected void compute() {
      deflater.reset();
      deflater.setInput(raw.array(), 0, raw.size());
      deflater.finish();
      length = 0;
      while (!deflater.finished()) {
        if (length == stored.length) {
          stored = Arrays.copyOf(stored, 2 * length);
        }
        length += deflater.deflate(stored, length, stored.length - length);
      }
    }

    void end() {
      deflater.end();
    }
  }

  /** Writes the header; Deflate's level is 1 (fast) to 9 (small). */
  FrameWriter(OutputFile out, int level) {
    this.out = out;
    this.level = level;
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

  /** Writes a frame after all earlier ones; returns its size in the file in bytes. */
  int frame(int type, ByteColumn raw) {
    settle();
    Frame frame = frame();
    frame.raw.addBytes(raw.array(), 0, raw.size());
    check(frame.raw);
    frame.compute();
    return write(frame, type);
  }

  /**
   * Takes a chunk to be written before any later frame. At most one chunk for each processor is
   * held in memory.
   */
  void chunk(ByteColumn raw, Placed placed) {
    check(raw);
    Frame frame = frame();
    frame.raw.addBytes(raw.array(), 0, raw.size());
    frame.placed = placed;
    if (PROCESSORS > 1) {
      ForkJoinPool.commonPool().execute(frame);
    } else {
      frame.compute();
    }
    running.add(frame);
    if (running.size() >= PROCESSORS) {
      writeFirst();
    }
  }

  /** Writes the chunks that have been taken. */
  void settle() {
    while (!running.isEmpty()) {
      writeFirst();
    }
  }

  private void writeFirst() {
    Frame frame = running.remove();
    if (PROCESSORS > 1) {
      frame.join();
    }
    long position = position();
    frame.placed.at(position, write(frame, TraceFormat.CHUNK));
  }

  private Frame frame() {
    return idle.isEmpty() ? new Frame(level) : idle.remove();
  }

  private void check(ByteColumn raw) {
    if (raw.size() > TraceFormat.MAX_RAW_BYTES) {
      throw new InputException(
          out.target().toString(),
          "cannot be written: a record of " + raw.size() + " bytes is beyond the format's bound");
    }
  }

  private int write(Frame frame, int type) {
    ByteBuffer head = buffer(TraceFormat.FRAME_HEAD_BYTES);
    head.put((byte) type).putInt(frame.raw.size()).putInt(frame.length);
    head.putInt(checksum(head.array(), frame.stored, frame.length));
    write(head.array(), head.capacity());
    write(frame.stored, frame.length);
    frame.raw.clear();
    frame.reinitialize();
    idle.add(frame);
    return head.capacity() + frame.length;
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
    if (PROCESSORS > 1) {
      running.forEach(Frame::quietlyJoin);
    }
    running.forEach(Frame::end);
    idle.forEach(Frame::end);
    out.close();
  }
}
