package io.lockstep.observe;

import io.lockstep.io.output.OutputFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;

/**
 * A timeline being recorded: for people ({@code .pftrace}, Perfetto's own, or {@code .json}, the
 * trace-event format of Chrome) or compact ({@code .lktl}), by the ending of its name. Not
 * thread-safe.
 */
final class TimelineFile implements AutoCloseable {
  private final OutputFile out;
  private final TimelineForm form;
  private final long interval;
  private final TimelineFilter filter;
  private final List<TimelineRecording> recordings = new ArrayList<>();

  /**
   * @param interval ticks of what is counted by intervals
   */
  TimelineFile(Path target, TimelineFilter filter, long interval) {
    form = TimelineForm.of(target);
    this.interval = interval;
    this.filter = filter;
    out = new OutputFile(target);
  }

  /** A device more; its place in the file is its place among these calls. */
  TimelineRecording device(
      String id, String name, String workload, long tickHertz, List<String> kernels) {
    TimelineScope.Details details = new TimelineScope.Details(interval, form.hasDetails());
    TimelineRecording recording =
        new TimelineRecording(filter, id, name, workload, tickHertz, details, kernels);
    recordings.add(recording);
    return recording;
  }

  /** Puts the file together and gives it its name. */
  void finish() {
    if (form == TimelineForm.COMPACT) {
      assemble(out);
      out.commit();
      return;
    }
    try (OutputFile compact = out.scratch();
        TimelineWriter writer = form.writer(out)) {
      assemble(compact);
      TimelineReader.read(compact.written(), writer);
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
