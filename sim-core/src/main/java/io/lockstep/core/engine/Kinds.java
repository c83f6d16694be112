package io.lockstep.core.engine;

/** The kinds of a partition's events, numbered in the order in which they were added. */
final class Kinds {
  private final Owner partition;
  private final EventKind[] all = new EventKind[Event.MAX_KINDS]; // read by every slice
  private int count;

  Kinds(Owner partition) {
    this.partition = partition;
  }

  /** Adds a kind, whose name is new. */
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

  /** All by number, with room behind them; not to be changed. */
  EventKind[] byNumber() {
    return all;
  }

  void save(StateWriter out) {
    out.writeInt(count);
    for (int i = 0; i < count; i++) {
      out.writeString(all[i].name());
    }
  }

  void load(StateReader in) {
    in.expect("number of kinds", count, in.readInt());
    for (int i = 0; i < count; i++) {
      in.expect("kind", all[i].name(), in.readString());
    }
  }
}
