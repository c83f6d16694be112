// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.ShellWord;
import io.lockstep.program.Bounds;
import io.lockstep.program.Launches;
import io.lockstep.program.OracleRequest;
import io.lockstep.program.ProgramRequest;
import io.lockstep.program.ProgramRun;
import io.lockstep.run.oracle.PoclOracle;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options of commands that take a program in place of a workload: {@code -- PROGRAM ARG…}. */
public final class ProgramOptions {
  /** The names of the options. */
  public static final Set<String> NAMES =
      Set.of(
          "--as",
          "--passes",
          "--exit-code",
          "--launches",
          "--oracle",
          "--clock",
          "--bounds",
          "--libraries");

  @Option(
      names = "--as",
      paramLabel = "DEVICE",
      description = "After --: the device whose properties the program sees.")
  public String as;

  @Rare
  @Option(
      names = "--passes",
      paramLabel = "REGEX",
      description = "After --: a line of output that means success.")
  private Pattern passes;

  @Rare(only = RECORD)
  @Option(
      names = "--exit-code",
      paramLabel = "N",
      description = "After --: exit code that means success (default: 0).")
  private Integer exitCode;

  @Rare(only = RECORD)
  @Option(
      names = "--launches",
      paramLabel = "RANGE",
      description = "After --: launches to record, e.g. 1-50 (default: all).")
  private String launches;

  @Rare(only = RECORD)
  @Option(
      names = "--bounds",
      paramLabel = "HOW",
      description = "After --: ends of buffers: strict or allocation (default: strict).")
  public Bounds bounds = Bounds.STRICT;

  @Rare
  @Option(
      names = "--libraries",
      description = "After --: use Lockstep's own libraries (cuBLAS, rocBLAS …).")
  public boolean libraries;

  @Rare(only = RECORD)
  @Option(
      names = "--clock",
      paramLabel = "DEVICE",
      description = "After --: device whose simulated times the program sees.")
  public String clock;

  @Rare(only = RECORD)
  @Option(
      names = "--oracle",
      paramLabel = "pocl",
      description = "After --: compare launches with pocl, or pocl:TOLERANCE.")
  private String oracle;

  static final String RECORD = "record";
  private static final int LAST_CODE = 255;
  private static final String POCL = "pocl";

  private final boolean severalProcesses;

  /** The program and its arguments; empty if the command has none. */
  public List<String> words = List.of();

  /** The named device whose properties the program sees; empty if none was named. */
  public Optional<String> seen = Optional.empty();

  /** What the program has done; empty if the command has none. */
  public Optional<ProgramRun.Result> result = Optional.empty();

  private Path trace; // null without a program
  private Runnable recording = () -> {};

  public ProgramOptions() {
    this(false);
  }

  /**
   * @param severalProcesses whether the command takes traces of several processes
   */
  public ProgramOptions(boolean severalProcesses) {
    this.severalProcesses = severalProcesses;
  }

  /** {@return the options of a command that takes programs} */
  public static Optional<ProgramOptions> of(CommandSpec spec) {
    return spec.mixins().values().stream()
        .map(CommandSpec::userObject)
        .filter(ProgramOptions.class::isInstance)
        .map(ProgramOptions.class::cast)
        .findFirst();
  }

  /**
   * Sets what runs the program.
   *
   * @param file the trace that it writes, which the command reads in place of a workload
   */
  public void recordedBy(Runnable run, Path file) {
    recording = run;
    trace = file;
  }

  /** {@return the trace of the program, which does not exist before it was recorded} */
  public Optional<Path> trace() {
    return Optional.ofNullable(trace);
  }

  /**
   * Runs the program of a command, if it has one. A command calls this once its options are checked
   * and before it reads the workload.
   */
  public static void record(CommandSpec spec) {
    of(spec).ifPresent(ProgramOptions::record);
  }

  private void record() {
    Runnable run = recording;
    recording = () -> {};
    run.run();
  }

