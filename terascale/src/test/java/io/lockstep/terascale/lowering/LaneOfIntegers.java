// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Op;
import io.lockstep.terascale.clause.Clause;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Role;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.program.TeraScaleKernel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One lane that executes clauses of integer operations: fetches return what the test says, in their
 * order by recorded access, and stores are noted.
 */
final class LaneOfIntegers {
  private final TeraScaleKernel code;
  private final int[] fetched;
  private final Map<Integer, Integer> values = new HashMap<>();
  private final Map<Integer, Integer> stored = new HashMap<>();
  private boolean predicate;

  LaneOfIntegers(TeraScaleKernel code, int... fetched) {
    this.code = code;
    this.fetched = fetched;
    for (int block = 0; block >= 0; ) {
      code.clauses(block).forEach(this::clause);
      List<Integer> next = code.blocks().get(block).successors();
      boolean branch = code.blocks().get(block).last().op() == Op.BRANCH;
      block = next.isEmpty() ? -1 : next.get(branch && predicate ? 1 : 0);
    }
  }

  /** Words by their recorded accesses. */
  Map<Integer, Integer> stored() {
    return stored;
  }

  private void clause(Clause clause) {
    for (Bundle bundle : clause.bundles()) {
      List<Integer> results = new ArrayList<>();
      bundle.ops().forEach(op -> results.add(alu(op))); // a bundle reads before it writes
      for (int k = 0; k < results.size(); k++) {
        for (int result : bundle.ops().get(k).results()) {
          values.put(result, results.get(k));
        }
      }
    }
    for (MachineOp op : clause.ops()) {
      if (op.kind() == MachineOp.Kind.FETCH) {
        for (int k = 0; k < op.results().length; k++) {
          values.put(op.results()[k], fetched[op.memorySlot()]);
        }
      } else {
        for (int k = 1; k < op.sources().length; k++) {
          stored.put(op.memorySlot(), read(op.sources()[k]));
        }
      }
    }
  }

  private int read(Source s) {
    return switch (s.kind()) {
      case VALUE -> values.getOrDefault(s.number(), 1000 + s.number());
      case LITERAL, INLINE -> s.bits();
      default -> 7000 + s.number();
    };
  }

  private int alu(MachineOp op) {
    int a = op.sources().length > 0 ? read(op.sources()[0]) : 0;
    int b = op.sources().length > 1 ? read(op.sources()[1]) : 0;
    int c = op.sources().length > 2 ? read(op.sources()[2]) : 0;
    if (op.is(Role.Flag.SETS_PREDICATE)) {
      predicate =
          switch (op.mnemonic()) {
            case "PRED_SETE_INT" -> a == b;
            case "PRED_SETNE_INT" -> a != b;
            case "PRED_SETGT_INT" -> a > b;
            case "PRED_SETGE_INT" -> a >= b;
            default -> throw new AssertionError(op);
          };
      return 0;
    }
    return switch (op.mnemonic()) {
      case "MOV" -> a;
      case "ADD_INT" -> a + b;
      case "SUB_INT" -> a - b;
      case "AND_INT" -> a & b;
      case "OR_INT" -> a | b;
      case "XOR_INT" -> a ^ b;
      case "NOT_INT" -> ~a;
      case "LSHL_INT" -> a << b;
      case "LSHR_INT" -> a >>> b;
      case "ASHR_INT" -> a >> b;
      case "MULLO_INT" -> a * b;
      case "MAX_INT" -> Math.max(a, b);
      case "MIN_INT" -> Math.min(a, b);
      case "SETGT_INT" -> a > b ? -1 : 0;
      case "SETGE_INT" -> a >= b ? -1 : 0;
      case "SETE_INT" -> a == b ? -1 : 0;
      case "SETNE_INT" -> a != b ? -1 : 0;
      case "CNDE_INT" -> a == 0 ? b : c;
      default -> throw new AssertionError(op);
    };
  }
}
