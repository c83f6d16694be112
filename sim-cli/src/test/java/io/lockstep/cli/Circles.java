// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Rooms of classes that can all be reached from each other (Tarjan, Depth-first search and linear
 * graph algorithms, 1972). ArchUnit's own search for cycles of slices does not find all of them in
 * a graph of this size. Used once, by one thread.
 */
final class Circles {
  private final Map<String, TreeSet<String>> targets;
  private final Map<String, Integer> numbers = new HashMap<>(); // looked up only, never walked
  private final Map<String, Integer> lowest = new HashMap<>(); // looked up only, never walked
  private final Deque<String> open = new ArrayDeque<>();
  private final List<String> found = new ArrayList<>();

  private Circles(Map<String, TreeSet<String>> targets) {
    this.targets = targets;
  }

  /**
   * The circles among some classes, sorted, each as the sorted names of its rooms.
   *
   * @param room what a class stands in: a package, or a class
   */
  static List<String> among(JavaClasses all, Function<JavaClass, String> room) {
    Map<String, TreeSet<String>> targets = new TreeMap<>();
    for (JavaClass from : all) {
      TreeSet<String> of = targets.computeIfAbsent(room.apply(from), n -> new TreeSet<>());
      for (Dependency d : from.getDirectDependenciesFromSelf()) {
        JavaClass to = d.getTargetClass().getBaseComponentType();
        if (all.contain(to.getName())) {
          of.add(room.apply(to));
        }
      }
    }
    Circles circles = new Circles(targets);
    targets.keySet().forEach(circles::visit);
    circles.found.sort(null);
    return circles.found;
  }

  private void visit(String name) {
    if (numbers.containsKey(name)) {
      return;
    }
    int number = numbers.size();
    numbers.put(name, number);
    lowest.put(name, number);
    open.push(name);
    for (String to : targets.get(name)) {
      visit(to);
      if (open.contains(to)) {
        lowest.merge(name, lowest.get(to), Math::min);
      }
    }
    if (lowest.get(name) == number) {
      TreeSet<String> circle = new TreeSet<>();
      String member;
      do {
        member = open.pop();
        circle.add(member);
      } while (!member.equals(name));
      if (circle.size() > 1) {
        found.add(String.join(" ", circle));
      }
    }
  }
}
