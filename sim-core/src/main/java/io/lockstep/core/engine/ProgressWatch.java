package io.lockstep.core.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Notices that events go on while no work retires, and reports who waits for what. */
final class ProgressWatch {
  private static final int MOST_LINES = 40;
  private final Simulation simulation;
  private final long patience;
  private final List<Integer> components = new ArrayList<>();
  private final List<Supplier<String>> reasons = new ArrayList<>();
  private long since;
  private long retiredThen;

  ProgressWatch(Simulation simulation, long patience) {
    this.simulation = simulation;
    this.patience = patience;
  }

  void reason(int component, Supplier<String> reason) {
    components.add(component);
    reasons.add(reason);
  }

  /** Whether anybody's patience is limited. */
  boolean isActive() {
    return patience != EventQueue.NEVER;
  }

  /**
   * Called before a window is executed: a cheap comparison, and a look at retired work if it is
   * time.
   */
  void onTick(long before, long tick) {
    if (patience == EventQueue.NEVER || tick - since <= patience) {
      return;
    }
    long retired = simulation.retired();
    if (retired == retiredThen && tick - before <= patience / 2) {
      throw new NoProgressException(
          "no work has retired since tick " + since + ", now " + tick + "; " + report());
    }
    since = tick;
    retiredThen = retired;
  }

  String report() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < simulation.ports(); i++) {
      add(lines, simulation.port(i).diagnosis(simulation));
    }
    for (int i = 0; i < components.size(); i++) {
      String reason = reasons.get(i).get();
      add(lines, reason == null ? null : simulation.path(components.get(i)) + ": " + reason);
    }
    if (lines.isEmpty()) {
      return "nobody says that it waits";
    }
    int shown = Math.min(lines.size(), MOST_LINES);
    String tail = lines.size() > shown ? "\n  and " + (lines.size() - shown) + " more" : "";
    return "waiting:\n  " + String.join("\n  ", lines.subList(0, shown)) + tail;
  }

  private static void add(List<String> lines, String line) {
    if (line != null) {
      lines.add(line);
    }
  }

  void save(StateWriter out) {
    out.writeLong(since);
    out.writeLong(retiredThen);
  }

  void load(StateReader in) {
    since = in.readLong();
    retiredThen = in.readLong();
  }
}
