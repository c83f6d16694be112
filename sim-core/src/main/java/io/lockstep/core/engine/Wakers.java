package io.lockstep.core.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The wakers of a partition: one for each pair of kind and component. Not thread-safe. */
final class Wakers {
  private final Calendar partition;
  private final Map<Long, Waker> byEvent = new HashMap<>(); // looked up only, never walked
  private final List<Waker> all = new ArrayList<>();

  Wakers(Calendar partition) {
    this.partition = partition;
  }

  /** The waker of a pair, made at the first call. */
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

  void save(StateWriter out) {
    out.writeInt(all.size());
    all.forEach(waker -> waker.save(out));
  }

  void load(StateReader in) {
    in.expect("number of wakers", all.size(), in.readInt());
    all.forEach(waker -> waker.load(in));
  }
}
