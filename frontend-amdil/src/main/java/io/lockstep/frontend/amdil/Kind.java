package io.lockstep.frontend.amdil;

/** How an operation reads an operand's bits: what its modifiers mean follows from that. */
enum Kind {
  FLOAT,
  INTEGER,
  /** Moves: bits, with the modifiers of floats. */
  BITS
}
