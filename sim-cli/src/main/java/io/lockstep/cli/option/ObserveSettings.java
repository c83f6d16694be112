// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.Bounds;
import io.lockstep.observe.Glob;
import io.lockstep.observe.ObserveOptions;
import io.lockstep.observe.TimelineFilter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

public final class ObserveSettings {
  @Option(
      names = "--timeline",
      paramLabel = "FILE",
      description = "Write unit activity for ui.perfetto.dev (.pftrace).")
  @FileUse(FileUse.Kind.WRITE_FILE)
  Path timeline;

  @Option(
      names = "--timeline-component",
      paramLabel = "GLOB,…",
      hideParamSyntax = true,
      split = ",",
      description = "Only matching components, e.g. cu[0]*.")
  List<String> components = new ArrayList<>();

  @Option(
      names = "--timeline-kernel",
      paramLabel = "GLOB,…",
      hideParamSyntax = true,
      split = ",",
      description = "Only launches of matching kernels.")
  List<String> kernels = new ArrayList<>();

  @Option(
      names = "--timeline-window",
      paramLabel = "FROM:TO",
      description = "Only activity within this window of ticks.")
  String window;

  @Option(
      names = "--series",
      paramLabel = "FILE",
      description = "Write statistics per interval as CSV.")
  @FileUse(FileUse.Kind.WRITE_FILE)
  Path series;

  @Option(
      names = "--interval",
      paramLabel = "TICKS",
      description = "Ticks per interval (default: ${DEFAULT-VALUE}).",
      defaultValue = "1000")
  long interval = 1000;

  public boolean isWanted() {
    return timeline != null || series != null;
  }

  /** Returns the options for observing a run. */
  public ObserveOptions options() {
    UsageException.require("--interval", interval, Bounds.atLeast(1), "tick");
    if (timeline == null && (window != null || !components.isEmpty() || !kernels.isEmpty())) {
      throw new UsageException("--timeline-*: these choose what goes into a --timeline FILE");
    }
    long[] ticks =
        window == null ? new long[] {0, Long.MAX_VALUE} : window("--timeline-window", window);
    TimelineFilter filter =
        new TimelineFilter(
            components.stream().map(Glob::new).toList(),
            kernels.stream().map(Glob::new).toList(),
            ticks[0],
            ticks[1]);
    return new ObserveOptions(
        Optional.ofNullable(timeline), filter, Optional.ofNullable(series), interval);
  }

  /** Parses a window of ticks, {@code FROM:TO}; either end may be omitted. */
  static long[] window(String option, String text) {
    String[] ends = text.split(":", -1);
    try {
      if (ends.length == 2) {
        long from = ends[0].isEmpty() ? 0 : Long.parseLong(ends[0]);
        long to = ends[1].isEmpty() ? Long.MAX_VALUE : Long.parseLong(ends[1]);
        if (from >= 0 && to >= from) {
          return new long[] {from, to};
        }
      }
    } catch (NumberFormatException e) {
      throw badWindow(option, text);
    }
    throw badWindow(option, text);
  }

  private static UsageException badWindow(String option, String text) {
    return new UsageException(
        option + ": expected two ticks FROM:TO, 0 <= FROM <= TO, found " + text);
  }
}
