// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Converts {@link Frames} to trace files and back. Lengths, compression, checksums and positions in
 * the index are computed, so that mutations reach the contents. Implemented independently from the
 * description of TraceFormat, without code of the product.
 *
 * <p>Flags in the first option byte: bit 0 means that the remaining bytes are the file itself; bit
 * 3 means that the index is used unchanged, including positions.
 */
final class TraceSeal {
  static final int RAW = 1;
  private static final int OWN_INDEX = 8;
  private static final int VERSION = 1;
  private static final byte[] MAGIC = {(byte) 0x89, 'L', 'S', 'T', '\r', '\n', 0x1A, '\n'};
  private static final byte[] END = {'L', 'K', 'T', 'e', 'n', 'd', '\r', '\n'};
  private static final int PROGRAM = 1;
  private static final int CHUNK = 2;
  private static final int OUTCOME = 3;
  private static final int INDEX = 4;
  private static final int PROGRAM_COLUMNS = 14;
  private static final int CHUNK_COLUMNS = 18;
  private static final int HEADER = 12;
  private static final int HEAD = 13;
  private static final int TRAILER = 52;

  private TraceSeal() {}

  static byte[] seal(byte[] input) {
    if (input.length > 0 && (input[0] & RAW) != 0) {
      return Arrays.copyOfRange(input, 1, input.length);
    }
    Frames.Content content = Frames.parse(input);
    int options = content.options().length == 0 ? 0 : content.options()[0];
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(MAGIC);
    out.writeBytes(little(4).putInt(VERSION).array());
    int programBytes = 0;
    int outcomeBytes = 0;
    byte[] index = {};
    List<int[]> chunks = new ArrayList<>();
    for (Frames.Frame frame : content.frames()) {
      byte[] raw = pack(frame);
      if (frame.type() == INDEX) {
        index = raw;
        continue;
      }
      byte[] stored = frame(frame.type(), raw);
      out.writeBytes(stored);
      switch (frame.type()) {
        case PROGRAM -> programBytes = stored.length;
        case OUTCOME -> outcomeBytes = stored.length;
        default -> chunks.add(new int[] {stored.length, raw.length});
      }
    }
    long position = out.size();
    if ((options & OWN_INDEX) == 0) {
      index = index(index, programBytes, outcomeBytes, chunks);
    }
    out.writeBytes(frame(INDEX, index));
    out.writeBytes(trailer(position));
    return out.toByteArray();
  }

  /** Returns the content of a frame before compression. */
  private static byte[] pack(Frames.Frame frame) {
    List<byte[]> columns = frame.columns();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(columns.get(0));
    for (int i = 1; i < columns.size(); i++) {
      number(out, columns.get(i).length);
    }
    for (int i = 1; i < columns.size(); i++) {
      out.writeBytes(columns.get(i));
    }
    return out.toByteArray();
  }

  /** Returns the index with corrected positions and all other numbers unchanged. */
  private static byte[] index(byte[] given, int program, int outcome, List<int[]> chunks) {
    ByteBuffer in = ByteBuffer.wrap(given);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    number(out, program);
    number(out, outcome);
    copy(in, out, 2);
    number(out, chunks.size());
    for (int[] chunk : chunks) {
      number(out, chunk[0]);
      number(out, chunk[1]);
      copy(in, out, 5);
    }
    return out.toByteArray();
  }

  private static void copy(ByteBuffer in, ByteArrayOutputStream out, int numbers) {
    for (int i = 0; i < numbers; i++) {
      int b = 0x80;
      while (b >= 0x80) {
        b = in.hasRemaining() ? in.get() & 0xFF : 0;
        out.write(b);
      }
    }
  }

