// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import io.lockstep.kernel.analysis.IrText;
import io.lockstep.kernel.analysis.KernelVerifier;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.file.TraceInspection;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.regex.Pattern;

/**
 * Opens, inspects and replays trace files, and reads them chunk by chunk. Since checksums would
 * reject every mutation, an input is the contents of a file, and checksums are added before
 * reading.
 */
final class TraceTarget implements FuzzTarget {
  private final ScratchFile file = new ScratchFile("m.lkt");
  private final Pattern position =
      Pattern.compile(Pattern.quote(file.path().toString()) + ": byte [0-9]+: .");
  private long seen;

  @Override
  public String name() {
    return "trace";
  }

  @Override
  public List<String> packages() {
    return List.of(
        "io.lockstep.trace.file.**", "io.lockstep.trace.record.**", "io.lockstep.kernel.**");
  }

  @Override
  public void run(byte[] input) {
    file.write(TraceSeal.seal(input));
    Contract.holds(position, this::readAll);
  }

  @Override
  public SortedMap<String, byte[]> seeds(Path root, int most) throws IOException {
    SortedMap<String, byte[]> seeds = Recordings.of(root).traces();
    seeds.replaceAll((name, recorded) -> TraceSeal.unseal(recorded));
    seeds.values().removeIf(bytes -> bytes.length > most);
    return seeds;
  }

  @Override
  public boolean tracesComparisons() {
    return true; // inputs are numbers, for which there is no dictionary
  }

  private void readAll() {
    try (TraceFile trace = TraceFile.open(file.path())) {
      for (Kernel kernel : trace.program().kernels()) {
        KernelVerifier.verify(kernel);
        seen += IrText.of(kernel).length();
      }
      // Three independent reads, because one may reject a file that another accepts.
      Contract.holds(position, () -> replay(trace));
      Contract.holds(position, () -> seen += TraceInspection.of(trace).execution().groups());
      for (int i = 0; i < trace.chunks().size(); i++) {
        int chunk = i;
        Contract.holds(position, () -> trace.groups(chunk).forEach(this::look));
      }
    }
  }

  private void replay(TraceFile trace) {
    try (ProgramSource replay = trace.replay()) {
      ProgramSink.drain(
          replay,
          new ProgramSink() {
            @Override
            public void step(HostStep step) {
              seen += step.toString().length();
            }

            @Override
            public void group(WorkGroupRecord group) {
              look(group);
            }

            @Override
            public void launchEnd(LaunchEnd end) {
              seen += end.hashCode();
            }

            @Override
            public void finish(Outcome outcome) {
              seen += outcome.hashCode();
            }
          });
    }
  }

  private void look(WorkGroupRecord group) {
    for (Segment s : group.segments()) {
      for (int i = 0; i < s.workItems(); i++) {
        seen += s.pathOf(i);
      }
      for (int p = 0; p < s.paths(); p++) {
        seen += s.firstBlock(p) + s.blockCount(p) + s.firstOutcome(p) + s.endOutcome(p);
      }
      for (int slot = 0; slot < s.slots(); slot++) {
        seen += s.firstRun(slot);
      }
      for (int r = 0; r < s.runs(); r++) {
        seen += s.kind(r).ordinal() + s.runFirst(r) + s.runCount(r) + s.step(r);
        seen += s.base(r, s.runFirst(r)) + s.stride(r, 0) + s.poolStart(r) + s.low(r);
      }
    }
  }
}
