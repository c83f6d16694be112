package io.lockstep.core.engine;

import java.util.Arrays;

/**
 * The partitions of a simulation in order of creation, and what they are together: the time they
 * have reached, the events they have executed. Not thread-safe.
 */
final class Partitions {
  private Partition[] all = {};

  /** Adds a partition, whose id is its place. */
  void add(Partition partition) {
    all = Arrays.copyOf(all, all.length + 1);
    all[partition.id()] = partition;
  }

  int count() {
    return all.length;
  }

  Partition get(int id) {
    return all[id];
  }

  /** All of them by id; the array itself, which is another one once partitions are added. */
  Partition[] all() {
    return all;
  }

  /** Allows or forbids callers from outside to schedule. */
  void open(boolean allowed) {
    for (Partition partition : all) {
      partition.open(allowed);
    }
  }

  void advanceTo(long tick) {
    for (Partition partition : all) {
      partition.advanceTo(tick);
    }
  }

  /** The tick of the earliest pending event, or {@link EventQueue#NEVER}. */
  long nextTick() {
    long next = EventQueue.NEVER;
    for (Partition partition : all) {
      next = Math.min(next, partition.nextTick());
    }
    return next;
  }

  /** The latest tick that any has reached. */
  long now() {
    long now = 0;
    for (Partition partition : all) {
      now = Math.max(now, partition.now());
    }
    return now;
  }

  long events() {
    long sum = 0;
    for (Partition partition : all) {
      sum += partition.events();
    }
    return sum;
  }

  long retired() {
    long sum = 0;
    for (Partition partition : all) {
      sum += partition.retired();
    }
    return sum;
  }

  /** The sum over all executed events, which does not see how they are spread. */
  long fingerprint() {
    long sum = 0;
    for (Partition partition : all) {
      sum += partition.fingerprint();
    }
    return sum;
  }

  /** Remembers causes from now on, or no longer; between windows only. */
  void recordCauses(boolean wanted) {
    for (Partition partition : all) {
      partition.recordCauses(wanted);
    }
  }

  void save(StateWriter out) {
    for (Partition partition : all) {
      partition.save(out);
    }
  }

  void load(StateReader in) {
    for (Partition partition : all) {
      partition.load(in);
    }
  }
}
