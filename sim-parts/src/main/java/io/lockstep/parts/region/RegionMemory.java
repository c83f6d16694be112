// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.region;

import io.lockstep.core.engine.Delivery;
import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Inbox;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.engine.Port;
import io.lockstep.core.queue.Phase;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.stats.StatisticSet;
import io.lockstep.spi.stats.StatisticsSink;
import java.util.Arrays;

/**
 * The region unit of a device: a memory that all compute units share, and launch-wide barriers. It
 * performs one wavefront's operation at a time, in the order of arrival; operations that arrive in
 * the same tick are served in cyclic order from a start that advances. Ordered appends wait for the
 * appends of all earlier wavefronts, barriers for all wavefronts.
 *
 * <p>Values come from the functional execution; this class simulates time. Belongs to the front
 * partition; not thread-safe.
 */
public final class RegionMemory extends CountingPart {
  private static final int OPERATIONS = 0;
  private static final int BUSY = 1;
  private static final int WAITED = 2;
  private static final int BARRIERS = 3;

  /** Statistics of the region unit; written only if a wavefront used it. */
  public static final StatisticSet<RegionMemory> STATISTICS =
      StatisticSet.<RegionMemory>of("region unit")
          .count(
              "region.operations",
              "Operations of wavefronts on region memory, and their arrivals at barriers of the"
                  + " launch.",
              r -> r.count[OPERATIONS])
          .count(
              "region.busy_cycles",
              "cycles",
              "Cycles in which the region unit performed operations.",
              r -> r.count[BUSY])
          .count(
              "region.wait_cycles",
              "cycles",
              "Cycles that operations waited at the region unit: for others, for their turn, or for"
                  + " the other wavefronts of a barrier.",
              r -> r.count[WAITED])
          .count("region.barriers", "Barriers of launches that opened.", r -> r.count[BARRIERS])
          .build();

  private static final int WORDS = 4; // per waiting operation: client, message, arrival tick

  private final RegionConfig config;
  private final Partition partition;
  private final int component;
  private final EventKind work;
  private Port[] requests = {};
  private Delivery[] responses = {};

  private final LaunchPlan[] launches; // by slot: running or last launch
  private final long[] wavefronts; // by slot: number of wavefronts of the launch
  private final long[] turn; // by slot: number of the wavefront that appends next
  private final long[] arrived; // by slot: number of wavefronts at the barrier
  private long free; // first tick at which the unit is free
  private int first; // client that is served first
  private long[] waiting = new long[0];
  private int waits;
  private final long[] count;

  /**
   * Adds the unit to a partition.
   *
   * @param partition partition of the component
   * @param config sizes and latencies
   * @param slots maximum number of concurrent launches
   */
  public RegionMemory(Partition partition, RegionConfig config, int slots) {
    this.partition = partition;
    this.config = config;
    component = partition.component("region");
    work = partition.kind("region.request", Phase.WORK, (tick, c, argument) -> work(tick));
    launches = new LaunchPlan[slots];
    wavefronts = new long[slots];
    turn = new long[slots];
    arrived = new long[slots];
    count = own.counters(4);
    partition.simulation().waitReason(component, this::reason);
  }

  private String reason() {
    return waits == 0
        ? null
        : waits + " wavefronts wait for their turn in an ordered append, or at a barrier";
  }

  /** {@return the configuration of the unit} */
  public RegionConfig config() {
    return config;
  }

  /**
   * Connects a compute unit; units are numbered in the order of the calls.
   *
   * @param name name of the unit
   * @param from component number of the unit
   * @param to partition of the unit
   * @param inbox inbox of that partition, for the responses
   * @param most maximum number of operations of the unit in flight
   * @return the port for its operations
   */
  public Port connect(String name, int from, Partition to, Inbox inbox, int most) {
    int client = requests.length;
    requests = Arrays.copyOf(requests, client + 1);
    responses = Arrays.copyOf(responses, client + 1);
    requests[client] =
        partition.port(
            "request(" + name + ")", from, component, config.requestTicks(), most, work, null);
    responses[client] = to.delivery("region", component, from, config.responseTicks(), inbox);
    return requests[client];
  }

  /**
   * Begins a launch.
   *
   * @param slot slot in which the launch runs
   * @param plan code and geometry
   * @param width lanes of a wavefront
   */
  public void begins(int slot, LaunchPlan plan, int width) {
    launches[slot] = plan;
    wavefronts[slot] = plan.geometry().groups() * wavefronts(plan, width);
  }

