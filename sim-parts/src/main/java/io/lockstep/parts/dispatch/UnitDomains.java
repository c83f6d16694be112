package io.lockstep.parts.dispatch;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;

/**
 * Compute units that share a limit of wavefronts, and how many each domain has. Not thread-safe.
 */
final class UnitDomains {
  private final DispatcherConfig.Domain limit;
  private final int[] wavefronts; // by domain

  /**
   * @param limit without units if only units are limited
   * @param units number of compute units
   */
  UnitDomains(DispatcherConfig.Domain limit, int units) {
    this.limit = limit;
    wavefronts = new int[limit.units() == 0 ? 1 : (units - 1) / limit.units() + 1];
  }

  /** Number of domains. */
  int count() {
    return wavefronts.length;
  }

  /** The domain of a unit. */
  int of(int unit) {
    return limit.units() == 0 ? 0 : unit / limit.units();
  }

  /** Whether an empty domain takes a work-group of some wavefronts. */
  boolean canHold(int ofGroup) {
    return limit.units() == 0 || ofGroup <= limit.wavefronts();
  }

  /** Whether a unit's domain takes some wavefronts now. */
  boolean haveRoom(int unit, int ofGroup) {
    return limit.units() == 0 || wavefronts[of(unit)] + ofGroup <= limit.wavefronts();
  }

  /** Counts a work-group's wavefronts on a unit; negative if it has ended. */
  void add(int unit, int ofGroup) {
    wavefronts[of(unit)] += ofGroup;
  }

  void save(StateWriter out) {
    out.writeInts(wavefronts);
  }

  void load(StateReader in) {
    in.readInto(wavefronts);
  }
}
