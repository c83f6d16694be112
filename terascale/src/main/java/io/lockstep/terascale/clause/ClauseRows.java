// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.CodeOrigins;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows to which a clause program's time is attributed: clauses, ends of blocks, memory
 * operations, and the local operations of each clause. The time of a clause is divided equally
 * among its bundles, and the time of a bundle among its operations.
 */
public final class ClauseRows {
  /** Number of parts of a bundle, divisible by every number of operations from 1 to 5. */
  private static final int BUNDLE = 60;

  private final int clauses;
  private final int blocks;
  private final int operations;
  private final String[] ports;
  private final CodeOrigins origins;

  /**
   * @param ops memory operations in the order of their numbers
   */
  ClauseRows(Kernel kernel, List<List<Clause>> clauses, List<MachineOp> ops) {
    CodeOrigins.Builder rows = CodeOrigins.of(kernel);
    List<Clause> all = clauses.stream().flatMap(List::stream).toList();
    all.forEach(clause -> clause(clause, rows));
    for (Block block : kernel.blocks()) {
      rows.row().from(block.last(), 1);
    }
    for (MachineOp op : ops) {
      rows.row().from(op.from(), 1);
      if (op.second() >= 0) {
        rows.from(kernel.memoryOperation(op.second()), 1);
      }
    }
    all.forEach(clause -> local(kernel, clause, rows));
    this.clauses = all.size();
    blocks = clauses.size();
    operations = ops.size();
    origins = rows.build();
    Map<MachineOp, Integer> numbers = new IdentityHashMap<>();
    ops.forEach(op -> numbers.put(op, numbers.size()));
    ports = new String[origins.rows()];
    Arrays.fill(ports, "");
    for (int c = 0; c < all.size(); c++) {
      String port =
          switch (all.get(c).kind()) {
            case ALU -> "alu";
            case FETCH -> "fetch";
            case STORE, ATOMIC, WAIT -> "store";
          };
      ports[clause(c)] = port;
      ports[local(c)] = port;
      for (MachineOp op : all.get(c).ops()) {
        Integer number = numbers.get(op); // null for waits for acknowledgements
        if (number != null) {
          ports[operation(number)] = port;
        }
      }
    }
  }

  private static void clause(Clause clause, CodeOrigins.Builder rows) {
    rows.row();
    for (Bundle bundle : clause.bundles()) {
      for (MachineOp op : bundle.ops()) {
        rows.from(op.from(), BUNDLE / bundle.ops().size());
      }
    }
    clause.ops().forEach(op -> rows.from(op.from(), 1));
  }

  private static void local(Kernel kernel, Clause clause, CodeOrigins.Builder rows) {
    rows.row();
    for (Bundle bundle : clause.bundles()) {
      for (MachineOp op : bundle.ops()) {
        if (op.isLocal()) {
          rows.from(op.from(), 1);
        }
        if (op.second() >= 0) {
          rows.from(kernel.memoryOperation(op.second()), 1);
        }
      }
    }
  }

  public CodeOrigins origins() {
    return origins;
  }

  /** Returns the name of a row's issue port; empty for ends of blocks. */
  public String port(int row) {
    return ports[row];
  }

  public int clause(int clause) {
    return clause;
  }

  /** Returns the row of a block's end, which covers its barrier or wait for acknowledgements. */
  public int end(int block) {
    return clauses + block;
  }

  public int operation(int operation) {
    return clauses + blocks + operation;
  }

  public int local(int clause) {
    return clauses + blocks + operations + clause;
  }
}
