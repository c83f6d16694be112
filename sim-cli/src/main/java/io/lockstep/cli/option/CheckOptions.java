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

/** What execution looks for beside the results, and what becomes of findings. */
public final class CheckOptions {
  /** What can be asked for; the constants are spelled as people type them. */
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

  /** Where findings of this call go. */
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
    return !log().findings().isEmpty();
  }

  /** Lists findings and notes, where checks were asked for. */
  public void print(PrintWriter out) {
    if (log().wantsAny()) {
      Screen screen = Terminal.screen();
      log().findings().forEach(f -> out.println(screen.wrapped("check: " + f, "  ")));
      log().notes().forEach(n -> out.println(screen.wrapped("check: " + n, "  ")));
      if (!found()) {
        out.println("check: nothing found");
      }
    }
  }
}
