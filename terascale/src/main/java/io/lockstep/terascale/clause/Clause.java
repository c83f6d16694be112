// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import java.util.List;

/**
 * One step of the control-flow program: a clause, or a memory write that is itself a control-flow
 * instruction.
 *
 * @param bundles bundles of an ALU clause; empty for other kinds
 * @param ops fetches of a fetch clause, or a single write, atomic or wait
 */
public record Clause(Kind kind, List<Bundle> bundles, List<MachineOp> ops) {
  public enum Kind {
    ALU,
    FETCH,
    STORE,
    ATOMIC,
    /** A wait until earlier writes are acknowledged. */
    WAIT
  }

  public Clause {
    bundles = List.copyOf(bundles);
    ops = List.copyOf(ops);
  }

  public static Clause alu(List<Bundle> bundles) {
    return new Clause(Kind.ALU, bundles, List.of());
  }

  /** Returns the number of 64-bit words of an ALU clause, including literals. */
  public int words() {
    int words = 0;
    for (Bundle bundle : bundles) {
      words += bundle.words();
    }
    return words;
  }

  /**
   * Returns the code size in bytes: 8 for the control-flow instruction, 8 for each word of bundles,
   * 16 for each fetch. Source: AMD's Evergreen ISA reference, microcode formats.
   */
  public int bytes() {
    return 8 + 8 * words() + (kind == Kind.FETCH ? 16 * ops.size() : 0);
  }

  public int slots() {
    int slots = 0;
    for (Bundle bundle : bundles) {
      slots += bundle.slots();
    }
    return slots;
  }
}
