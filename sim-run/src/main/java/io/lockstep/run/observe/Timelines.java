package io.lockstep.run.observe;

import io.lockstep.io.output.OutputFile;
import java.nio.file.Path;

/** What can be done with recorded timelines. Stateless. */
public final class Timelines {
  private Timelines() {}

  /**
   * Writes a compact timeline as trace-event JSON: the bytes that recording as JSON would have
   * given.
   *
   * @param compact a {@code .lktl} file
   * @param json where the text goes; replaced when it is complete
   * @return the number of intervals
   * @throws io.lockstep.io.InputException where the input is no timeline, truncated or altered
   * @throws io.lockstep.io.OutputException where the output cannot be written
   */
  public static long convert(Path compact, Path json) {
    return convert(compact, json, new Meter());
  }

  /**
   * As above.
   *
   * @param compact a {@code .lktl} file
   * @param json where the text goes; replaced when it is complete
   * @param meter tells how far it is
   * @return the number of intervals
   */
  public static long convert(Path compact, Path json, Meter meter) {
    try (OutputFile out = new OutputFile(json)) {
      long slices = TimelineReader.read(compact, new TimelineJson(out), meter);
      out.commit();
      return slices;
    }
  }
}
