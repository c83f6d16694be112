// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

/** Formats of pairs of 8-bit floats, named as in conversions. */
enum SmallFloat {
  /** Four exponent bits, three fraction bits, no infinity. */
  E4M3X2,
  /** Each element is the upper half of an F16. */
  E5M2X2;

  /** Takes the format that a conversion's fields name, or returns null. */
  static SmallFloat taken(Modifiers m) {
    return m.take("e4m3x2") ? E4M3X2 : m.take("e5m2x2") ? E5M2X2 : null;
  }
}
