package io.lockstep.cli.sweep;

import io.lockstep.cli.option.Rare;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.Bounds;
import io.lockstep.sweep.slurm.SlurmOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

public final class SweepCluster {
  private static final String OLD_NONE = "nobody";
  private static final int MOST_CPUS = 256;
  private static final int MOST_TASKS = 4_000_000; // limit of an array

  enum Place {
    HERE,
    SLURM,
    /** Nowhere: parts are computed later. */
    NONE
  }

  /** {@code nobody} is what version 0.1 called {@code none}. */
  static final class PlaceConverter implements CommandLine.ITypeConverter<Place> {
    @Override
    public Place convert(String word) {
      String now = word.equals(OLD_NONE) ? "none" : word;
      for (Place place : Place.values()) {
        if (place.name().toLowerCase(Locale.ROOT).equals(now)) {
          return place;
        }
      }
      throw new CommandLine.TypeConversionException(
          "expected slurm, here or none, found '" + word + "'");
    }
  }

  @Option(
      names = "--on",
      paramLabel = "WHERE",
      description = "slurm, here or none (default: here).",
      converter = PlaceConverter.class)
  private Place place = Place.HERE;

  @Rare
  @Option(names = "--partition", paramLabel = "P", description = "Slurm partition.")
  private String partition = "";

  @Rare
  @Option(
      names = "--time",
      paramLabel = "T",
      description = "Slurm time limit per task; unfinished points are resubmitted.")
  private String time = "";

  @Rare
  @Option(
      names = "--array-limit",
      paramLabel = "N",
      description = "Most Slurm tasks at once (default: no limit).")
  private Integer arrayLimit;

  @Rare
  @Option(
      names = "--cpus",
      paramLabel = "N",
      description = "Processors per Slurm task (default: 1).")
  private Integer cpus;

  @Rare
  @Option(
      names = "--task-memory",
      paramLabel = "M",
      description = "Memory per Slurm task, as sbatch --mem takes it.")
  private String memory = "";

  @Rare
  @Option(
      names = "--tasks",
      paramLabel = "N",
      description = "Tasks per Slurm array (default: one for 50 points).")
  private Integer tasks;

  @Rare
  @Option(
      names = "--sbatch-option",
      paramLabel = "OPTION",
      description = "Another sbatch option, e.g. --account=physics; repeatable.")
  private List<String> others = new ArrayList<>();

  @Rare
  @Option(names = "--detach", description = "Submit the first Slurm array and exit.")
  private boolean detach;

  static final Set<String> NAMES =
      Set.of(
          "--on",
          "--partition",
          "--time",
          "--array-limit",
          "--cpus",
          "--task-memory",
          "--tasks",
          "--sbatch-option",
          "--detach");

  /** Whether a cluster computes the sweep; rejects options that conflict with that. */
  boolean isMeant(CommandLine line) {
    boolean here = place != Place.SLURM;
    for (OptionSpec option : line.getParseResult().matchedOptions()) {
      String name = option.longestName();
      if (name.equals("--on") && option.originalStringValues().contains(OLD_NONE)) {
        line.getErr().println("lockstep: --on nobody is now --on none");
      }
      if (here && NAMES.contains(name) && !name.equals("--on")) {
        throw new UsageException(name + " wants --on slurm");
      }
      if (!here && name.equals("--threads")) {
        throw new UsageException("--threads is not for --on slurm: --cpus N is");
      }
      if (!here && name.equals("--fail-fast")) {
        throw new UsageException("--fail-fast is not for --on slurm");
      }
    }
    return !here;
  }

  boolean isNone() {
    return place == Place.NONE;
  }

  boolean isDetached() {
    return detach;
  }

  SlurmOptions options() {
    return new SlurmOptions(
        partition,
        time,
        memory,
        number("--cpus", cpus, MOST_CPUS, 1),
        number("--array-limit", arrayLimit, MOST_TASKS, 0),
        number("--tasks", tasks, MOST_TASKS, 0),
        others);
  }

  private static int number(String option, Integer value, int most, int usual) {
    if (value != null) {
      UsageException.require(option, value, Bounds.of(1, most), "");
    }
    return value == null ? usual : value;
  }
}
