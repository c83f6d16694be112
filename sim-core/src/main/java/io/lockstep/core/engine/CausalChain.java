// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import io.lockstep.core.queue.Event;
import java.util.ArrayList;
import java.util.List;

/** Traces events back to the events that scheduled them, across partitions and ports. */
final class CausalChain {
  private static final int MOST_STEPS = 12;

  private CausalChain() {}

  /** Describes the causes of the last retired work and of the last event; empty if unknown. */
  static List<String> lines(Partitions partitions, Components components, Ports ports) {
    List<String> lines = new ArrayList<>();
    Partition newest = null;
    Partition retired = null;
    for (Partition p : partitions.all()) {
      CausalQueue causes = p.causes();
      if (causes == null) {
        return lines;
      }
      newest = later(newest, p, causes.last(), newest == null ? -1 : newest.causes().last());
      retired =
          later(
              retired,
              p,
              causes.lastRetired(),
              retired == null ? -1 : retired.causes().lastRetired());
    }
    if (retired != null) {
      lines.add("what led to the last retired work:");
      follow(partitions, components, ports, retired, retired.causes().lastRetired(), lines);
    }
    if (newest != null) {
      lines.add("what led to the last event:");
      follow(partitions, components, ports, newest, newest.causes().last(), lines);
    }
    return lines;
  }

  private static Partition later(Partition best, Partition other, long number, long bestNumber) {
    return number == CausalQueue.UNKNOWN
            || best != null && best.causes().tick(bestNumber) >= other.causes().tick(number)
        ? best
        : other;
  }

  /** Adds the lines of a chain, last event first; repeated events share a line. */
  private static void follow(
      Partitions partitions,
      Components components,
      Ports ports,
      Partition from,
      long start,
      List<String> to) {
    Partition partition = from;
    long number = start;
    for (int step = 0; step < MOST_STEPS; step++) {
      CausalQueue causes = partition.causes();
      long event = causes.event(number);
      long last = causes.tick(number);
      String place = partition.describe(event);
      int times = 1;
      long cause = causes.cause(number);
      while (cause != CausalQueue.UNKNOWN
          && partition.describe(causes.event(cause)).equals(place)) {
        number = cause;
        cause = causes.cause(number);
        times++;
      }
      long tick = causes.tick(number);
      int port = causes.port(number);
      to.add(
          (step == 0 ? "  tick " : "  after tick ")
              + (times == 1 ? tick : tick + " to " + last)
              + " "
              + place
              + (times == 1 ? "" : ", " + times + " times")
              + (port < 0 ? "" : ", woken by port " + ports.route(port).name()));
      if (cause == CausalQueue.UNKNOWN
          && port >= 0) { // woken from another partition: by a message or a credit
        Route woken = ports.route(port);
        boolean credit = Event.component(causes.event(number)) == woken.sender();
        int other = credit ? woken.receiver() : woken.sender();
        partition = partitions.get(components.owner(other));
        cause = partition.causes().lastAt(other, tick - woken.latency());
      }
      if (cause == CausalQueue.UNKNOWN) {
        return;
      }
      number = cause;
    }
    to.add("  and so on");
  }
}
