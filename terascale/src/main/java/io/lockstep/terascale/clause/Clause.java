package io.lockstep.terascale.clause;

import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import java.util.List;

/**
 * One step of the control-flow program: a clause, or a memory write that is a control-flow
 * instruction of its own.
 *
 * @param kind the kind of the step
 * @param bundles of an ALU clause, otherwise empty
 * @param ops fetches of a fetch clause, or the one write, atomic or wait
 */
public record Clause(Kind kind, List<Bundle> bundles, List<MachineOp> ops) {
  /** Kinds of steps. */
  public enum Kind {
    /** Bundles for the ALU slots. */
    ALU,
    /** Fetches of data and texels, through the caches. */
    FETCH,
    /** A write to memory. */
    STORE,
    /** An atomic operation on memory. */
    ATOMIC,
    /** A wait until earlier writes are acknowledged. */
    WAIT
  }

  /**
   * Copies the lists.
   *
   * @param kind the kind of the step
   * @param bundles of an ALU clause, otherwise empty
   * @param ops fetches of a fetch clause, or the one write, atomic or wait
   */
  public Clause {
    bundles = List.copyOf(bundles);
    ops = List.copyOf(ops);
  }

  /**
   * {@return an ALU clause}
   *
   * @param bundles in their order
   */
  public static Clause alu(List<Bundle> bundles) {
    return new Clause(Kind.ALU, bundles, List.of());
  }

  /** {@return 64-bit words of an ALU clause, literals included} */
  public int words() {
    int words = 0;
    for (Bundle bundle : bundles) {
      words += bundle.words();
    }
    return words;
  }

  /**
   * {@return bytes of code: a control-flow instruction of 8, words of bundles of 8 each, fetches of
   * 16 each} Source: AMD's Evergreen ISA reference, microcode formats.
   */
  public int bytes() {
    return 8 + 8 * words() + (kind == Kind.FETCH ? 16 * ops.size() : 0);
  }

  /** {@return ALU slots filled} */
  public int slots() {
    int slots = 0;
    for (Bundle bundle : bundles) {
      slots += bundle.slots();
    }
    return slots;
  }
}
