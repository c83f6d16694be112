// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import java.util.List;
import java.util.stream.Stream;

/**
 * One step of the control-flow program: a clause, or a memory write that is itself a control-flow
 * instruction.
 *
 * @param kind kind of the operations
 * @param bundles bundles of an ALU clause; empty for other kinds
 * @param ops fetches of a fetch clause, or a single write, atomic or wait
 */
public record Clause(MachineOp.Kind kind, List<Bundle> bundles, List<MachineOp> ops) {
  public Clause {
    bundles = List.copyOf(bundles);
    ops = List.copyOf(ops);
  }

  public static Clause alu(List<Bundle> bundles) {
    return new Clause(MachineOp.Kind.ALU, bundles, List.of());
  }

  /** Creates a clause of memory operations of one kind, or of a wait. */
  public static Clause of(List<MachineOp> ops) {
    return new Clause(ops.get(0).kind(), List.of(), ops);
  }

  /** Returns the number of 64-bit words of an ALU clause, including literals. */
  public int words() {
    return bundles.stream().mapToInt(Bundle::words).sum();
  }

  /**
   * Returns the code size in bytes: 8 for the control-flow instruction, 8 for each word of bundles,
   * 16 for each fetch. Source: AMD's Evergreen ISA reference, microcode formats.
   */
  public int bytes() {
    return 8 + 8 * words() + (kind == MachineOp.Kind.FETCH ? 16 * ops.size() : 0);
  }

  public int slots() {
    return bundles.stream().mapToInt(Bundle::slots).sum();
  }

  /** Returns the operations of the bundles. */
  public Stream<MachineOp> arithmetic() {
    return bundles.stream().flatMap(bundle -> bundle.ops().stream());
  }

  /** Returns the memory operations in order of issue; none for a wait. */
  List<MachineOp> accesses() {
    return switch (kind) {
      case ALU -> arithmetic().filter(MachineOp::isLocal).toList();
      case WAIT -> List.of();
      default -> ops;
    };
  }
}
