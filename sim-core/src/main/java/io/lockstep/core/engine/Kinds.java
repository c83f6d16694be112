// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import io.lockstep.core.queue.Event;
import io.lockstep.core.queue.Phase;

final class Kinds {
  private final Owner partition;
  private final EventKind[] all = new EventKind[Event.MAX_KINDS]; // read for every slice
  private int count;

  Kinds(Owner partition) {
    this.partition = partition;
  }

  EventKind add(String name, Phase phase, BatchHandler handler, ArgumentMeaning meaning) {
    for (int i = 0; i < count; i++) {
      if (all[i].name().equals(name)) {
        throw new EngineException(
            "partition " + partition.name() + " has a kind " + name + " already");
      }
    }
    if (count == all.length) {
      throw new EngineException(
          "kind %s: partition %s has %s kinds already"
              .formatted(name, partition.name(), Event.MAX_KINDS));
    }
    long hash = Fingerprint.ofName(name);
    EventKind kind = new EventKind(partition, count, name, hash, phase, handler, meaning);
    all[count++] = kind;
    return kind;
  }

  /** Returns all kinds by number, followed by nulls; not to be modified. */
  EventKind[] byNumber() {
    return all;
  }
}
