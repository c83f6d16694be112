// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.io.InputException;
import io.lockstep.io.output.OutputFile;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;

/**
 * A timeline during recording. The name's ending selects Perfetto's format ({@code .pftrace}) or
 * the compact format ({@code .lktl}), from which Perfetto's is converted.
 */
final class TimelineFile implements RunFile {
  private final OutputFile out;
  private final boolean compact;
  private final long interval;
  private final TimelineFilter filter;
  private final List<TimelineRecording> recordings = new ArrayList<>();

  TimelineFile(Path target, TimelineFilter filter, long interval) {
    compact = isCompact(target);
    this.interval = interval;
    this.filter = filter;
    out = new OutputFile(target);
  }

  /** Returns whether a name is that of a compact timeline; rejects names of neither format. */
  static boolean isCompact(Path target) {
    String name = target.toString();
    if (!name.endsWith(".lktl") && !name.endsWith(".pftrace")) {
      throw new InputException(name, "expected a timeline's name to end in .pftrace or .lktl");
    }
    return name.endsWith(".lktl");
  }

  @Override
  public TimelineRecording device(DeviceSpec spec, Program program, ObservedMachine observed) {
    return device(
        spec.id(),
        spec.name(),
        program.name(),
        observed.tickHertz(),
        program.kernels().stream().map(Kernel::name).toList());
  }

  TimelineRecording device(
      String id, String name, String workload, long tickHertz, List<String> kernels) {
    TimelineRecording recording =
        new TimelineRecording(filter, id, name, workload, tickHertz, interval, kernels);
    recordings.add(recording);
    return recording;
  }

  @Override
  public void finish() {
    if (compact) {
      assemble(out);
      out.commit();
      return;
    }
    try (OutputFile whole = out.scratch();
        PerfettoTrace trace = new PerfettoTrace(out)) {
      assemble(whole);
      TimelineReader.read(whole.written(), trace);
    }
    out.commit();
  }

  private void assemble(OutputFile to) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    try {
      to.write(TimelineFormat.MAGIC);
      long slices = 0;
      byte[] part = new ByteBlock(1).stored(TimelineFormat.PART, deflater);
      for (TimelineRecording recording : recordings) {
        to.write(recording.header().stored(TimelineFormat.DEVICE, deflater));
        slices += recording.drainTo(to, part);
      }
      ByteBlock end = new ByteBlock(10);
      end.writeNumber(slices);
      to.write(end.stored(TimelineFormat.END, deflater));
    } finally {
      deflater.end();
    }
  }

  @Override
  public void close() {
    recordings.forEach(TimelineRecording::close);
    out.close();
  }
}
