// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.work;

import io.lockstep.run.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Numbers of points by state.
 *
 * @param rows numbers of repeatable outcomes by verdict
 * @param aside number of points that failed because of this machine or run: a time limit, memory,
 *     or a dead process
 * @param missing number of points without a row
 */
public record Count(Map<Verdict, Long> rows, long aside, long missing) {
  public Count {
    rows = Map.copyOf(rows);
  }

  public long of(Verdict verdict) {
    return rows.getOrDefault(verdict, 0L);
  }

  public long done() {
    return rows.values().stream().mapToLong(Long::longValue).sum() + aside;
  }

  public long all() {
    return done() + missing;
  }

  /** Describes the verdicts for users, for example {@code 3 ok, verified; 2 refused}. */
  public String words() {
    List<String> words = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      if (of(verdict) > 0) {
        words.add(of(verdict) + " " + verdict.words());
      }
    }
    if (aside > 0) {
      words.add(aside + " set aside (resume --retry tries them again)");
    }
    return words.isEmpty() ? "none ok" : String.join("; ", words);
  }
}
