// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.occupancy;

/**
 * An amount that a kernel needs and that residency depends on.
 *
 * @param name lower case, as in scripts, for example {@code registers}
 * @param one singular, for example {@code register}
 * @param many plural
 * @param least smallest possible amount
 */
public record Need(String name, String one, String many, long least) {
  /** Registers of a work-item, in the device's unit of allocation. */
  public static final Need REGISTERS = new Need("registers", "register", "registers", 1);

  /** Bytes of local memory of a group, including bytes that the device adds. */
  public static final Need LOCAL_MEMORY =
      new Need("local", "byte of local memory", "bytes of local memory", 0);

  /** A slot of a table of fixed size; the needed amount is always 1. */
  public static final Need SLOT = new Need("slot", "slot", "slots", 1);

  /**
   * {@return an amount in words}
   *
   * @param amount in the unit of the need
   */
  public String words(long amount) {
    return amount + " " + (amount == 1 ? one : many);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Need need && name.equals(need.name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }
}
