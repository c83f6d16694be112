package io.lockstep.fuzz;

import io.lockstep.run.observe.Checkpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.regex.Pattern;

/**
 * Checkpoints: read, and compared with what is to be resumed. The state itself belongs to the
 * components that wrote it and is guarded by its checksums; it is not restored here.
 */
final class CheckpointTarget implements FuzzTarget {
  private static final String SHA = "0123456789abcdef".repeat(4);
  static final byte[] MAGIC = {'L', 'K', 'C', 'P', 0, 0, 0, 1};
  private static final BlockSeal SEAL = new BlockSeal(MAGIC);

  private static final int STATE = 40;

  private final ScratchFile file = new ScratchFile("c.lkcp");
  private final Pattern position =
      Pattern.compile(Pattern.quote(file.path().toString()) + "(: byte [0-9]+)?: .");

  @Override
  public String name() {
    return "checkpoint";
  }

  @Override
  public List<String> packages() {
    return List.of("io.lockstep.run.observe.**");
  }

  @Override
  public void run(byte[] input) {
    file.write(SEAL.seal(input));
    Contract.holds(
        position,
        () -> {
          Checkpoint read = Checkpoint.read(file.path());
          String version = read.setup().version();
          String device = read.deviceId();
          for (String[] of : new String[][] {{"0", "x"}, {version, "x"}, {version, device}}) {
            Contract.holds(
                position, () -> read.require(file.path(), of[0], "w.yaml", SHA, of[1], SHA));
            Contract.holds(
                position,
                () -> read.require(file.path(), of[0], "w.yaml", read.traceSha256(), of[1], SHA));
          }
        });
  }

  /** The state is opaque to the reader: a little of it will do. */
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
  public SortedMap<String, byte[]> seeds(Path root, int most) throws IOException {
    SortedMap<String, byte[]> seeds = Recordings.of(root).checkpoints();
    seeds.replaceAll((name, file) -> shortened(SEAL.unseal(file)));
    seeds.values().removeIf(bytes -> bytes.length > most);
    return seeds;
  }
}
