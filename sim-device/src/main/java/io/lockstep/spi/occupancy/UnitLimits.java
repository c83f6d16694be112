// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.occupancy;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The resources that resident groups of a compute unit share.
 *
 * @param width lanes of a wavefront
 * @param maximum wavefront slots, the denominator of occupancy
 * @param largestGroup work-items of the largest group that the device accepts
 * @param resources all resources; if several limit equally, the first is reported
 */
public record UnitLimits(int width, int maximum, int largestGroup, List<Resource> resources) {
  /**
   * Checks and copies the values.
   *
   * @param width lanes of a wavefront
   * @param maximum wavefront slots, the denominator of occupancy
   * @param largestGroup work-items of the largest group that the device accepts
   * @param resources all resources; if several limit equally, the first is reported
   */
  public UnitLimits {
    if (width < 1 || maximum < 1 || largestGroup < 1 || resources.isEmpty()) {
      throw new IllegalArgumentException(
          "wavefronts of %s lanes, %s slots, groups up to %s, %s resources"
              .formatted(width, maximum, largestGroup, resources.size()));
    }
    resources = List.copyOf(resources);
  }

  /**
   * The residency of a launch.
   *
   * @param groups resident groups; 0 if not even one fits
   * @param wavefronts resident wavefronts
   * @param limit the resource that allows the fewest groups
   */
  public record Fit(int groups, int wavefronts, Resource limit) {}

  /**
   * {@return wavefronts of a group}
   *
   * @param groupSize work-items of the group
   */
  public int wavefronts(int groupSize) {
    return (groupSize + width - 1) / width;
  }

  /**
   * {@return the groups that fit, and the limiting resource}
   *
   * @param needs needs of each group
   */
  public Fit fit(Needs needs) {
    int wavefronts = wavefronts(needs.groupSize());
    Resource limit = resources.get(0);
    int groups = limit.groups(needs, wavefronts);
    for (Resource r : resources) {
      int here = r.groups(needs, wavefronts);
      if (here < groups) {
        groups = here;
        limit = r;
      }
    }
    return new Fit(groups, Math.multiplyExact(groups, wavefronts), limit);
  }

  /**
   * {@return a copy in which only slots limit residency; empty if there are no slots} Slots are
   * entries of the model's tables, whose number is always finite.
   */
  public Optional<UnitLimits> ideal() {
    List<Resource> slots = resources.stream().filter(r -> r.need().equals(Need.SLOT)).toList();
    return slots.isEmpty()
        ? Optional.empty()
        : Optional.of(new UnitLimits(width, maximum, largestGroup, slots));
  }

  /** {@return the needs that these resources serve, in order, except {@link Need#SLOT}} */
  public List<Need> needs() {
    return resources.stream()
        .map(Resource::need)
        .filter(need -> !need.equals(Need.SLOT))
        .distinct()
        .toList();
  }

  /** {@return names of {@link #needs()}} */
  public Set<String> needNames() {
    return needs().stream().map(Need::name).collect(Collectors.toSet());
  }

  /**
   * Returns the largest amount of a need with which a number of groups still fits, all else equal.
   *
   * @param needs needs of each group
   * @param need the need that varies
   * @param groups number of groups
   * @return the amount; -1 if not even the least amount fits; {@link Integer#MAX_VALUE} if the need
   *     does not limit
   */
  public long most(Needs needs, Need need, int groups) {
    long low = -1;
    long high = Integer.MAX_VALUE;
    if (fits(needs, need, high, groups)) {
      return high;
    }
    while (high - low > 1) { // invariant: fits(low), or low is -1; not fits(high)
      long middle = (low + high) >>> 1;
      if (fits(needs, need, middle, groups)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low < need.least() ? -1 : low;
  }

  /** Returns whether the groups fit, checking only the resources that serve the need. */
  private boolean fits(Needs needs, Need need, long amount, int groups) {
    Needs changed = needs.with(need, amount);
    int wavefronts = wavefronts(needs.groupSize());
    for (Resource r : resources) {
      if (r.need().equals(need) && r.groups(changed, wavefronts) < groups) {
        return false;
      }
    }
    return true;
  }
}