  private static byte[] frame(int type, byte[] raw) {
    byte[] payload = deflate(raw);
    ByteBuffer head = little(HEAD);
    head.put((byte) type).putInt(raw.length).putInt(payload.length);
    CRC32C crc = new CRC32C();
    crc.update(head.array(), 0, HEAD - 4);
    crc.update(payload);
    head.putInt((int) crc.getValue());
    byte[] all = Arrays.copyOf(head.array(), HEAD + payload.length);
    System.arraycopy(payload, 0, all, HEAD, payload.length);
    return all;
  }

  private static byte[] deflate(byte[] raw) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    deflater.setInput(raw);
    deflater.finish();
    byte[] out = new byte[raw.length + raw.length / 8 + 64];
    int length = 0;
    while (!deflater.finished()) {
      length += deflater.deflate(out, length, out.length - length);
    }
    deflater.end();
    return Arrays.copyOf(out, length);
  }

  private static byte[] inflate(byte[] bytes, int from, int length, int raw) {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(bytes, from, length);
      byte[] out = new byte[raw];
      int n = 0;
      while (n < raw && !inflater.finished()) {
        n += inflater.inflate(out, n, raw - n);
      }
      return out;
    } catch (DataFormatException e) {
      throw new IllegalArgumentException(e);
    } finally {
      inflater.end();
    }
  }

  private static byte[] trailer(long position) {
    ByteBuffer trailer = little(TRAILER);
    trailer.putLong(position).position(8 + 32);
    CRC32C crc = new CRC32C();
    crc.update(trailer.array(), 0, 8 + 32);
    trailer.putInt((int) crc.getValue()).put(END);
    return trailer.array();
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void number(ByteArrayOutputStream out, long value) {
    long left = value;
    while ((left & ~0x7FL) != 0) {
      out.write((int) (left | 0x80));
      left >>>= 7;
    }
    out.write((int) left);
  }

  /** Converts a trace file to an input. */
  static byte[] unseal(byte[] file) {
    ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    in.position(HEADER);
    List<Frames.Frame> frames = new ArrayList<>();
    while (in.remaining() > TRAILER) {
      int type = in.get();
      int raw = in.getInt();
      int stored = in.getInt();
      in.getInt();
      byte[] content = inflate(file, in.position(), stored, raw);
      in.position(in.position() + stored);
      frames.add(
          new Frames.Frame(
              type,
              switch (type) {
                case PROGRAM -> columns(content, 0, PROGRAM_COLUMNS);
                case CHUNK -> columns(content, prelude(content), CHUNK_COLUMNS);
                case INDEX -> List.of(withoutPlaces(content));
                default -> List.of(content);
              }));
    }
    return Frames.join(new Frames.Content(new byte[1], frames));
  }

  /** Returns the length in bytes of the four numbers at the beginning of a chunk. */
  private static int prelude(byte[] content) {
    int at = 0;
    for (int i = 0; i < 4; i++) {
      while (content[at++] < 0) {
        // skip the bytes of one number
      }
    }
    return at;
  }

  private static List<byte[]> columns(byte[] content, int from, int count) {
    ByteBuffer in = ByteBuffer.wrap(content);
    in.position(from);
    int[] length = new int[count];
    for (int i = 0; i < count; i++) {
      length[i] = (int) number(in);
    }
    List<byte[]> columns = new ArrayList<>();
    columns.add(Arrays.copyOf(content, from));
    for (int i = 0; i < count; i++) {
      byte[] column = new byte[length[i]];
      in.get(column);
      columns.add(column);
    }
    return columns;
  }

  private static byte[] withoutPlaces(byte[] content) {
    ByteBuffer in = ByteBuffer.wrap(content);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    number(in);
    number(in);
    copy(in, out, 2);
    for (long chunks = number(in); chunks > 0; chunks--) {
      number(in);
      number(in);
      copy(in, out, 5);
    }
    return out.toByteArray();
  }

  private static long number(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      int b = in.get();
      value |= (long) (b & 0x7F) << shift;
      if (b >= 0) {
        return value;
      }
    }
  }
}
