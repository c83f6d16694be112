// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

final class WaitGraph {
  private static final int MOST_CYCLES = 5;

  private record Edge(int to, String why) {}

  private final Components components;
  private final List<List<Edge>> edges = new ArrayList<>();
  private final SortedSet<Integer> awaited = new TreeSet<>();

  WaitGraph(Components components) {
    this.components = components;
    for (int i = 0; i < components.count(); i++) {
      edges.add(new ArrayList<>());
    }
  }

  void add(int from, int to, String why) {
    edges.get(from).add(new Edge(to, why));
    awaited.add(to);
  }

  boolean waits(int component) {
    return !edges.get(component).isEmpty();
  }

  /** Adds edges from a component to its waiting parts. */
  void addParts(int whole) {
    String prefix = components.path(whole) + ".";
    for (int part = 0; part < edges.size(); part++) {
      if (waits(part) && components.path(part).startsWith(prefix)) {
        add(whole, part, "a part of it");
      }
    }
  }

  List<Integer> waiting() {
    List<Integer> waiting = new ArrayList<>();
    for (int c = 0; c < edges.size(); c++) {
      if (waits(c)) {
        waiting.add(c);
      }
    }
    return waiting;
  }

  /** Returns the components that others wait for and that do not wait themselves. */
  private List<Integer> ends() {
    return awaited.stream().filter(c -> !waits(c)).toList();
  }

  /** Returns a bounded number of disjoint cycles, each as the list of its components in order. */
  List<List<Integer>> cycles() {
    List<List<Integer>> cycles = new ArrayList<>();
    boolean[] done = new boolean[edges.size()];
    int[] onPath = new int[edges.size()]; // index on the path plus 1
    for (int start = 0; start < edges.size() && cycles.size() < MOST_CYCLES; start++) {
      if (!waits(start)) {
        continue;
      }
      List<Integer> path = new ArrayList<>();
      int[] next = new int[edges.size() + 1];
      int at = start;
      while (!done[at]) {
        if (onPath[at] == 0) {
          path.add(at);
          onPath[at] = path.size();
          next[path.size()] = 0;
        }
        List<Edge> out = edges.get(at);
        int i = next[path.size()]++;
        int to = i < out.size() ? out.get(i).to : -1;
        if (to >= 0 && onPath[to] > 0) {
          cycles.add(List.copyOf(path.subList(onPath[to] - 1, path.size())));
          break;
        }
        if (to >= 0 && !done[to]) {
          at = to;
        } else if (to < 0) {
          done[at] = true;
          path.remove(path.size() - 1);
          onPath[at] = 0;
          if (path.isEmpty()) {
            break;
          }
          at = path.get(path.size() - 1);
        }
      }
      for (int c : path) {
        done[c] = true;
      }
      Arrays.fill(onPath, 0);
    }
    return cycles;
  }

  /** Describes the cycles edge by edge or, if there are none, the components at which waits end. */
  List<String> lines(List<List<Integer>> cycles) {
    List<String> lines = new ArrayList<>();
    for (List<Integer> cycle : cycles) {
      lines.add("cycle:");
      for (int i = 0; i < cycle.size(); i++) {
        int to = cycle.get((i + 1) % cycle.size());
        lines.add("  " + line(cycle.get(i), to));
      }
    }
    if (cycles.isEmpty() && !awaited.isEmpty()) {
      List<String> ends = ends().stream().map(components::path).toList();
      lines.add("no cycle; waited for in the end: " + String.join(", ", ends));
    }
    return lines;
  }

  private String line(int from, int to) {
    Edge edge = edges.get(from).stream().filter(e -> e.to == to).findFirst().orElseThrow();
    String why = edge.why.isEmpty() ? "" : " (" + edge.why + ")";
    return components.path(from) + " waits for " + components.path(to) + why;
  }
}
