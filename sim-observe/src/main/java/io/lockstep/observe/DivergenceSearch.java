// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.core.engine.EventPlace;
import io.lockstep.core.engine.EventTrail;
import io.lockstep.core.engine.ExecutedEvent;
import io.lockstep.core.engine.Simulation;
import java.util.List;
import java.util.Optional;

/**
 * Finds the first events in which two runs differ. Repeats both runs, each time observing only the
 * interval that is known to differ, until the interval is one tick. Runs end after that interval.
 */
public final class DivergenceSearch {
  /** Repeats the run of one side, on one device. */
  @FunctionalInterface
  public interface Side {
    /** Runs the side; failures are ignored. */
    void run(SimulationWatcher watcher);
  }

  /**
   * One side's events of the first differing kind and component in the tick, which may be empty,
   * and the last preceding events of the same unit, the oldest first.
   */
  public record Trail(List<ExecutedEvent> events, List<ExecutedEvent> before) {}

  /** The result of a search: the events if the tick is known, otherwise a note with the reason. */
  public record Found(
      Divergence divergence, Optional<Trail> left, Optional<Trail> right, String note) {
    public Found(Divergence divergence, String note) {
      this(divergence, Optional.empty(), Optional.empty(), note);
    }
  }

  private static final int EVENTS_BEFORE = 5;

  private final Side left;
  private final Side right;

  public DivergenceSearch(Side left, Side right) {
    this.left = left;
    this.right = right;
  }

  /** Narrows a difference of fingerprint files down to the first events. */
  public Found narrow(Divergence coarse) {
    Divergence known = coarse;
    while (true) {
      Close l = new Close(known);
      Close r = new Close(known);
      left.run(l);
      right.run(r);
      boolean leftAgain = l.gave(known.left());
      boolean rightAgain = r.gave(known.right());
      if (!leftAgain || !rightAgain) {
        String which = leftAgain ? "the right side" : rightAgain ? "the left side" : "either side";
        return new Found(known, "running " + which + " again gives other events in this interval");
      }
      if (known.isTick()) {
        return new Found(known, Optional.of(l.trail()), Optional.of(r.trail()), "");
      }
      Divergence finer =
          Divergence.first(l.sums.gathered().get(0), r.sums.gathered().get(0)).orElse(known);
      if (finer.to() - finer.from() == known.to() - known.from()) {
        return new Found(known, "more kinds and components have events than sums are kept");
      }
      known = finer;
    }
  }

  /** Returns the unit of a component: the path up to the first dot. */
  private static String unit(String path) {
    int dot = path.indexOf('.');
    return dot < 0 ? path : path.substring(0, dot);
  }

  /** Observes the differing interval: as sums, and event by event once it is a single tick. */
  private static final class Close implements SimulationWatcher {
    private final Divergence known;
    private final FingerprintGatherer sums;
    private EventTrail events;

    Close(Divergence known) {
      this.known = known;
      sums = new FingerprintGatherer(known.from(), known.to());
    }

    @Override
    public void begin(Simulation simulation, DeviceFingerprints.Subject subject) {
      sums.begin(simulation, subject);
      if (known.isTick()) {
        String unit = unit(first().component());
        events =
            new EventTrail(
                simulation, known.from(), EVENTS_BEFORE, path -> unit(path).equals(unit));
      }
    }

    @Override
    public long last() {
      return known.to();
    }

    private EventPlace first() {
      return known.places().get(0).place();
    }

    /** Returns whether the repeated run has the known sum of events. */
    boolean gave(long sum) {
      List<DeviceFingerprints> gathered = sums.gathered();
      return !gathered.isEmpty() && gathered.get(0).total() == sum;
    }

    Trail trail() {
      return new Trail(
          events.at().stream().filter(e -> e.place().equals(first())).toList(), events.before());
    }
  }
}
