package io.lockstep.parts.occupancy;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a compute unit shares out among resident groups. Immutable, thread-safe.
 *
 * @param width lanes of a wavefront
 * @param maximum wavefront slots: what occupancy is a share of
 * @param largestGroup work-items of the largest group that the device takes
 * @param resources all of them; of several that allow equally few groups the first is named
 */
public record UnitLimits(int width, int maximum, int largestGroup, List<Resource> resources) {
  /**
   * Checked and copied.
   *
   * @param width lanes of a wavefront
   * @param maximum wavefront slots: what occupancy is a share of
   * @param largestGroup work-items of the largest group that the device takes
   * @param resources all of them; of several that allow equally few groups the first is named
   */
  public UnitLimits {
    if (width < 1 || maximum < 1 || largestGroup < 1 || resources.isEmpty()) {
      throw new IllegalArgumentException(
          "wavefronts of "
              + width
              + " lanes, "
              + maximum
              + " slots, groups up to "
              + largestGroup
              + ", "
              + resources.size()
              + " resources");
    }
    resources = List.copyOf(resources);
  }

  /**
   * What fits.
   *
   * @param groups resident groups; 0 where not even one fits
   * @param wavefronts resident wavefronts
   * @param limit what allows the fewest groups
   */
  public record Fit(int groups, int wavefronts, Resource limit) {}

  /**
   * {@return wavefronts of a group}
   *
   * @param groupSize its work-items
   */
  public int wavefronts(int groupSize) {
    return (groupSize + width - 1) / width;
  }

  /**
   * {@return how many groups of a kind fit, and what limits them}
   *
   * @param needs of each group
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
   * {@return the same where nothing but slots limits residency; empty where there are no slots}
   * Slots are places in the model's tables: it cannot do without.
   */
  public Optional<UnitLimits> ideal() {
    List<Resource> slots = resources.stream().filter(r -> r.need().equals(Need.SLOT)).toList();
    return slots.isEmpty()
        ? Optional.empty()
        : Optional.of(new UnitLimits(width, maximum, largestGroup, slots));
  }

  /** {@return what of a kernel these resources depend on, in their order} */
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
   * The most of something with which a number of groups still fits, all else equal.
   *
   * @param needs of each group
   * @param need what is varied
   * @param groups how many have to fit
   * @return the most, or -1 where not even the least of it leaves room; {@link Integer#MAX_VALUE}
   *     where it does not matter
   */
  public long most(Needs needs, Need need, int groups) {
    long low = -1;
    long high = Integer.MAX_VALUE;
    if (fits(needs, need, high, groups)) {
      return high;
    }
    while (high - low > 1) { // fits(low), or low is -1; not fits(high)
      long middle = (low + high) >>> 1;
      if (fits(needs, need, middle, groups)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low < need.least() ? -1 : low;
  }

  /** Only the resources that the need takes: others are asked for themselves. */
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
