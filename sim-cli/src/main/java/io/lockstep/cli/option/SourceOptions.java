package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.FrontendOptions.CompilerOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** Options for a kernel file that is compiled. */
public final class SourceOptions {
  /** Endings of files that no compiler reads. */
  private static final Set<String> UNCOMPILED = Set.of("ptx", "il", "yaml", "yml", "lkt");

  @Option(
      names = "--option",
      paramLabel = "OPTION",
      description = "Compiler option, e.g. --option=-DN=16; repeatable.")
  private List<String> options = new ArrayList<>();

  @Option(
      names = "--join",
      paramLabel = "FILE",
      description = "File whose text precedes the kernel file's; repeatable.")
  @FileUse(FileUse.Kind.READ)
  private List<Path> joined = new ArrayList<>();

  /** Options in the order of the command line. */
  public List<String> options() {
    return options;
  }

  /** Files whose text precedes the kernel file. */
  public List<Path> joined() {
    return joined;
  }

  /** Refuses options for a file that no compiler reads. */
  public void check(Path input) {
    String name = input.toString();
    String ending = name.substring(name.lastIndexOf('.') + 1);
    if (!UNCOMPILED.contains(ending) || options.isEmpty() && joined.isEmpty()) {
      return;
    }
    String option = options.isEmpty() ? "--join" : "--option";
    throw new UsageException(
        ending.startsWith("y")
            ? option + ": a workload says itself how its kernels are compiled"
            : option + ": ." + ending + " is read as it stands, by no compiler");
  }

  /**
   * The options of front-ends.
   *
   * @param folder to which folders in options are relative
   */
  public FrontendOptions forFrontends(Path folder) {
    return FrontendOptions.defaults()
        .withCompiler(
            options.stream()
                .map(o -> new CompilerOption("--option", o, folder.toString()))
                .toList())
        .withJoined(joined.stream().map(Path::toString).toList());
  }
}
