// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Converts {@link Frames} to checkpoints and back, as {@link TraceSeal} does for traces.
 * Implemented independently from the description of ByteBlock. If the first byte of an input is
 * odd, the remaining bytes are the file itself.
 */
record BlockSeal(byte[] magic) {
  private static final int HEAD = 13;

  byte[] seal(byte[] input) {
    if (input.length > 0 && (input[0] & TraceSeal.RAW) != 0) {
      return Arrays.copyOfRange(input, 1, input.length);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(magic);
    for (Frames.Frame frame : Frames.parse(input).frames()) {
      ByteArrayOutputStream raw = new ByteArrayOutputStream();
      frame.columns().forEach(raw::writeBytes);
      byte[] payload = TraceSeal.deflate(raw.toByteArray(), true);
      ByteBuffer head = ByteBuffer.allocate(HEAD);
      head.put((byte) frame.type()).putInt(raw.size()).putInt(payload.length);
      CRC32 crc = new CRC32();
      crc.update(head.array(), 0, HEAD - 4);
      crc.update(payload);
      out.writeBytes(head.putInt((int) crc.getValue()).array());
      out.writeBytes(payload);
    }
    return out.toByteArray();
  }

  byte[] unseal(byte[] file) {
    ByteBuffer in = ByteBuffer.wrap(file);
    in.position(magic.length);
    List<Frames.Frame> frames = new ArrayList<>();
    while (in.hasRemaining()) {
      int type = in.get();
      int raw = in.getInt();
      int stored = in.getInt();
      in.getInt();
      frames.add(
          new Frames.Frame(
              type, List.of(TraceSeal.inflate(file, in.position(), stored, raw, true))));
      in.position(in.position() + stored);
    }
    return Frames.join(new Frames.Content(new byte[] {0}, frames));
  }
}
