package io.lockstep.frontend.ptx;

/** Pairs of floats of 8 bits, as conversions name them. */
enum SmallFloat {
  /** Four bits of exponent, three of fraction, no infinity. */
  E4M3X2,
  /** The upper half of an F16. */
  E5M2X2;

  /** The one that a conversion names, taken from its fields, or null. */
  static SmallFloat taken(Modifiers m) {
    return m.take("e4m3x2") ? E4M3X2 : m.take("e5m2x2") ? E5M2X2 : null;
  }
}
