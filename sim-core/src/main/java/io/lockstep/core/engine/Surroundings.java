package io.lockstep.core.engine;

/**
 * The services of a simulation that a partition uses.
 *
 * @param assembly the simulation as models see it
 * @param sinks makes room in a ring for sinks that have not read yet
 * @param shuffles whether ties are permuted
 */
record Surroundings(
    Assembly assembly, Components components, PortMaker ports, RoomMaker sinks, boolean shuffles) {
  interface PortMaker {
    /** Adds a port; ends and name have been checked, except that the name is unique. */
    Port add(
        String name,
        int sender,
        int from,
        int receiver,
        int to,
        long latency,
        int capacity,
        EventKind work,
        EventKind credit);

    Inbox inbox(Calendar of, EventKind kind);

    /** Adds a delivery, as {@link #add}. */
    Delivery deliver(String name, int sender, int from, int to, long latency, Inbox into);
  }

  interface RoomMaker {
    /**
     * Lets sinks read until a number of slots is free; called by the thread that runs the
     * partition.
     */
    void makeRoom(int partition, int count);
  }
}
