// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.lower.pass.RewrittenKernel;
import io.lockstep.lower.rows.CodeRows;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import java.util.List;

/**
 * The rows to which a clause program's time is attributed: clauses, ends of blocks, memory
 * operations, and the local operations of each clause. The time of a clause is divided equally
 * among its bundles, and the time of a bundle among its operations.
 */
public final class ClauseRows {
  /**
   * Number of parts of a bundle, divisible by every number of operations from 1 to 5, of which each
   * may implement one, two, three or four instructions.
   */
  private static final int BUNDLE = 720;

  /** Number of parts of another operation. */
  private static final int OPERATION = 12;

  private final Kernel kernel;
  private final RewrittenKernel rewritten;
  private final int clauses;
  private final int operations; // first row of operations
  private final int locals; // first row of the clauses' local operations
  private final CodeRows<String> rows; // names of issue ports

  /**
   * @param kernel the kernel to whose instructions time is attributed
   * @param rewritten the kernel whose instructions the operations implement
   * @param all the clauses in order
   * @param ops memory operations in the order of their numbers
   */
  ClauseRows(Kernel kernel, RewrittenKernel rewritten, List<Clause> all, List<MachineOp> ops) {
    this.kernel = kernel;
    this.rewritten = rewritten;
    rows = new CodeRows<>(kernel);
    for (Clause clause : all) {
      rows.add(port(clause.kind()), List.of());
      for (Bundle bundle : clause.bundles()) {
        bundle.ops().forEach(op -> from(op, BUNDLE / bundle.ops().size()));
      }
      clause.ops().forEach(op -> from(op, OPERATION));
    }
    clauses = all.size();
    for (Block block : kernel.blocks()) {
      rows.add("", List.of(block.last()));
    }
    operations = rows.rows().size();
    for (MachineOp op : ops) {
      rows.add(op.kind() == MachineOp.Kind.ALU ? "" : port(op.kind()), List.of());
      access(op);
    }
    locals = rows.rows().size();
    for (Clause clause : all) {
      rows.add(port(clause.kind()), List.of());
      clause.arithmetic().filter(MachineOp::isLocal).forEach(this::access);
    }
  }

  private void access(MachineOp op) {
    from(op, OPERATION);
    if (op.second() >= 0) {
      rows.from(kernel.memoryOperation(op.second()), OPERATION);
    }
  }

  /** Adds the instructions that an operation implements, which share its parts of the row. */
  private void from(MachineOp op, int parts) {
    if (op.from() != null) {
      List<Instruction> origins = rewritten.origins(List.of(op.from()));
      origins.forEach(i -> rows.from(i, parts / origins.size()));
    }
  }

  private static String port(MachineOp.Kind kind) {
    return switch (kind) {
      case ALU -> "alu";
      case FETCH -> "fetch";
      case STORE, ATOMIC, WAIT -> "store";
    };
  }

  public CodeRows<?> rows() {
    return rows;
  }

  public Kernel kernel() {
    return kernel;
  }

  /** Returns the name of a row's issue port; empty for ends of blocks. */
  public String port(int row) {
    return rows.rows().get(row);
  }

  public int clause(int clause) {
    return clause;
  }

  /** Returns the row of a block's end, which covers its barrier or wait for acknowledgements. */
  public int end(int block) {
    return clauses + block;
  }

  public int operation(int operation) {
    return operations + operation;
  }

  public int local(int clause) {
    return locals + clause;
  }
}
