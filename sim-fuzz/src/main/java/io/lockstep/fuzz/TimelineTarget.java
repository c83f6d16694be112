package io.lockstep.fuzz;

import io.lockstep.run.observe.Timelines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.regex.Pattern;

/** Compact timelines: converted to JSON. */
final class TimelineTarget implements FuzzTarget {
  static final byte[] MAGIC = {'L', 'K', 'T', 'L', 0, 0, 0, 1};
  private static final BlockSeal SEAL = new BlockSeal(MAGIC);

  private final ScratchFile file = new ScratchFile("t.lktl");
  private final ScratchFile json = new ScratchFile("t.json");
  private final Pattern position =
      Pattern.compile(Pattern.quote(file.path().toString()) + ": byte [0-9]+: .");

  @Override
  public String name() {
    return "timeline";
  }

  @Override
  public List<String> packages() {
    return List.of("io.lockstep.run.observe.**");
  }

  @Override
  public void run(byte[] input) {
    file.write(SEAL.seal(input));
    Contract.holds(position, () -> Timelines.convert(file.path(), json.path()));
  }

  @Override
  public SortedMap<String, byte[]> seeds(Path root, int most) throws IOException {
    SortedMap<String, byte[]> seeds = Recordings.of(root).timelines();
    seeds.replaceAll((name, file) -> SEAL.unseal(file));
    seeds.values().removeIf(bytes -> bytes.length > most);
    return seeds;
  }
}
