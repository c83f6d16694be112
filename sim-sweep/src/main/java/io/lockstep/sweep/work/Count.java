package io.lockstep.sweep.work;

import io.lockstep.run.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Numbers of points by status.
 *
 * @param rows by verdict, without those set aside
 * @param aside failed because of this machine or run: time, memory, a dead process
 * @param missing without a row
 */
public record Count(Map<Verdict, Long> rows, long aside, long missing) {
  /**
   * Copies the map.
   *
   * @param rows by verdict
   * @param aside failed because of this machine or run
   * @param missing without a row
   */
  public Count {
    rows = Map.copyOf(rows);
  }

  /**
   * {@return how many have a verdict}
   *
   * @param verdict any
   */
  public long of(Verdict verdict) {
    return rows.getOrDefault(verdict, 0L);
  }

  /** {@return how many have a row} */
  public long done() {
    return rows.values().stream().mapToLong(Long::longValue).sum() + aside;
  }

  /** {@return how many there are} */
  public long all() {
    return done() + missing;
  }

  /** {@return the verdicts for people, for example {@code 3 ok, verified; 2 refused}} */
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
