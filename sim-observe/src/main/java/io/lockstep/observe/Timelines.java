package io.lockstep.observe;

import io.lockstep.io.InputException;
import io.lockstep.io.output.OutputFile;
import java.nio.file.Path;

/** Converts recorded timelines. */
public final class Timelines {
  private Timelines() {}

  /**
   * Converts a compact timeline to Perfetto's format, with the same bytes as a recording in that
   * format.
   *
   * @param compact a {@code .lktl} file
   * @param target the output file ({@code .pftrace}); replaced when it is complete
   * @return the number of intervals written
   * @throws io.lockstep.io.InputException if the input is no timeline, truncated or altered
   * @throws io.lockstep.io.OutputException if the output cannot be written
   */
  public static long convert(Path compact, Path target) {
    return convert(compact, target, new Meter());
  }

  /**
   * Converts a compact timeline and reports progress.
   *
   * @param compact a {@code .lktl} file
   * @param target the output file ({@code .pftrace}); replaced when it is complete
   * @param meter receives the progress
   * @return the number of intervals written
   */
  public static long convert(Path compact, Path target, Meter meter) {
    if (TimelineFile.isCompact(target)) {
      throw new InputException(
          target.toString(), "expected a name that ends in .pftrace: it is compact already");
    }
    try (OutputFile out = new OutputFile(target);
        PerfettoTrace writer = new PerfettoTrace(out)) {
      TimelineReader.read(compact, writer, meter);
      out.commit();
      return writer.intervals();
    }
  }
}
