package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.Bounds;
import io.lockstep.run.observe.Checkpoint;
import io.lockstep.run.observe.CheckpointPlan;
import io.lockstep.run.observe.FingerprintLog;
import io.lockstep.run.observe.Glob;
import io.lockstep.run.observe.ObserveOptions;
import io.lockstep.run.observe.RunSetup;
import io.lockstep.run.observe.TimelineFilter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** Options of {@code run} that say what to write down beside the results. */
public final class ObserveSettings {
  @Option(
      names = "--timeline",
      paramLabel = "FILE",
      description =
          "Writes what units did when: FILE.pftrace for Perfetto, FILE.json for chrome://tracing,"
              + " FILE.lktl compact (see lockstep timeline).")
  @FileUse(FileUse.Kind.WRITE_FILE)
  Path timeline;

  @Option(
      names = "--timeline-component",
      paramLabel = "GLOB",
      split = ",",
      description =
          "Only components that fit, for example cu[0]*, dram[*], launches. May be repeated.")
  List<String> components = new ArrayList<>();

  @Option(
      names = "--timeline-kernel",
      paramLabel = "GLOB",
      split = ",",
      description = "Only launches of kernels that fit. May be repeated.")
  List<String> kernels = new ArrayList<>();

  @Option(
      names = "--timeline-window",
      paramLabel = "FROM:TO",
      description = "Only what reaches into this window of ticks.")
  String window;

  @Option(
      names = "--series",
      paramLabel = "FILE",
      description = "Writes events and statistics of each interval as CSV.")
  @FileUse(FileUse.Kind.WRITE_FILE)
  Path series;

  @Option(
      names = "--interval",
      paramLabel = "TICKS",
      description =
          "Ticks of an interval of --series and of counters of --timeline"
              + " (default: ${DEFAULT-VALUE}).",
      defaultValue = "1000")
  long interval;

  @Option(
      names = "--fingerprints",
      paramLabel = "FILE",
      description =
          "Writes fingerprints of all events by tick, kind and component (.lkfp): see diff.")
  @FileUse(FileUse.Kind.WRITE_FILE)
  Path fingerprints;

  @Option(
      names = "--checkpoint-at",
      paramLabel = "TICK",
      description = "Writes the whole state after this tick to --checkpoint, and goes on.")
  Long checkpointAt;

  @Option(names = "--checkpoint", paramLabel = "FILE", description = "The state to write (.lkcp).")
  @FileUse(FileUse.Kind.WRITE_FILE)
  public Path checkpoint;

  @Option(
      names = "--resume",
      paramLabel = "FILE",
      description =
          "Goes on from a state that --checkpoint wrote. Workload, parameters, device and overrides"
              + " are those of the file where they are left out.")
  @FileUse(FileUse.Kind.READ)
  public Path resume;

  /** The state to resume from, read once for what it says of its run. */
  public Optional<Checkpoint> resumed() {
    return Optional.ofNullable(resume).map(Checkpoint::read);
  }

  private CheckpointPlan plan() {
    if ((checkpoint == null) != (checkpointAt == null)) {
      throw new UsageException("--checkpoint-at TICK and --checkpoint FILE belong together");
    }
    if (checkpointAt != null) {
      UsageException.require("--checkpoint-at", checkpointAt, Bounds.atLeast(0), "ticks");
    }
    return new CheckpointPlan(
        checkpointAt == null ? 0 : checkpointAt,
        Optional.ofNullable(checkpoint),
        Optional.ofNullable(resume));
  }

  /**
   * All of it.
   *
   * @param request the arguments that run the same again, for the file of fingerprints
   */
  public ObserveOptions options(RunSetup setup, Supplier<List<String>> request) {
    UsageException.require("--interval", interval, Bounds.atLeast(1), "tick");
    if (timeline == null && (window != null || !components.isEmpty() || !kernels.isEmpty())) {
      throw new UsageException("--timeline-*: these choose what goes into a --timeline FILE");
    }
    if (fingerprints != null && !FingerprintLog.isNamed(fingerprints)) {
      throw new UsageException(
          "--fingerprints: expected a name that ends in .lkfp, found " + fingerprints);
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
        Optional.ofNullable(timeline),
        filter,
        Optional.ofNullable(series),
        interval,
        Optional.ofNullable(fingerprints),
        fingerprints == null ? List.of() : request.get(),
        plan(),
        setup);
  }

  /** A window of ticks; either end may be left out. */
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
