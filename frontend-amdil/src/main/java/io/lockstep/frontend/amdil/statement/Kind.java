// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.statement;

import java.util.Collections;

/** How an operation interprets its operands, which determines the meaning of modifiers. */
public enum Kind {
  FLOAT,
  INTEGER,
  /** Untyped bits, as in moves; modifiers act as on floats. */
  BITS;

  public Kind[] times(int sources) {
    return Collections.nCopies(sources, this).toArray(Kind[]::new);
  }
}
