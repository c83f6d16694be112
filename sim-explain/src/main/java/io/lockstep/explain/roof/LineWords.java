// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import io.lockstep.explain.roof.PortWork.Key;
import io.lockstep.explain.roof.PortWork.Work;
import io.lockstep.observe.line.LinePlaces.Place;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Writes the parts of sentences that name instructions and source lines. */
record LineWords(Subject slow, PortWork slowWork, Subject fast, PortWork fastWork) {
  private static final int LONGEST = 60; // characters of a source line

  /** Names the class of instructions that takes most of a port's cycles, and its dominant line. */
  String dominant(String p, String q, Predicate<Key> which) {
    Map<String, double[]> classes = new TreeMap<>();
    Map<String, Map<String, double[]>> lines = new TreeMap<>();
    double all = 0;
    for (Map.Entry<Key, Work> e : slowWork.all().entrySet()) {
      Work here = e.getValue();
      if (which.test(e.getKey()) && here.on(p) > 0) {
        Work there = fastWork.all().get(e.getKey());
        double[] both = {
          here.on(p),
          there == null ? 0 : there.on(q),
          here.executions(),
          there == null ? 0 : there.executions()
        };
        add(classes, here.words(), both);
        add(lines.computeIfAbsent(here.words(), k -> new TreeMap<>()), at(here.place()), both);
        all += here.on(p);
      }
    }
    if (classes.isEmpty()) {
      return "";
    }
    String most = most(classes);
    String line = most(lines.get(most));
    double[] there = lines.get(most).get(line);
    return "; "
        + Amounts.percent(classes.get(most)[0] / all)
        + " of these on "
        + slow.name()
        + " are for "
        + most
        + (line.isEmpty() ? "" : ", most" + line)
        + " ("
        + executed(there[2], there[0])
        + " on "
        + slow.name()
        + (there[1] > 0 ? ", " + executed(there[3], there[1]) + " on " + fast.name() : "")
        + ")";
  }

  private static String executed(double executions, double cycles) {
    return executions == 0
        ? Amounts.cycles(cycles)
        : "%s executions of %s cycles"
            .formatted(Amounts.count(executions), Amounts.each(cycles / executions));
  }

  private static void add(Map<String, double[]> sums, String key, double[] more) {
    double[] sum = sums.computeIfAbsent(key, k -> new double[more.length]);
    for (int i = 0; i < more.length; i++) {
      sum[i] += more[i];
    }
  }

  private static String most(Map<String, double[]> sums) {
    return sums.entrySet().stream()
        .max(Comparator.comparingDouble((Map.Entry<String, double[]> e) -> e.getValue()[0]))
        .map(Map.Entry::getKey)
        .orElse("");
  }

  private static String at(Place place) {
    if (!place.isLine()) {
      return "";
    }
    String text =
        place.text().length() > LONGEST ? place.text().substring(0, LONGEST) + "…" : place.text();
    return " at "
        + place.file().substring(1 + place.file().lastIndexOf('/'))
        + ":"
        + place.line()
        + (text.isEmpty() ? "" : " ‘" + text + "’");
  }

  static String memory(Roof roof) {
    return switch (roof.resource()) {
      case LOCAL_MEMORY -> "local memory";
      case ATOMICS -> "atomic";
      case CONSTANTS -> "constant memory";
      case TEXTURE -> "texture";
      default -> "global memory";
    };
  }

  /**
   * Names the source line of the slower run whose accesses to a memory move the most bytes, or take
   * the most cycles if bytes are unknown.
   */
  String waiting(String memory) {
    Map<String, double[]> groups = new TreeMap<>();
    boolean bytes = memory.equals("global memory") && slowWork.hasDramBytes();
    slowWork
        .all()
        .forEach(
            (key, w) -> {
              if (w.words().contains(memory)) {
                add(
                    groups,
                    w.words() + at(w.place()),
                    new double[] {bytes ? w.dramBytes() : w.cycles()});
              }
            });
    String most = most(groups);
    if (most.isEmpty() || groups.get(most)[0] == 0) {
      return "";
    }
    return bytes
        ? "; " + Amounts.bytes(groups.get(most)[0]) + " of " + slow.name() + "'s are for " + most
        : "; " + slow.name() + "'s ports spend most cycles on " + most;
  }
}
