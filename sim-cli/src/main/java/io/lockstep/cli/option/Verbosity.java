// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Plugins;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

public final class Verbosity {
  @Rare
  @Option(
      names = "--verbose",
      description = "Print the kernel compiler's commands, to repeat them.")
  private boolean verbose;

  public static Consumer<String> notes(PrintWriter err) {
    return note -> err.println("lockstep: " + note);
  }

  public List<KernelFrontend> frontends(PrintWriter err) {
    List<KernelFrontend> all = Plugins.frontends();
    return verbose ? all.stream().map(f -> f.telling(notes(err))).toList() : all;
  }
}
