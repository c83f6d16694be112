// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import io.lockstep.observe.Checkpoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.regex.Pattern;

/**
 * Reads checkpoints and compares them with the run to be resumed. The state is not restored,
 * because it is protected by checksums and only understood by the components that wrote it.
 */
final class CheckpointTarget extends SealedTarget {
  private static final String SHA = "0123456789abcdef".repeat(4);
  static final byte[] MAGIC = Checkpoint.magic();
  private static final BlockSeal SEAL = new BlockSeal(MAGIC);

  private static final int STATE = 40;

  private final Pattern position =
      Pattern.compile(Pattern.quote(path().toString()) + "(: byte [0-9]+)?: .");

  CheckpointTarget() {
    super("c.lkcp");
  }

  @Override
  public String name() {
    return "checkpoint";
  }

  @Override
  public List<String> packages() {
    return List.of("io.lockstep.observe.**");
  }

  @Override
  void read() {
    Contract.holds(
        position,
        () -> {
          Checkpoint read = Checkpoint.read(path());
          String version = read.setup().version();
          String device = read.deviceId();
          for (String[] of : new String[][] {{"0", "x"}, {version, "x"}, {version, device}}) {
            Contract.holds(position, () -> read.require(path(), of[0], "w.yaml", SHA, of[1], SHA));
            Contract.holds(
                position,
                () -> read.require(path(), of[0], "w.yaml", read.traceSha256(), of[1], SHA));
          }
        });
  }

  /** Shortens the state, which the reader does not interpret. */
  private static byte[] shortened(byte[] input) {
    Frames.Content content = Frames.parse(input);
    List<Frames.Frame> frames = new ArrayList<>();
    frames.add(content.frames().get(0));
    frames.add(new Frames.Frame(2, List.of(new byte[STATE])));
    frames.add(new Frames.Frame(2, List.of(new byte[STATE])));
    frames.add(new Frames.Frame(3, List.of(new byte[] {2 * STATE})));
    return Frames.join(new Frames.Content(content.options(), frames));
  }

  @Override
  byte[] seal(byte[] input) {
    return SEAL.seal(input);
  }

  @Override
  byte[] unseal(byte[] file) {
    return shortened(SEAL.unseal(file));
  }

  @Override
  SortedMap<String, byte[]> recorded(Recordings recordings) throws IOException {
    return recordings.checkpoints();
  }
}
