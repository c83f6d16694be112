// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.issue;

import io.lockstep.spi.spec.Figures;
import java.util.Optional;

/**
 * The ready wavefronts of one port (a SIMD or warp scheduler), and the rule that selects among
 * them. A compute unit clears the set, adds the ready wavefronts in order of slot or age, picks
 * one, and reports the one that issued. Not thread-safe.
 */
public final class ReadyWavefronts extends Candidates {
  private final String policy;
  private final WavefrontRule rule;
  private long arrived;
  private long lastTick = -1;

  /**
   * Creates an empty set with a new rule.
   *
   * @param policy creates the rule
   * @param slots number of wavefront slots
   * @param figures figures of the device
   */
  public ReadyWavefronts(WavefrontPolicy policy, int slots, Figures figures) {
    super(slots);
    this.policy = policy.getClass().getName();
    rule = policy.rule(slots, figures);
  }

  /**
   * Creates the set of a unit, unless the device uses the policy that the unit itself implements.
   *
   * @param own name of the unit's own policy
   * @param figures figures of the device, including {@link PolicySpec}
   * @param slots number of wavefront slots
   * @return null if the device uses the unit's own policy
   */
  public static ReadyWavefronts unless(String own, Figures figures, int slots) {
    Optional<WavefrontPolicy> other = figures.policy(PolicySpec.POLICY, WavefrontPolicy.class, own);
    return other.isEmpty() ? null : new ReadyWavefronts(other.get(), slots, figures);
  }

  /**
   * Records that a wavefront arrived at the unit.
   *
   * @param wavefront slot of the wavefront
   */
  public void started(int wavefront) {
    age[wavefront] = arrived++;
  }

  /** Removes all ready wavefronts. */
  public void clear() {
    count = 0;
  }

  /**
   * Adds a ready wavefront.
   *
   * @param wavefront slot of the wavefront
   * @param tick tick since which the wavefront has been ready
   */
  public void add(int wavefront, long tick) {
    slot[count++] = wavefront;
    since[wavefront] = tick;
  }

  /**
   * Removes a ready wavefront.
   *
   * @param wavefront slot of the wavefront, added before
   */
  public void remove(int wavefront) {
    int i = 0;
    while (slot[i] != wavefront) {
      i++;
    }
    count--;
    for (; i < count; i++) {
      slot[i] = slot[i + 1];
    }
  }

  /**
   * {@return the wavefront that the rule selects, or -1 if none is ready}
   *
   * @throws IllegalStateException if the rule selects a wavefront that is not ready
   */
  public int pick() {
    if (count == 0) {
      return -1;
    }
    int chosen = rule.choose(this);
    for (int i = 0; i < count; i++) {
      if (slot[i] == chosen) {
        return chosen;
      }
    }
    throw new IllegalStateException(policy + " chose wavefront " + chosen + ", which is not ready");
  }

  /**
   * Reports that a wavefront has issued; the rule is notified of the first one in each tick.
   *
   * @param wavefront slot of the wavefront
   * @param tick current tick
   */
  public void issued(int wavefront, long tick) {
    if (tick != lastTick) {
      lastTick = tick;
      rule.issued(wavefront);
    }
  }
}
