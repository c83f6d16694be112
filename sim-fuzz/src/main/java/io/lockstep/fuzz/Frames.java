// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The contents of a file of checksummed frames, in a form that survives mutation: marker bytes
 * start frames and separate columns, so that inserting, deleting or copying bytes does not change
 * the meaning of the rest. A target adds lengths, compression and checksums before the reader sees
 * the file. Bytes before the first marker are options of the target.
 */
final class Frames {
  private static final int FRAME = 0xF6;

  private static final int COLUMN = 0xF7;
  private static final int ESCAPE = 0xF5;
  private static final int CONTENT = 0xF4; // behind an escape byte that begins no marker

  /** A frame; {@code columns} has one element if frames of this type have no columns. */
  record Frame(int type, List<byte[]> columns) {}

  record Content(byte[] options, List<Frame> frames) {}

  private Frames() {}

  static Content parse(byte[] input) {
    byte[] options = null;
    List<Frame> frames = new ArrayList<>();
    List<byte[]> columns = new ArrayList<>();
    int type = 0;
    int from = 0;
    int at = 0;
    for (; at + 1 < input.length; at++) {
      int mark = input[at + 1] & 0xFF;
      if ((input[at] & 0xFF) != ESCAPE || mark != FRAME && mark != COLUMN) {
        continue;
      }
      byte[] section = content(input, from, at);
      if (options == null) {
        options = section;
      } else {
        columns.add(section);
      }
      if (mark == FRAME) {
        if (!columns.isEmpty()) {
          frames.add(new Frame(type, columns));
          columns = new ArrayList<>();
        }
        type = at + 2 < input.length ? input[at + 2] & 0xFF : 0;
        at++;
      }
      from = Math.min(at + 2, input.length);
      at++;
    }
    byte[] rest = content(input, Math.min(from, input.length), input.length);
    if (options == null) {
      return new Content(rest, frames);
    }
    columns.add(rest);
    frames.add(new Frame(type, columns));
    return new Content(options, frames);
  }

  /** Returns bytes between markers without those behind escape bytes. */
  private static byte[] content(byte[] input, int from, int to) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(to - from);
    for (int at = from; at < to; at++) {
      out.write(input[at]);
      if ((input[at] & 0xFF) == ESCAPE && at + 1 < to && (input[at + 1] & 0xFF) == CONTENT) {
        at++;
      }
    }
    return out.toByteArray();
  }

  private static void write(ByteArrayOutputStream out, byte[] content) {
    for (byte b : content) {
      out.write(b);
      if ((b & 0xFF) == ESCAPE) {
        out.write(CONTENT);
      }
    }
  }

  static byte[] join(Content content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(out, content.options());
    for (Frame frame : content.frames()) {
      out.write(ESCAPE);
      out.write(FRAME);
      out.write(frame.type());
      for (int i = 0; i < frame.columns().size(); i++) {
        if (i > 0) {
          out.write(ESCAPE);
          out.write(COLUMN);
        }
        write(out, frame.columns().get(i));
      }
    }
    return out.toByteArray();
  }
}
