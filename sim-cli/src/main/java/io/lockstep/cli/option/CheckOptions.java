// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.execute.check.ExecutionCheck;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** The options for checks during execution and for the output of their findings. */
public final class CheckOptions {
  /** Names of checks, spelled as on the command line. */
  enum Wanted {
    races,
    uninitialised,
    all
  }

  @Option(
      names = "--check",
      paramLabel = "CHECK,…",
      hideParamSyntax = true,
      split = ",",
      description = "Look for kernel bugs: ${COMPLETION-CANDIDATES}.")
  private List<Wanted> wanted = new ArrayList<>();

  private CheckLog log;

  public CheckLog log() {
    if (log == null) {
      Set<ExecutionCheck> checks = EnumSet.noneOf(ExecutionCheck.class);
      for (Wanted w : wanted) {
        if (w != Wanted.uninitialised) {
          checks.add(ExecutionCheck.RACES);
        }
        if (w != Wanted.races) {
          checks.add(ExecutionCheck.UNINITIALISED);
        }
      }
      log = new CheckLog(checks);
    }
    return log;
  }

  public boolean found() {
    return !log().findings().isEmpty() || !log().streamRaces().isEmpty();
  }

  public void print(PrintWriter out) {
    if (log().wantsAny()) {
      Screen screen = Terminal.screen();
      log().findings().forEach(f -> out.println(screen.wrapped("check: " + f, "  ")));
      log().streamRaces().forEach(r -> out.println(screen.wrapped("check: " + r, "  ")));
      log().notes().forEach(n -> out.println(screen.wrapped("check: " + n, "  ")));
      if (!found()) {
        out.println("check: nothing found");
      }
    }
  }
}
