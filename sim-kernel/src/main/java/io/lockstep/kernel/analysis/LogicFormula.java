// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import io.lockstep.kernel.ir.Op;
import java.util.ArrayList;
import java.util.List;

/**
 * Implements truth tables of {@link Op#LOGIC3} on machines without three-input logic: the formula
 * with the fewest operations, chosen deterministically. Immutable and thread-safe.
 *
 * <p>A table has bit 4a + 2b + c set where the function of the three bits is 1 (PTX ISA, {@code
 * lop3}: a is 0xF0, b 0xCC, c 0xAA).
 */
public final class LogicFormula {
  /** The table of bitwise {@code a ? b : c}. */
  public static final int SELECT = 0xCA;

  /** The table of "at least two of three". */
  public static final int MAJORITY = 0xE8;

  /** The kind of a node of a formula. */
  public enum Kind {
    /** All bits clear. */
    ZERO,
    /** All bits set. */
    ONES,
    /** Source {@link #source()} of the operation. */
    SOURCE,
    /** One operand's complement. */
    NOT,
    /** Bitwise and of two operands. */
    AND,
    /** Bitwise or of two operands. */
    OR,
    /** Bitwise exclusive or of two operands. */
    XOR,
    /** Bitwise first operand ? second : third (AMD's BFI). */
    SELECT
  }

  private static final int TABLES = 256;
  private static final LogicFormula[] PLAIN = search(false);
  private static final LogicFormula[] WITH_SELECT = search(true);

  private final Kind kind;
  private final int source;
  private final List<LogicFormula> operands;
  private final int operations;
  private final int table;

  private LogicFormula(Kind kind, int source, int table, LogicFormula... operands) {
    this.kind = kind;
    this.source = source;
    this.table = table;
    this.operands = List.of(operands);
    int sum = operands.length == 0 ? 0 : 1;
    for (LogicFormula o : operands) {
      sum += o.operations;
    }
    operations = sum;
  }

  /**
   * {@return the shortest formula of a table}
   *
   * @param table 0 to 255
   * @param select whether the machine has a bitwise select besides not, and, or, xor
   */
  public static LogicFormula of(int table, boolean select) {
    return (select ? WITH_SELECT : PLAIN)[table & TABLES - 1];
  }

  /** {@return the kind of the node} */
  public Kind kind() {
    return kind;
  }

  /** {@return the index of the source, 0 to 2; only for SOURCE} */
  public int source() {
    return source;
  }

  /** {@return the operands} */
  public List<LogicFormula> operands() {
    return operands;
  }

  /** {@return number of operations of the formula} */
  public int operations() {
    return operations;
  }

  /** {@return number of operations of the longest dependency chain} */
  public int depth() {
    int deepest = 0;
    for (LogicFormula o : operands) {
      deepest = Math.max(deepest, o.depth());
    }
    return operands.isEmpty() ? 0 : deepest + 1;
  }

  /** {@return the operations, each after its operands} */
  public List<LogicFormula> inOrder() {
    List<LogicFormula> order = new ArrayList<>();
    collect(order);
    return order;
  }

  private void collect(List<LogicFormula> order) {
    operands.forEach(o -> o.collect(order));
    if (!operands.isEmpty()) {
      order.add(this);
    }
  }

  /** Finds the shortest formula of every table, by ascending number of operations. */
  private static LogicFormula[] search(boolean select) {
    LogicFormula[] best = new LogicFormula[TABLES];
    List<List<LogicFormula>> levels = new ArrayList<>();
    List<LogicFormula> level = new ArrayList<>();
    keep(new LogicFormula(Kind.SOURCE, 0, 0xF0), best, level);
    keep(new LogicFormula(Kind.SOURCE, 1, 0xCC), best, level);
    keep(new LogicFormula(Kind.SOURCE, 2, 0xAA), best, level);
    keep(new LogicFormula(Kind.ZERO, -1, 0), best, level);
    keep(new LogicFormula(Kind.ONES, -1, TABLES - 1), best, level);
    int found = level.size();
    levels.add(level);
    while (found < TABLES) {
      level = new ArrayList<>();
      int rest = levels.size() - 1;
      for (LogicFormula x : levels.get(rest)) {
        keep(new LogicFormula(Kind.NOT, -1, ~x.table & TABLES - 1, x), best, level);
      }
      for (int i = 0; i <= rest; i++) {
        pairs(levels.get(i), levels.get(rest - i), best, level);
        for (int j = 0; select && i + j <= rest; j++) {
          triples(levels.get(i), levels.get(j), levels.get(rest - i - j), best, level);
        }
      }
      found += level.size();
      levels.add(level);
    }
    return best;
  }

  private static void keep(LogicFormula f, LogicFormula[] best, List<LogicFormula> level) {
    if (best[f.table] == null) {
      best[f.table] = f;
      level.add(f);
    }
  }

  private static void pairs(
      List<LogicFormula> xs, List<LogicFormula> ys, LogicFormula[] best, List<LogicFormula> level) {
    for (LogicFormula x : xs) {
      for (LogicFormula y : ys) {
        if (best[x.table & y.table] == null) {
          keep(new LogicFormula(Kind.AND, -1, x.table & y.table, x, y), best, level);
        }
        if (best[x.table | y.table] == null) {
          keep(new LogicFormula(Kind.OR, -1, x.table | y.table, x, y), best, level);
        }
        if (best[x.table ^ y.table] == null) {
          keep(new LogicFormula(Kind.XOR, -1, x.table ^ y.table, x, y), best, level);
        }
      }
    }
  }

  private static void triples(
      List<LogicFormula> ms,
      List<LogicFormula> xs,
      List<LogicFormula> ys,
      LogicFormula[] best,
      List<LogicFormula> level) {
    for (LogicFormula m : ms) {
      for (LogicFormula x : xs) {
        for (LogicFormula y : ys) {
          int t = m.table & x.table | ~m.table & y.table & TABLES - 1;
          if (best[t] == null) {
            keep(new LogicFormula(Kind.SELECT, -1, t, m, x, y), best, level);
          }
        }
      }
    }
  }
}
