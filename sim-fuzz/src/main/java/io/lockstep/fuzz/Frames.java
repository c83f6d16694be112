// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
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
      byte[] section = Arrays.copyOfRange(input, from, at);
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
    byte[] rest = Arrays.copyOfRange(input, Math.min(from, input.length), input.length);
    if (options == null) {
      return new Content(rest, frames);
    }
    columns.add(rest);
    frames.add(new Frame(type, columns));
    return new Content(options, frames);
  }

  static byte[] join(Content content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(content.options());
    for (Frame frame : content.frames()) {
      out.write(ESCAPE);
      out.write(FRAME);
      out.write(frame.type());
      for (int i = 0; i < frame.columns().size(); i++) {
        if (i > 0) {
          out.write(ESCAPE);
          out.write(COLUMN);
        }
        out.writeBytes(frame.columns().get(i));
      }
    }
    return out.toByteArray();
  }
}
