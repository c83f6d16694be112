package io.lockstep.cli.option;

import io.lockstep.kernel.frontend.AdaptedFrontend;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Plugins;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** How kernels are read, and how much of it is printed. */
public final class Verbosity {
  @Option(
      names = "--verbose",
      description = "Prints the commands that compile kernels, and where their output is kept.")
  private boolean verbose;

  @Option(
      names = "--emulate",
      paramLabel = "WHAT",
      description = {
        "lanes: shuffles, votes and sub-groups go through local memory, for devices without lane",
        "exchange. It costs what these accesses cost, and the result says so."
      })
  private Emulation emulation;

  /** What is said to people beside results, a line each. */
  public static Consumer<String> notes(PrintWriter err) {
    return note -> err.println("lockstep: " + note);
  }

  /** All front-ends, telling what they do where that is wanted. */
  public List<KernelFrontend> frontends(PrintWriter err) {
    List<KernelFrontend> all = Plugins.frontends();
    if (emulation == Emulation.LANES) {
      all = AdaptedFrontend.all(all, FrontendOptions::withEmulatedLanes);
    }
    return verbose ? all.stream().map(f -> f.telling(notes(err))).toList() : all;
  }
}
