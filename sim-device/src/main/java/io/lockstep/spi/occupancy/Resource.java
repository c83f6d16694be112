// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.occupancy;

/**
 * A resource of fixed capacity that resident work-groups of a compute unit share. {@link
 * #forWavefronts}, {@link #forGroups} and {@link #forGroupsOfWavefronts} create a resource; the
 * other methods refine it.
 *
 * @param name name as a limit, for example {@code local memory}
 * @param need the need that is allocated from it
 * @param holder the owner of an allocation
 * @param capacity units in each bank
 * @param banks equal parts of the resource; each wavefront uses one bank
 * @param charge the amount allocated for a need
 */
public record Resource(
    String name, Need need, Holder holder, long capacity, int banks, Charge charge) {
  /** The owner of an allocation, which is released when the owner ends. */
  public enum Holder {
    /** Each wavefront owns a separate allocation. */
    WAVEFRONT,
    /** Each group owns an allocation whose amount does not depend on the group's size. */
    GROUP,
    /** Each group owns one allocation for all of its wavefronts. */
    GROUP_OF_WAVEFRONTS
  }

  static final long UNLIMITED = Integer.MAX_VALUE;

  /**
   * Checks the values.
   *
   * @param name name as a limit, for example {@code local memory}
   * @param need the need that is allocated from it
   * @param holder the owner of an allocation
   * @param capacity units in each bank
   * @param banks equal parts of the resource; each wavefront uses one bank
   * @param charge the amount allocated for a need
   */
  public Resource {
    if (capacity < 0 || banks < 1) {
      throw new IllegalArgumentException(
          "resource '" + name + "': capacity " + capacity + ", banks " + banks);
    }
    if (banks > 1 && holder != Holder.WAVEFRONT) {
      throw new IllegalArgumentException("resource '" + name + "': only wavefronts have banks");
    }
  }

  private static Resource of(String name, Need need, Holder holder, long capacity) {
    return new Resource(name, need, holder, capacity, 1, Charge.EXACT);
  }

  /**
   * {@return a resource allocated to each wavefront}
   *
   * @param name name as a limit
   * @param need the need that is allocated from it
   * @param capacity units of the whole compute unit, or of each bank
   */
  public static Resource forWavefronts(String name, Need need, long capacity) {
    return of(name, need, Holder.WAVEFRONT, capacity);
  }

  /**
   * {@return a resource allocated to a group, with an amount that does not depend on the group's
   * size}
   *
   * @param name name as a limit
   * @param need the need that is allocated from it
   * @param capacity units of the whole compute unit
   */
  public static Resource forGroups(String name, Need need, long capacity) {
    return of(name, need, Holder.GROUP, capacity);
  }

  /**
   * {@return a resource allocated to a group at once for all its wavefronts}
   *
   * @param name name as a limit
   * @param need the need of each wavefront
   * @param capacity units of the whole compute unit
   */
  public static Resource forGroupsOfWavefronts(String name, Need need, long capacity) {
    return of(name, need, Holder.GROUP_OF_WAVEFRONTS, capacity);
  }

  /**
   * {@return a copy with several banks, each with the capacity}
   *
   * @param count number of banks; each wavefront uses one bank
   */
  public Resource inBanks(int count) {
    return new Resource(name, need, holder, capacity, count, charge);
  }

  /**
   * {@return a copy where a unit of the need takes several units}
   *
   * @param each units per unit of the need
   */
  public Resource taking(long each) {
    return charged(charge.taking(each));
  }

  /**
   * {@return a copy that is allocated in granules}
   *
   * @param size units of a granule
   */
  public Resource inGranules(long size) {
    return charged(charge.inGranules(size));
  }

  /**
   * {@return a copy that rounds a group's wavefronts up to a multiple}
   *
   * @param count the multiple
   */
  public Resource togetherFor(int count) {
    return charged(charge.togetherFor(count));
  }

  /**
   * {@return a copy with a minimum charge}
   *
   * @param amount smallest amount of the need that is charged
   */
  public Resource atLeast(long amount) {
    return charged(charge.atLeast(amount));
  }

  /**
   * {@return a copy that is not charged to small groups}
   *
   * @param wavefronts wavefronts of the smallest group that is charged
   */
  public Resource fromWavefronts(int wavefronts) {
    return charged(charge.fromWavefronts(wavefronts));
  }

  private Resource charged(Charge other) {
    return new Resource(name, need, holder, capacity, banks, other);
  }

  /** {@return capacity of all banks} */
  public long total() {
    return capacity * banks;
  }

  /**
   * {@return units allocated to each holder; 0 if groups of this size are not charged}
   *
   * @param needs needs of a group
   * @param wavefronts wavefronts of a group
   */
  public long allocated(Needs needs, int wavefronts) {
    return charge.of(needs.amount(need), wavefronts, holder == Holder.GROUP_OF_WAVEFRONTS);
  }

  /**
   * {@return units that a whole group takes}
   *
   * @param needs needs of a group
   * @param wavefronts wavefronts of a group
   */
  public long ofGroup(Needs needs, int wavefronts) {
    return Math.multiplyExact(
        allocated(needs, wavefronts), holder == Holder.WAVEFRONT ? charge.up(wavefronts) : 1L);
  }

  /**
   * {@return the number of groups that fit; {@link Integer#MAX_VALUE} if the resource sets no
   * limit}
   *
   * @param needs needs of a group
   * @param wavefronts wavefronts of a group
   */
  public int groups(Needs needs, int wavefronts) {
    long each = allocated(needs, wavefronts);
    if (each == 0) {
      return (int) UNLIMITED;
    }
    long holders = capacity / each * banks;
    return (int)
        Math.min(UNLIMITED, holder == Holder.WAVEFRONT ? holders / charge.up(wavefronts) : holders);
  }
}
