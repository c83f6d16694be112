// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.io.InputException;
import io.lockstep.io.output.OutputFile;
import java.nio.file.Path;

public final class Timelines {
  private Timelines() {}

  /**
   * Converts a compact timeline ({@code .lktl}) to Perfetto's format ({@code .pftrace}), with the
   * same bytes as a recording in that format, and returns the number of intervals. An existing
   * target is replaced when the new one is complete.
   */
  public static long convert(Path compact, Path target) {
    return convert(compact, target, new Meter());
  }

  /** As {@link #convert(Path, Path)}, and reports progress. */
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
