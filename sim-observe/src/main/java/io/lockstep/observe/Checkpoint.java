// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.core.engine.StateReader;
import io.lockstep.io.InputException;
import io.lockstep.io.output.OutputFile;
import java.nio.file.Path;
import java.util.zip.Deflater;

/**
 * The state of one device's run after one tick, with the identity of the run: a file of checksummed
 * blocks ({@code .lkcp}), version 9. It does not contain the records of work-groups; to resume, the
 * same workload or trace is replayed up to that tick. The array must not be modified.
 */
public record Checkpoint(
    RunSetup setup,
    String traceSha256,
    String deviceId,
    String deviceSha256,
    long tick,
    byte[] state) {
  private static final byte[] MAGIC = {'L', 'K', 'C', 'P', 0, 0, 0, 9};
  private static final int HEADER = 1;
  private static final int STATE = 2;
  private static final int END = 3;
  private static final int CHUNK = 1 << 20;

  /** Returns the first bytes of a file, which end with the format's version. */
  public static byte[] magic() {
    return MAGIC.clone();
  }

  /** Writes the file and completes it under its final name. */
  void write(OutputFile out) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    try {
      out.write(MAGIC);
      ByteBlock block = new ByteBlock(CHUNK);
      setup.write(block);
      block.writeText(traceSha256);
      block.writeText(deviceId);
      block.writeText(deviceSha256);
      block.writeNumber(tick);
      out.write(block.stored(HEADER, deflater));
      for (int from = 0; from < state.length; from += CHUNK) {
        block.clear();
        block.writeBytes(state, from, Math.min(CHUNK, state.length - from));
        out.write(block.stored(STATE, deflater));
      }
      block.clear();
      block.writeNumber(state.length);
      out.write(block.stored(END, deflater));
      out.commit();
    } finally {
      deflater.end();
    }
  }

  /** Reads a {@code .lkcp} file; {@link #require} checks whether the state belongs to a run. */
  public static Checkpoint read(Path path) {
    try (BlockReader in = new BlockReader(path, MAGIC, "checkpoint (.lkcp)")) {
      if (in.next() != HEADER) {
        throw in.damaged("expected the header");
      }
      RunSetup setup = RunSetup.read(in);
      String trace = in.readText();
      String device = in.readText();
      String hash = in.readText();
      long tick = in.readNumber();
      ByteBlock state = new ByteBlock(CHUNK);
      int type;
      while ((type = in.next()) == STATE) {
        byte[] rest = in.readRest();
        state.writeBytes(rest, 0, rest.length);
      }
      if (type != END || in.readNumber() != state.size() || !in.atEnd()) {
        throw in.damaged("expected the end of the state");
      }
      byte[] bytes = java.util.Arrays.copyOf(state.bytes(), state.size());
      return new Checkpoint(setup, trace, device, hash, tick, bytes);
    }
  }

  /** Returns the first digits of a hash; hashes in damaged files may be shorter. */
  private static String start(String hash) {
    return hash.substring(0, Math.min(16, hash.length()));
  }

  public StateReader reader() {
    return new StateReader(state);
  }

  /**
   * Throws an InputException that names the first different property if the state does not belong
   * to a run. The file and the workload's name are used in the message.
   */
  public void require(
      Path where, String version, String workload, String trace, String device, String hash) {
    if (!version.equals(setup.version())) {
      throw new InputException(
          where.toString(), "was written by Lockstep " + setup.version() + "; this is " + version);
    }
    if (!trace.equals(traceSha256)) {
      throw new InputException(
          where.toString(),
          "belongs to another trace: of %s with sha256 %s…, not of %s with %s…"
              .formatted(setup.workload(), start(traceSha256), workload, start(trace)));
    }
    if (!device.equals(deviceId)) {
      throw new InputException(
          where.toString(), "belongs to device " + deviceId + ", not to " + device);
    }
    if (!hash.equals(deviceSha256)) {
      throw new InputException(
          where.toString(),
          "belongs to %s with other figures: specification %s…, not %s…"
              .formatted(deviceId, start(deviceSha256), start(hash)));
    }
  }
}
