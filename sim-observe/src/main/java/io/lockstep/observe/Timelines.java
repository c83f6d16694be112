package io.lockstep.observe;

import io.lockstep.io.InputException;
import io.lockstep.io.output.OutputFile;
import java.nio.file.Path;

/** Converts recorded timelines. Stateless. */
public final class Timelines {
  private Timelines() {}

  /**
   * Converts a compact timeline to trace-event JSON or Perfetto's format, depending on the output's
   * ending; with the same bytes as recording in that format.
   *
   * @param compact a {@code .lktl} file
   * @param target where it goes ({@code .json}, {@code .pftrace}); replaced when it is complete
   * @return the number of intervals that the file written holds
   * @throws io.lockstep.io.InputException if the input is no timeline, truncated or altered
   * @throws io.lockstep.io.OutputException if the output cannot be written
   */
  public static long convert(Path compact, Path target) {
    return convert(compact, target, new Meter());
  }

  /**
   * As above.
   *
   * @param compact a {@code .lktl} file
   * @param target where it goes ({@code .json}, {@code .pftrace}); replaced when it is complete
   * @param meter tells how far it is
   * @return the number of intervals that the file written holds
   */
  public static long convert(Path compact, Path target, Meter meter) {
    TimelineForm form = TimelineForm.of(target);
    if (form == TimelineForm.COMPACT) {
      throw new InputException(
          target.toString(),
          "expected a name that ends in .json or .pftrace: it is compact already");
    }
    try (OutputFile out = new OutputFile(target);
        TimelineWriter writer = form.writer(out)) {
      TimelineReader.read(compact, writer, meter);
      out.commit();
      return writer.intervals();
    }
  }
}