  /**
   * {@return the program as it stands on the command line, with a space and the separator before}
   */
  public String shown() {
    return words.stream().map(ShellWord::of).collect(Collectors.joining(" ", " -- ", ""));
  }

  /**
   * {@return a command that asks for advice} The trace of a program is temporary, so the command
   * records the program first.
   *
   * @param spec the command that has simulated the workload
   * @param devices ids, separated by commas
   */
  public static String advise(CommandSpec spec, Path workload, String devices) {
    Optional<ProgramOptions> program = of(spec).filter(p -> !p.words.isEmpty());
    Path read = program.isPresent() ? workload.getFileName() : workload;
    String file = ShellWord.of(read);
    String record =
        program.map(p -> "lockstep record -o " + file + p.repeated(spec) + " && ").orElse("");
    return "%slockstep advise %s -d %s".formatted(record, file, ShellWord.of(devices));
  }

  /** Returns the options and the program that make the same trace again. */
  private String repeated(CommandSpec command) {
    return seen.map(device -> " --as " + ShellWord.of(device)).orElse("")
        + success().passes().map(regex -> " --passes " + ShellWord.of(regex.pattern())).orElse("")
        + (exitCode == null ? "" : " --exit-code " + exitCode)
        + (launches == null ? "" : " --launches " + launches)
        + (oracle == null ? "" : " --oracle " + oracle)
        + (libraries ? " --libraries" : "")
        + (bounds == Bounds.STRICT ? "" : " --bounds allocation")
        + (ExecuteOptions.arrivals(command) ? " --barriers arrivals" : "")
        + (clock == null ? "" : " --clock " + ShellWord.of(clock))
        + shown();
  }

  public boolean takesSeveral() {
    return severalProcesses;
  }

  /** {@return the launches to record} */
  public Launches launches() {
    if (launches == null) {
      return Launches.ALL;
    }
    return Launches.parse(launches)
        .orElseThrow(
            () ->
                new UsageException(
                    "--launches: expected " + Launches.FORM + ", found '" + launches + "'"));
  }

  /**
   * {@return what launches are compared with, started once so that a missing installation is
   * reported before the program runs}
   */
  public Optional<OracleRequest> oracle() {
    if (oracle == null) {
      return Optional.empty();
    }
    String[] parts = oracle.split(":", 2);
    OptionalDouble tolerance = OptionalDouble.empty();
    try {
      if (parts.length == 2) {
        tolerance = OptionalDouble.of(Double.parseDouble(parts[1]));
      }
    } catch (NumberFormatException e) {
      tolerance = OptionalDouble.of(-1);
    }
    double given = tolerance.orElse(0);
    if (!parts[0].equals(POCL) || !(given >= 0 && given < Double.POSITIVE_INFINITY)) {
      throw new UsageException(
          "--oracle: expected pocl or pocl:TOLERANCE, as pocl:1e-3, found '" + oracle + "'");
    }
    boolean cuda = ProgramRun.usesCuda(words.get(0));
    if (cuda || ProgramRun.usesHip(words.get(0))) {
      throw new UsageException(
          "--oracle pocl compares programs that use OpenCL; %s uses %s"
              .formatted(words.get(0), cuda ? "CUDA" : "HIP"));
    }
    new PoclOracle("--oracle pocl").close();
    return Optional.of(new OracleRequest(POCL, () -> new PoclOracle("--oracle pocl"), tolerance));
  }

  /** {@return how the program says that its results are right} */
  public ProgramRequest.Success success() {
    if (exitCode != null
        && (exitCode < 0 || exitCode > LAST_CODE || ProgramRun.isSignal(exitCode))) {
      throw new UsageException(
          "--exit-code: expected 0 to 255, but for 129 to 192 (ended by a signal), found "
              + exitCode);
    }
    return new ProgramRequest.Success(
        Optional.ofNullable(passes),
        exitCode == null ? OptionalInt.empty() : OptionalInt.of(exitCode));
  }
}
