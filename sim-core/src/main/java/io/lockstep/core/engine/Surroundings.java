package io.lockstep.core.engine;

/**
 * What a partition uses of its simulation.
 *
 * @param assembly as models see it
 * @param components all of the simulation
 * @param ports makes ports
 * @param sinks makes room for events where sinks have not read yet
 * @param shuffles whether ties are permuted
 */
record Surroundings(
    Assembly assembly, Components components, PortMaker ports, RoomMaker sinks, boolean shuffles) {
  /** Makes ports between partitions, by their ids. */
  interface PortMaker {
    /** Adds a port whose ends are known to fit; its name is unique among the receiver's. */
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

    /** Adds an inbox for what a kind takes. */
    Inbox inbox(Calendar of, EventKind kind);

    /** Adds a delivery to an inbox whose ends are known to fit; names are as for ports. */
    Delivery deliver(String name, int sender, int from, int to, long latency, Inbox into);
  }

  /** Makes room in a partition's ring. */
  interface RoomMaker {
    /** Lets sinks read until so many slots are free; called by the thread that runs it. */
    void makeRoom(int partition, int count);
  }
}
