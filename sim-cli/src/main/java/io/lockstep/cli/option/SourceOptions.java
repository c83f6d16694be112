// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.FrontendOptions.CompilerOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

public final class SourceOptions {
  /** Extensions of input files that need no compilation. */
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

  public List<String> options() {
    return options;
  }

  public List<Path> joined() {
    return joined;
  }

  /** Rejects compiler options for an input that is not compiled. */
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
   * Returns the options of front-ends.
   *
   * @param folder against which relative folders in options are resolved
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
