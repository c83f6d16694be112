// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

/** What an instruction multiplies, other than numbers of single precision, in {@link Pipe#FMA}. */
public enum Product {
  /** Nothing. */
  NONE,
  /** Integers, with a result of 32 bits. */
  NARROW,
  /** Integers, of which it also computes the upper half of the result. */
  WIDE;

  /** Returns what an instruction with a name such as {@code IMAD.WIDE.U32} multiplies. */
  public static Product of(String name) {
    if (name.startsWith("IMAD.WIDE") || name.startsWith("IMAD.HI")) {
      return WIDE;
    }
    return name.startsWith("IMAD") || name.startsWith("IDP") ? NARROW : NONE;
  }
}