  /**
   * {@return the number of wavefronts of a work-group}
   *
   * @param plan plan of the launch
   * @param width number of lanes of a wavefront
   */
  public static int wavefronts(LaunchPlan plan, int width) {
    return (plan.geometry().groupSize() + width - 1) / width;
  }

  /**
   * {@return the slot of a launch that has begun} Must be called while no event is processed.
   *
   * @param plan plan of the launch
   */
  public int slot(LaunchPlan plan) {
    for (int s = 0; s < launches.length; s++) {
      if (launches[s] == plan) {
        return s;
      }
    }
    throw new IllegalStateException("a launch that has not begun");
  }

  private void work(long tick) {
    int n = requests.length;
    int begin = first;
    first = begin + 1 == n ? 0 : begin + 1;
    for (int k = 0; k < n; k++) {
      int client = begin + k < n ? begin + k : begin + k - n;
      Port port = requests[client];
      while (!port.isEmpty()) {
        long a = port.headA();
        long b = port.headB();
        port.pop();
        takes(client, a, b, tick);
      }
    }
  }

  private void takes(int client, long a, long b, long tick) {
    count[OPERATIONS]++;
    int slot = RegionMessage.slot(a);
    switch (RegionMessage.operation(a)) {
      case BARRIER -> {
        park(client, a, b, tick);
        if (++arrived[slot] == wavefronts[slot]) {
          opens(slot, tick);
        }
      }
      case ORDERED_APPEND -> {
        park(client, a, b, tick);
        while (appends(slot, tick)) {}
      }
      default -> serve(client, a, tick, tick);
    }
  }

  private void park(int client, long a, long b, long tick) {
    if (WORDS * (waits + 1) > waiting.length) {
      waiting = Arrays.copyOf(waiting, Math.max(64, 2 * waiting.length));
    }
    int at = WORDS * waits++;
    waiting[at] = client;
    waiting[at + 1] = a;
    waiting[at + 2] = b;
    waiting[at + 3] = tick;
  }

  /** Releases all wavefronts of a launch from its barrier. */
  private void opens(int slot, long tick) {
    count[BARRIERS]++;
    arrived[slot] = 0;
    long start = Math.max(tick, free);
    free = start + 1;
    count[BUSY]++;
    int kept = 0;
    for (int k = 0; k < waits; k++) {
      int at = WORDS * k;
      long a = waiting[at + 1];
      if (RegionMessage.operation(a) == RegionOperation.BARRIER && RegionMessage.slot(a) == slot) {
        count[WAITED] += start - waiting[at + 3];
        respond((int) waiting[at], a, tick);
      } else {
        System.arraycopy(waiting, at, waiting, WORDS * kept++, WORDS);
      }
    }
    waits = kept;
  }

  /**
   * Performs the next ordered append of a launch; returns false if its wavefront has not arrived.
   */
  private boolean appends(int slot, long tick) {
    for (int k = 0; k < waits; k++) {
      int at = WORDS * k;
      long a = waiting[at + 1];
      if (RegionMessage.operation(a) == RegionOperation.ORDERED_APPEND
          && RegionMessage.slot(a) == slot
          && waiting[at + 2] == turn[slot]) {
        turn[slot] = turn[slot] + 1 == wavefronts[slot] ? 0 : turn[slot] + 1;
        serve((int) waiting[at], a, tick, waiting[at + 3]);
        waits--;
        System.arraycopy(waiting, at + WORDS, waiting, at, WORDS * (waits - k));
        return true;
      }
    }
    return false;
  }

  private void serve(int client, long a, long tick, long arrival) {
    long start = Math.max(tick, free);
    free = start + RegionMessage.cycles(a);
    count[BUSY] += RegionMessage.cycles(a);
    count[WAITED] += start - arrival;
    respond(client, a, tick);
  }

  private void respond(int client, long a, long tick) {
    responses[client].send(free - tick, RegionMessage.tag(a), 0);
  }

  /**
   * Writes the statistics, if any wavefront used the unit.
   *
   * @param out receives the statistics
   */
  public void statistics(StatisticsSink out) {
    if (count[OPERATIONS] > 0) {
      STATISTICS.write(this, out);
    }
  }

  /**
   * Checks that no operation waits.
   *
   * @throws IllegalStateException if an operation waits
   */
  public void check() {
    if (waits != 0) {
      throw new IllegalStateException("region: " + reason());
    }
  }
}
