// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/**
 * The services of a simulation that a partition uses.
 *
 * @param sinks makes room in a ring for sinks that have not read yet
 * @param shuffles whether ties are permuted
 */
record Surroundings(
    Assembly assembly, Components components, PortMaker ports, RoomMaker sinks, boolean shuffles) {
  /**
   * One end of a port.
   *
   * @param partition the component's partition
   * @param kind woken by messages or by credit, or null for none
   */
  record End(int partition, int component, EventKind kind) {}

  interface PortMaker {
    /** Adds a port; the caller has checked its ends. */
    Port add(String name, End from, End to, long latency, int capacity);

    Inbox inbox(Calendar of, EventKind kind);

    Delivery deliver(String name, int sender, int from, int to, long latency, Inbox into);
  }

  interface RoomMaker {
    /** Lets sinks read until some slots are free; called by the thread that runs the partition. */
    void makeRoom(int partition, int count);
  }
}
