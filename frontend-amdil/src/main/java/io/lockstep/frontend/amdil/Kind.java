package io.lockstep.frontend.amdil;

import java.util.Collections;

/** As what an operation reads operands; determines the meaning of modifiers. */
enum Kind {
  FLOAT,
  INTEGER,
  /** Of moves; modifiers are those of floats. */
  BITS;

  Kind[] times(int sources) {
    return Collections.nCopies(sources, this).toArray(Kind[]::new);
  }
}
