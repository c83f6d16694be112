// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

/** Counts the resident wavefronts of each domain, a set of compute units that share a limit. */
final class UnitDomains {
  private final DispatcherConfig.Domain limit;
  private final int[] wavefronts; // by domain: resident wavefronts

  UnitDomains(DispatcherConfig.Domain limit, int units) {
    this.limit = limit;
    wavefronts = new int[limit.units() == 0 ? 1 : (units - 1) / limit.units() + 1];
  }

  int count() {
    return wavefronts.length;
  }

  int of(int unit) {
    return limit.units() == 0 ? 0 : unit / limit.units();
  }

  boolean canHold(int ofGroup) {
    return limit.units() == 0 || ofGroup <= limit.wavefronts();
  }

  boolean haveRoom(int unit, int ofGroup) {
    return limit.units() == 0 || wavefronts[of(unit)] + ofGroup <= limit.wavefronts();
  }

  /** Adds the wavefronts of a work-group to the domain of a unit; negative when the group ends. */
  void add(int unit, int ofGroup) {
    wavefronts[of(unit)] += ofGroup;
  }
}
