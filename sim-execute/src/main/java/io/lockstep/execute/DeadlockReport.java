package io.lockstep.execute;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Says which groups wait for what where none can go on. */
final class DeadlockReport {
  private static final int MOST = 5;

  private final GroupExecutor executor;
  private final PolledWords words;
  private final Collection<SuspendedGroup> groups;

  DeadlockReport(GroupExecutor executor, PolledWords words, Collection<SuspendedGroup> groups) {
    this.executor = executor;
    this.words = words;
    this.groups = groups;
  }

  /**
   * @param more whether groups have not begun because as many are alive as may be
   * @param begun groups that have begun
   * @param most groups that may be alive at once
   */
  ExecutionException of(boolean more, long begun, long most) {
    List<String> lines = new ArrayList<>();
    for (SuspendedGroup g : groups) {
      for (WaitingFragment w : g.watch.waiting()) {
        if (lines.size() < MOST) {
          lines.add(executor.describeWait(g, w));
        }
      }
    }
    long waiting = groups.stream().mapToInt(g -> g.watch.waiting().isEmpty() ? 0 : 1).sum();
    String rest = waiting > lines.size() ? "; and " + (waiting - lines.size()) + " more" : "";
    String list = String.join("; ", lines) + rest;
    if (more) {
      return executor.launchFault(
          "of the first "
              + begun
              + " work-groups none can go on, and as many as "
              + most
              + " are kept alive at once: "
              + list);
    }
    return executor.launchFault(
        "deadlock: all "
            + waiting
            + " work-groups that have not ended wait for one another: "
            + list
            + cycle());
  }

  /** The circle of groups of which each waits for what the next one wrote last, if there is one. */
  private String cycle() {
    Map<Long, Long> waitsFor = new HashMap<>();
    for (SuspendedGroup g : groups) {
      for (WaitingFragment w : g.watch.waiting()) {
        for (int word : w.words()) {
          if (words.changer(word) >= 0) {
            waitsFor.putIfAbsent(g.group, words.changer(word));
          }
        }
      }
    }
    for (SuspendedGroup g : groups) {
      Set<Long> way = new LinkedHashSet<>();
      Long at = g.group;
      while (at != null && way.add(at)) {
        at = waitsFor.get(at);
      }
      if (at != null && at == g.group && way.size() > 1) {
        StringBuilder text = new StringBuilder("; the circle: ");
        way.forEach(group -> text.append(executor.groupName(group)).append(" -> "));
        return text.append(executor.groupName(at)).toString();
      }
    }
    return "";
  }
}
