package io.lockstep.core.engine;

import java.util.List;

/**
 * Numbers components and ports densely within their partitions, for sinks with tables by place.
 * Made of an assembled simulation; read-only afterwards.
 */
final class EventPlaces {
  private final Simulation simulation;
  private final List<Partition> partitions;
  private final int[] components; // number of each within its partition
  private final int[] received; // of each port within its receiver's partition
  private final int[] sent; // of each port within its sender's
  private final int[][] componentOf; // and back, by partition
  private final int[][] receivedOf;
  private final int[][] sentOf;

  EventPlaces(Simulation simulation) {
    this.simulation = simulation;
    partitions = simulation.partitions();
    int ports = simulation.ports();
    components = new int[simulation.components()];
    received = new int[ports];
    sent = new int[ports];
    componentOf = number(components, c -> simulation.owner(c));
    receivedOf = number(received, p -> simulation.owner(simulation.receiver(p)));
    sentOf = number(sent, p -> simulation.owner(simulation.sender(p)));
  }

  private int[][] number(int[] numbers, java.util.function.IntUnaryOperator owner) {
    int[] counts = new int[partitions.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = counts[owner.applyAsInt(i)]++;
    }
    int[][] back = new int[counts.length][];
    for (int p = 0; p < counts.length; p++) {
      back[p] = new int[counts[p]];
    }
    for (int i = 0; i < numbers.length; i++) {
      back[owner.applyAsInt(i)][numbers[i]] = i;
    }
    return back;
  }

  /** Number within the partition, by what a batch's fields of this kind hold. */
  int[] local(EventKind kind) {
    return !kind.core ? components : isArrival(kind) ? received : sent;
  }

  /** Hashes of names, by what a batch's fields of this kind hold. */
  long[] names(EventKind kind) {
    return kind.core ? simulation.portNames() : simulation.componentNames();
  }

  private static boolean isArrival(EventKind kind) {
    return kind == kind.partition.arriveKind();
  }

  /** The place of a kind of a partition and a number within it. */
  EventPlace place(int partition, int kindIndex, int local) {
    EventKind kind = partitions.get(partition).kinds()[kindIndex];
    int[][] back = !kind.core ? componentOf : isArrival(kind) ? receivedOf : sentOf;
    return place(kind, back[partition][local]);
  }

  /** The place of an event of a kind, by what the batch's field holds. */
  EventPlace place(EventKind kind, int field) {
    String name = kind.core ? simulation.port(field).name() : simulation.path(field);
    return new EventPlace(kind.phase(), kind.name(), name);
  }
}
