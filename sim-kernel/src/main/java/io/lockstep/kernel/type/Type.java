// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.type;

/**
 * Types of registers and operations of the IR. {@link #PTR} is a 64-bit value that only forms
 * addresses; a machine with 32-bit addresses uses 32-bit arithmetic for it. Signedness is a
 * property of the operation, not of the type.
 */
public enum Type {
  /** A predicate. */
  I1(1),
  /** An integer of 8 bits. */
  I8(8),
  /** An integer of 16 bits. */
  I16(16),
  /** An integer of 32 bits. */
  I32(32),
  /** An integer of 64 bits. */
  I64(64),
  /** IEEE 754 binary16. */
  F16(16),
  /** IEEE 754 binary32. */
  F32(32),
  /** IEEE 754 binary64. */
  F64(64),
  /** An address: executed with 64 bits, costed by each device at its own address width. */
  PTR(64);

  private final int bits;

  Type(int bits) {
    this.bits = bits;
  }

  /** {@return width in bits} */
  public int bits() {
    return bits;
  }

  /** {@return size in memory in bytes; 1 for a predicate} */
  public int bytes() {
    return Math.max(1, bits / 8);
  }

  /** {@return whether values are IEEE 754 numbers} */
  public boolean isFloat() {
    return this == F16 || this == F32 || this == F64;
  }

  /** {@return whether a register of this type has 64 bits} */
  public boolean isWide() {
    return bits == 64;
  }
}
