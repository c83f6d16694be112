package io.lockstep.parts.occupancy;

/**
 * Something that a compute unit has a fixed amount of and that resident work-groups share. {@link
 * #forWavefronts}, {@link #forGroups} and {@link #forGroupsOfWavefronts} make one; the other
 * methods refine it. Immutable, thread-safe.
 *
 * @param name as it is named where it limits, for example {@code local memory}
 * @param need what of a kernel takes it
 * @param holder who takes it
 * @param capacity units in each bank
 * @param banks equal parts of the unit; a wavefront lives in one of them
 * @param charge what of it is handed out for a need
 */
public record Resource(
    String name, Need need, Holder holder, long capacity, int banks, Charge charge) {
  /** Who takes a resource, and gives it back when it ends. */
  public enum Holder {
    /** Each wavefront for itself. */
    WAVEFRONT,
    /** A group, as much whatever its size. */
    GROUP,
    /** A group, at once for all of its wavefronts. */
    GROUP_OF_WAVEFRONTS
  }

  /** Groups of a resource that sets no limit. */
  static final long UNLIMITED = Integer.MAX_VALUE;

  /**
   * Checked.
   *
   * @param name as it is named where it limits, for example {@code local memory}
   * @param need what of a kernel takes it
   * @param holder who takes it
   * @param capacity units in each bank
   * @param banks equal parts of the unit; a wavefront lives in one of them
   * @param charge what of it is handed out for a need
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
   * {@return a resource that each wavefront takes for itself}
   *
   * @param name as it is named where it limits
   * @param need what of a kernel takes it
   * @param capacity units of the whole compute unit, or of each bank
   */
  public static Resource forWavefronts(String name, Need need, long capacity) {
    return of(name, need, Holder.WAVEFRONT, capacity);
  }

  /**
   * {@return a resource of which a group takes as much whatever its size}
   *
   * @param name as it is named where it limits
   * @param need what of a kernel takes it
   * @param capacity units of the whole compute unit
   */
  public static Resource forGroups(String name, Need need, long capacity) {
    return of(name, need, Holder.GROUP, capacity);
  }

  /**
   * {@return a resource that a group takes at once for all its wavefronts}
   *
   * @param name as it is named where it limits
   * @param need what of a kernel takes it, each wavefront
   * @param capacity units of the whole compute unit
   */
  public static Resource forGroupsOfWavefronts(String name, Need need, long capacity) {
    return of(name, need, Holder.GROUP_OF_WAVEFRONTS, capacity);
  }

  /**
   * {@return the same in several banks, each with the capacity}
   *
   * @param count banks; a wavefront lives in one of them
   */
  public Resource inBanks(int count) {
    return new Resource(name, need, holder, capacity, count, charge);
  }

  /**
   * {@return the same where one of the need takes several units}
   *
   * @param each units that one takes
   */
  public Resource taking(long each) {
    return charged(charge.taking(each));
  }

  /**
   * {@return the same handed out in larger pieces}
   *
   * @param size units of a piece
   */
  public Resource inGranules(long size) {
    return charged(charge.inGranules(size));
  }

  /**
   * {@return the same where wavefronts of a group are rounded up to a multiple}
   *
   * @param count wavefronts that are given it together
   */
  public Resource togetherFor(int count) {
    return charged(charge.togetherFor(count));
  }

  /**
   * {@return the same where a kernel with less is charged for so much}
   *
   * @param amount of the need
   */
  public Resource atLeast(long amount) {
    return charged(charge.atLeast(amount));
  }

  /**
   * {@return the same where smaller groups take none of it}
   *
   * @param wavefronts of the smallest group that takes it
   */
  public Resource fromWavefronts(int wavefronts) {
    return charged(charge.fromWavefronts(wavefronts));
  }

  private Resource charged(Charge other) {
    return new Resource(name, need, holder, capacity, banks, other);
  }

  /** {@return units of all banks} */
  public long total() {
    return capacity * banks;
  }

  /**
   * {@return units that are handed out to each holder, 0 where it takes none}
   *
   * @param needs of a group
   * @param wavefronts of a group
   */
  public long allocated(Needs needs, int wavefronts) {
    return charge.of(needs.amount(need), wavefronts, holder == Holder.GROUP_OF_WAVEFRONTS);
  }

  /**
   * {@return units that a whole group takes}
   *
   * @param needs of a group
   * @param wavefronts of a group
   */
  public long ofGroup(Needs needs, int wavefronts) {
    return Math.multiplyExact(
        allocated(needs, wavefronts), holder == Holder.WAVEFRONT ? wavefronts : 1L);
  }

  /**
   * {@return groups that it has room for, at most {@link Integer#MAX_VALUE}, which means that it
   * sets no limit}
   *
   * @param needs of a group
   * @param wavefronts of a group
   */
  public int groups(Needs needs, int wavefronts) {
    long each = allocated(needs, wavefronts);
    if (each == 0) {
      return (int) UNLIMITED;
    }
    long holders = capacity / each * banks;
    return (int) Math.min(UNLIMITED, holder == Holder.WAVEFRONT ? holders / wavefronts : holders);
  }
}
