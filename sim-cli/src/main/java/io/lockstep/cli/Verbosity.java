package io.lockstep.cli;

import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Plugins;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** How much is told of what goes on before the simulation. */
final class Verbosity {
  @Option(
      names = "--verbose",
      description = "Prints the commands that compile kernels, and where their output is kept.")
  private boolean verbose;

  /** What is said to people beside results, a line each. */
  static Consumer<String> notes(PrintWriter err) {
    return note -> err.println("lockstep: " + note);
  }

  /** All front-ends, telling what they do where that is wanted. */
  List<KernelFrontend> frontends(PrintWriter err) {
    List<KernelFrontend> all = Plugins.frontends();
    return verbose ? all.stream().map(f -> f.telling(notes(err))).toList() : all;
  }
}
