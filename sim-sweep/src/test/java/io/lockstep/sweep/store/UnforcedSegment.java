// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store;

import io.lockstep.study.store.ResultStore;
import java.io.BufferedOutputStream;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/** A segment for tests that are about something else: thousands of lines in a moment. */
public final class UnforcedSegment {
  private UnforcedSegment() {}

  /** Writes one. */
  public static void write(SweepFolder sweep, Consumer<ResultStore> outcomes) {
    try (SegmentFile file =
        new SegmentFile(
            sweep.results(),
            sweep.plan(),
            "unforced",
            f ->
                new BufferedOutputStream(
                    Files.newOutputStream(f, StandardOpenOption.CREATE_NEW)))) {
      outcomes.accept(file);
    }
  }
}
