package io.lockstep.frontend.amdil;

import java.util.Collections;

/** How an operation reads an operand's bits: what its modifiers mean follows from that. */
enum Kind {
  FLOAT,
  INTEGER,
  /** Moves: bits, with the modifiers of floats. */
  BITS;

  /** This kind for each of several sources. */
  Kind[] times(int sources) {
    return Collections.nCopies(sources, this).toArray(Kind[]::new);
  }
}
