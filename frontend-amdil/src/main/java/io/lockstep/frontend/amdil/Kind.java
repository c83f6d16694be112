// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import java.util.Collections;

/** The type as which an operation reads operands, which determines the meaning of modifiers. */
enum Kind {
  FLOAT,
  INTEGER,
  /** Moves: bits, with the modifiers of floats. */
  BITS;

  Kind[] times(int sources) {
    return Collections.nCopies(sources, this).toArray(Kind[]::new);
  }
}
