package io.lockstep.run.observe;

import io.lockstep.io.InputException;
import io.lockstep.io.output.OutputFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;

/**
 * A timeline being recorded: for people ({@code .json}, the trace-event format of Chrome and
 * Perfetto) or compact ({@code .lktl}), by the ending of its name. Not thread-safe.
 */
final class TimelineFile implements AutoCloseable {
  private final OutputFile out;
  private final boolean json;
  private final TimelineFilter filter;
  private final List<TimelineRecording> recordings = new ArrayList<>();

  TimelineFile(Path target, TimelineFilter filter) {
    json = isJson(target);
    this.filter = filter;
    out = new OutputFile(target);
  }

  /** Whether a name asks for JSON; another ending than the two is an error. */
  static boolean isJson(Path target) {
    String name = target.toString();
    if (!name.endsWith(".json") && !name.endsWith(".lktl")) {
      throw new InputException(name, "expected a timeline's name to end in .json or .lktl");
    }
    return name.endsWith(".json");
  }

  /** A device more; its place in the file is its place among these calls. */
  TimelineRecording device(
      String id, String name, String workload, long tickHertz, List<String> kernels) {
    TimelineRecording recording =
        new TimelineRecording(filter, id, name, workload, tickHertz, kernels);
    recordings.add(recording);
    return recording;
  }

  /** Puts the file together and gives it its name. */
  void finish() {
    if (!json) {
      assemble(out);
      out.commit();
      return;
    }
    try (OutputFile compact = out.scratch()) {
      assemble(compact);
      TimelineReader.read(compact.written(), new TimelineJson(out));
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
