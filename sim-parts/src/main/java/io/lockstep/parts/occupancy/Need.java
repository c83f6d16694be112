package io.lockstep.parts.occupancy;

/**
 * A figure of a kernel that residency depends on. Immutable, thread-safe.
 *
 * @param name lower case, as scripts know it, for example {@code registers}
 * @param one what one of it is called, for example {@code register}
 * @param many what several are called
 * @param least the least that a kernel can do with
 */
public record Need(String name, String one, String many, long least) {
  /** Registers of a work-item, in the device's unit of allocation. */
  public static final Need REGISTERS = new Need("registers", "register", "registers", 1);

  /** Bytes of local memory of a group, all that the device puts there included. */
  public static final Need LOCAL_MEMORY =
      new Need("local", "byte of local memory", "bytes of local memory", 0);

  /** One slot, whatever the kernel. */
  public static final Need SLOT = new Need("slot", "slot", "slots", 1);

  /**
   * {@return so many of it, in words}
   *
   * @param amount how many
   */
  public String words(long amount) {
    return amount + " " + (amount == 1 ? one : many);
  }

  /** A need is known by its name. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Need need && name.equals(need.name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }
}
