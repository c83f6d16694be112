// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import io.lockstep.core.queue.Event;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class Wakers {
  private final Calendar partition;
  private final Map<Long, Waker> byEvent = new HashMap<>(); // never iterated
  private final List<Waker> all = new ArrayList<>();

  Wakers(Calendar partition) {
    this.partition = partition;
  }

  Waker of(EventKind kind, int component) {
    long key = Event.of(kind.index, component, 0);
    Waker waker = byEvent.get(key);
    if (waker == null) {
      waker = new Waker(partition, kind, component);
      byEvent.put(key, waker);
      all.add(waker);
    }
    return waker;
  }
}
