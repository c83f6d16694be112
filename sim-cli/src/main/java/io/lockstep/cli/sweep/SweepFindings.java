// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.run.Verdict;
import io.lockstep.sweep.store.Damage;
import io.lockstep.sweep.store.index.SweepStatus;
import java.io.PrintWriter;

/** Reports the problems of a sweep by messages and an exit code. */
public final class SweepFindings {
  private static final int MOST_LISTED = 10;

  private final SweepStatus status;

  SweepFindings(SweepStatus status) {
    this.status = status;
  }

  void tell(PrintWriter err) {
    int listed = 0;
    for (SweepStatus.Contradiction c : status.contradictions()) {
      if (listed++ < MOST_LISTED) {
        err.println(
            "lockstep: violation of determinism: results of one key differ: point "
                + c.point()
                + ", key "
                + c.key()
                + ": "
                + String.join("; ", c.places()));
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

  private static void more(long all, String what, PrintWriter err) {
    if (all > MOST_LISTED) {
      err.println("lockstep: and " + (all - MOST_LISTED) + " more " + what);
    }
  }

  int code() {
    if (status.missing() > 0
        || status.of(Verdict.FAILED) > 0
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
