// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import io.lockstep.core.queue.EventQueue;
import java.util.Arrays;

final class Partitions {
  private Partition[] all = {};

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

  /** Returns all partitions by id; adding a partition replaces the array. */
  Partition[] all() {
    return all;
  }

  /** Allows or forbids scheduling by callers outside of handlers. */
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

  long nextTick() {
    long next = EventQueue.NEVER;
    for (Partition partition : all) {
      next = Math.min(next, partition.nextTick());
    }
    return next;
  }

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

  long fingerprint() {
    long sum = 0;
    for (Partition partition : all) {
      sum += partition.fingerprint();
    }
    return sum;
  }

  void recordCauses(boolean wanted) {
    for (Partition partition : all) {
      partition.recordCauses(wanted);
    }
  }
}
