// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import java.util.Arrays;
import java.util.List;

/** A compute capability, as far as code depends on it; in the order of their years. */
public enum Capability {
  VOLTA("7.0", 0x160),
  TURING("7.5", 0x160),
  AMPERE("8.0", 0x160),
  AMPERE_GRAPHICS("8.6", 0x160),
  ADA("8.9", 0x160),
  HOPPER("9.0", 0x210),
  BLACKWELL_GRAPHICS("12.0", 0x380);

  private final String number;
  private final int parameters;

  Capability(String number, int parameters) {
    this.number = number;
    this.parameters = parameters;
  }

  /**
   * Returns the capability with a number such as 8.0.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Capability of(String number) {
    return Arrays.stream(values())
        .filter(c -> c.number.equals(number))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no capability " + number));
  }

  /** Returns the numbers of all capabilities. */
  public static List<String> numbers() {
    return Arrays.stream(values()).map(c -> c.number).toList();
  }

  public String number() {
    return number;
  }

  /** Whether both pipes of half precision execute bfloat16. */
  public boolean bothHalves() {
    return this != AMPERE;
  }

  /** Byte offset of the kernel's arguments in constant bank 0. */
  int parameters() {
    return parameters;
  }

  /** Returns whether this is another capability or a later one. */
  public boolean isAtLeast(Capability other) {
    return compareTo(other) >= 0;
  }

  /** Whether arguments are loaded into uniform registers instead of being operands. */
  public boolean loadsParameters() {
    return isAtLeast(HOPPER);
  }

  /** Whether global accesses add a base in uniform registers to their address. */
  public boolean addsUniformBases() {
    return this == TURING;
  }

  /** Whether global accesses name a descriptor in a uniform register. */
  public boolean hasDescriptor() {
    return isAtLeast(AMPERE);
  }
}
