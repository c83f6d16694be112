package io.lockstep.cli;

import io.lockstep.run.Plugins;
import io.lockstep.trace.frontend.KernelFrontend;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Option;

/** How much is told of what goes on before the simulation. */
final class Verbosity {
  @Option(
      names = "--verbose",
      description = "Prints the commands that compile kernels, and where their output is kept.")
  private boolean verbose;

  /** All front-ends, telling what they do where that is wanted. */
  List<KernelFrontend> frontends(PrintWriter err) {
    List<KernelFrontend> all = Plugins.frontends();
    return verbose
        ? all.stream().map(f -> f.telling(note -> err.println("lockstep: " + note))).toList()
        : all;
  }
}
