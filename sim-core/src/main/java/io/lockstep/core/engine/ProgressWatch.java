// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import io.lockstep.core.queue.Event;
import io.lockstep.core.queue.EventQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Detects that events continue while no work retires, and reports which components wait. After the
 * progress timeout it records causes for some more ticks before it ends the run.
 */
final class ProgressWatch {
  private static final int MOST_LINES = 40;
  private static final int MOST_COMPONENTS = 6;
  private static final int MOST_EVENTS = 4;
  private static final long LISTENED = 10_000;
  private static final long OFTEN = 16; // checks per progress timeout
  private final Partitions partitions;
  private final Components components;
  private final Ports ports;
  private final long progressTimeout;
  private final List<Integer> reasoners = new ArrayList<>();
  private final List<Supplier<String>> reasons = new ArrayList<>();
  private final List<Integer> waiters = new ArrayList<>();
  private final List<Supplier<List<Integer>>> others = new ArrayList<>();
  private final List<LongSupplier> counts = new ArrayList<>();
  private long since;
  private long doneThen;
  private boolean listening;
  private long listensUntil;

  ProgressWatch(Partitions partitions, Components components, Ports ports, long progressTimeout) {
    this.partitions = partitions;
    this.components = components;
    this.ports = ports;
    this.progressTimeout = progressTimeout;
  }

  void reason(int component, Supplier<String> reason) {
    reasoners.add(component);
    reasons.add(reason);
  }

  void waitsFor(int component, Supplier<List<Integer>> whom) {
    waiters.add(component);
    others.add(whom);
  }

  void progress(LongSupplier count) {
    counts.add(count);
  }

  long interval() {
    return Math.max(1, progressTimeout / OFTEN);
  }

  private long done() {
    long sum = partitions.retired();
    for (int i = 0; i < counts.size(); i++) {
      sum += counts.get(i).getAsLong();
    }
    return sum;
  }

  boolean isActive() {
    return progressTimeout != EventQueue.NEVER;
  }

  /** Checks the progress before a window; cheap until the progress timeout has passed. */
  void onTick(long before, long tick) {
    if (progressTimeout == EventQueue.NEVER || tick - since <= progressTimeout) {
      return;
    }
    long done = done();
    if (done == doneThen && tick - before <= progressTimeout / 2) {
      if (!listening) {
        listen(true);
        listensUntil = tick + Math.min(progressTimeout, LISTENED);
      } else if (tick > listensUntil) {
        throw new NoProgressException(
            "no work has retired since tick " + since + ", now " + tick + "; " + report());
      }
      return;
    }
    if (listening) {
      listen(false);
    }
    since = tick;
    doneThen = done;
  }

  private void listen(boolean wanted) {
    listening = wanted;
    partitions.recordCauses(wanted);
  }

  String report() {
    List<String> lines = new ArrayList<>();
    ports.all().forEach(port -> add(lines, port.diagnosis(components)));
    for (int i = 0; i < reasoners.size(); i++) {
      String reason = reasons.get(i).get();
      add(lines, reason == null ? null : components.path(reasoners.get(i)) + ": " + reason);
    }
    List<String> report = new ArrayList<>();
    if (lines.isEmpty()) {
      report.add("no component says that it waits");
    } else {
      report.add("waiting:");
      lines.subList(0, Math.min(lines.size(), MOST_LINES)).forEach(l -> report.add("  " + l));
      if (lines.size() > MOST_LINES) {
        report.add("  and " + (lines.size() - MOST_LINES) + " more");
      }
    }
    WaitGraph graph = graph();
    List<List<Integer>> cycles = graph.cycles();
    report.addAll(graph.lines(cycles));
    List<Integer> concerned =
        cycles.isEmpty() ? graph.waiting() : cycles.stream().flatMap(List::stream).toList();
    concerned.stream().limit(MOST_COMPONENTS).forEach(c -> add(report, lastEvents(c)));
    report.addAll(CausalChain.lines(partitions, components, ports));
    return String.join("\n", report);
  }

  private WaitGraph graph() {
    WaitGraph graph = new WaitGraph(components);
    ports.all().forEach(port -> port.addTo(graph));
    for (int i = 0; i < waiters.size(); i++) {
      for (int to : others.get(i).get()) {
        graph.add(waiters.get(i), to, "");
      }
    }
    for (int i = reasoners.size() - 1; i >= 0; i--) {
      int whole = reasoners.get(i);
      if (!graph.waits(whole) && reasons.get(i).get() != null) {
        graph.addParts(whole);
      }
    }
    return graph;
  }

  /** Describes the last events of a component that the ring still holds; null if it holds none. */
  private String lastEvents(int component) {
    Partition partition = partitions.get(components.owner(component));
    List<String> events = new ArrayList<>();
    for (long event : partition.ring().recent()) {
      if (Event.component(event) == component && events.size() < MOST_EVENTS) {
        events.add(0, partition.kinds()[Event.kind(event)].name());
      }
    }
    return events.isEmpty()
        ? null
        : "last events of " + components.path(component) + ": " + String.join(", ", events);
  }

  private static void add(List<String> lines, String line) {
    if (line != null) {
      lines.add(line);
    }
  }
}
