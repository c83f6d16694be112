// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import io.lockstep.observe.Timelines;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.regex.Pattern;

/** Converts compact timelines to Perfetto traces. */
final class TimelineTarget extends SealedTarget {
  static final byte[] MAGIC = {'L', 'K', 'T', 'L', 0, 0, 0, 2};
  private static final BlockSeal SEAL = new BlockSeal(MAGIC);

  private final ScratchFile trace = new ScratchFile("t.pftrace");
  private final Pattern position =
      Pattern.compile(Pattern.quote(path().toString()) + ": byte [0-9]+: .");

  TimelineTarget() {
    super("t.lktl");
  }

  @Override
  public String name() {
    return "timeline";
  }

  @Override
  public List<String> packages() {
    return List.of("io.lockstep.observe.**");
  }

  @Override
  byte[] seal(byte[] input) {
    return SEAL.seal(input);
  }

  @Override
  byte[] unseal(byte[] file) {
    return SEAL.unseal(file);
  }

  @Override
  SortedMap<String, byte[]> recorded(Recordings recordings) throws IOException {
    return recordings.timelines();
  }

  @Override
  void read() {
    Contract.holds(position, () -> Timelines.convert(path(), trace.path()));
  }
}
