// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.run.RunResult;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

final class Differences {
  private static final int MOST = 4;

  private Differences() {}

  /** Describes the first few differences; returns an empty string if the results are equal. */
  static String between(RunResult found, RunResult expected) {
    if (found.equals(expected)) {
      return "";
    }
    List<String> all = new ArrayList<>();
    add(all, "status", found.status(), expected.status());
    add(all, "message", found.message(), expected.message());
    add(all, "picoseconds", found.picos(), expected.picos());
    add(all, "cycles", found.cycles(), expected.cycles());
    add(all, "picoseconds of kernels", found.kernelPicos(), expected.kernelPicos());
    add(all, "fingerprint", found.fingerprint(), expected.fingerprint());
    TreeSet<String> names = new TreeSet<>(expected.statistics().keySet());
    names.addAll(found.statistics().keySet());
    for (String name : names) {
      add(all, name, text(found, name), text(expected, name));
    }
    int more = all.size() - MOST;
    return String.join("; ", all.subList(0, Math.min(MOST, all.size())))
        + (more > 0 ? "; " + more + " more" : "");
  }

  private static String text(RunResult result, String name) {
    BigDecimal value = result.statistics().get(name);
    return value == null ? "absent" : value.toPlainString();
  }

  private static void add(List<String> all, String what, Object found, Object expected) {
    if (!Objects.equals(found, expected)) {
      all.add(what + " " + found + " instead of " + expected);
    }
  }
}
