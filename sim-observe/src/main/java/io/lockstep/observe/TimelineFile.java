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

/** A timeline during recording, written in Perfetto's format ({@code .pftrace}) at the end. */
final class TimelineFile implements RunFile {
  private final OutputFile out;
  private final long interval;
  private final TimelineFilter filter;
  private final List<TimelineRecording> recordings = new ArrayList<>();

  TimelineFile(Path target, TimelineFilter filter, long interval) {
    if (!target.toString().endsWith(".pftrace")) {
      throw new InputException(target.toString(), "expected a timeline's name to end in .pftrace");
    }
    this.interval = interval;
    this.filter = filter;
    out = new OutputFile(target);
  }

  @Override
  public TimelineRecording device(DeviceSpec spec, Program program, ObservedMachine observed) {
    return device(
        new TimelineVisitor.Subject(
            spec.id(), spec.name(), program.name(), observed.tickHertz(), interval),
        program.kernels().stream().map(Kernel::name).toList());
  }

  TimelineRecording device(TimelineVisitor.Subject subject, List<String> kernels) {
    TimelineRecording recording = new TimelineRecording(filter, subject, kernels);
    recordings.add(recording);
    return recording;
  }

  /** Calls the visitor for all recorded tracks and intervals, by device, then by partition. */
  void replay(TimelineVisitor visitor) {
    recordings.forEach(recording -> recording.replay(visitor));
    visitor.end();
  }

  @Override
  public void finish() {
    try (PerfettoTrace trace = new PerfettoTrace(out)) {
      replay(trace);
    }
    out.commit();
  }

  @Override
  public void close() {
    recordings.forEach(TimelineRecording::close);
    out.close();
  }
}
