// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.option.PluginOption;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.run.Verdict;
import io.lockstep.study.store.Build;
import io.lockstep.sweep.store.Damage;
import io.lockstep.sweep.store.index.SweepStatus;
import io.lockstep.sweep.store.index.SweepStore;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Reports the problems of a sweep by messages and an exit code. */
public final class SweepFindings {
  private static final int MOST_LISTED = 10;

  private final SweepStatus status;
  private final Build now;

  /**
   * @param now build of this process
   */
  SweepFindings(SweepStatus status, Build now) {
    this.status = status;
    this.now = now;
  }

  /** Reports the problems of a store's rows. */
  static SweepFindings of(SweepStore store) {
    return new SweepFindings(store.status(), build(store));
  }

  /** Returns the build of this process with the plug-ins of a sweep. */
  static Build build(SweepStore store) {
    return PluginOption.build(store.folder().plugins());
  }

  void tell(PrintWriter err) {
    int listed = 0;
    for (SweepStatus.Contradiction c : status.contradictions()) {
      if (listed++ < MOST_LISTED) {
        err.println(
            ("lockstep: violation of determinism: results of one key differ: point %s, key"
                    + " %s: %s")
                .formatted(c.point(), c.key(), String.join("; ", c.places())));
      }
    }
    more(status.contradictions().size(), "keys", err);
    listed = 0;
    for (Damage damage : status.damages()) {
      if (listed++ < MOST_LISTED) {
        err.println("lockstep: warning: " + damage.text());
      }
    }
    more(status.damaged(), "places", err);
    builds(err);
    if (status.missing() > 0) {
      err.println(
          "lockstep: "
              + status.missing()
              + " of "
              + status.points()
              + (status.missing() == 1 ? " points is" : " points are")
              + " missing");
    }
  }

  private void builds(PrintWriter err) {
    long others = status.ofOtherBuilds(now);
    long unknown = status.ofUnknownBuilds();
    if (others + unknown > 0) {
      List<String> words = new ArrayList<>();
      words.addAll(others > 0 ? List.of(rows(others) + " of another build") : List.of());
      words.addAll(unknown > 0 ? List.of(rows(unknown) + " of an unknown build") : List.of());
      err.println(
          "lockstep: warning: "
              + String.join(", ", words)
              + "; lockstep sweep resume computes them anew, or keeps them with --keep-old");
    }
  }

  private static String rows(long rows) {
    return rows + (rows == 1 ? " row" : " rows");
  }

  private static void more(long all, String what, PrintWriter err) {
    if (all > MOST_LISTED) {
      err.println("lockstep: and " + (all - MOST_LISTED) + " more " + what);
    }
  }

  int code() {
    if (status.missing() > 0
        || status.of(Verdict.FAILED) > 0
        || status.isMixed()
        || !status.contradictions().isEmpty()) {
      return ExitCode.FAILED;
    }
    if (status.of(Verdict.WRONG) > 0) {
      return ExitCode.WRONG;
    }
    boolean refused = status.points() > 0 && status.of(Verdict.REFUSED) == status.points();
    return refused ? ExitCode.REFUSED : ExitCode.DONE;
  }
}
