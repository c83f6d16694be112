// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import io.lockstep.terascale.code.MachineOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;

/**
 * The ALU operations of a block that may issue, in the order in which the scheduler tries them:
 * required operations, then optional ones; within each group pops of local memory first, then the
 * most urgent, then program order. An operation enters when its last predecessor has issued, so
 * that the cost of a bundle depends on the ready operations and not on the rest of the block.
 */
final class ReadyOps implements Iterable<Integer> {
  private static final int NUMBER_BITS = 31;
  private static final long NUMBER = (1L << NUMBER_BITS) - 1;

  private final List<MachineOp> ops;
  private final Dependences graph;
  private final boolean early;
  private final BitSet required = new BitSet();
  private final TreeSet<Long> first = new TreeSet<>();
  private final TreeSet<Long> others = new TreeSet<>();
  private final List<List<Integer>> later =
      new ArrayList<>(); // by phase, for phases that have not begun
  private int[] urgency;
  private int phase;
  private int requiredLeft;

  /**
   * @param urgency by operation; larger is more urgent
   * @param early whether operations may issue before they are required
   */
  ReadyOps(List<MachineOp> ops, Dependences graph, int[] urgency, boolean early) {
    this.ops = ops;
    this.graph = graph;
    this.early = early;
    this.urgency = urgency;
    for (int p = 0; p < graph.phases(); p++) {
      later.add(new ArrayList<>());
    }
    for (int i = 0; i < ops.size(); i++) {
      enter(i);
    }
  }

  private boolean isAlu(int op) {
    return ops.get(op).kind() == MachineOp.Kind.ALU;
  }

  private void enter(int op) {
    if (!graph.isReady(op) || graph.isIssued(op) || !isAlu(op)) {
      return;
    }
    if (graph.phase(op) > phase) {
      later.get(graph.phase(op)).add(op);
    } else {
      (required.get(op) ? first : others).add(key(op));
    }
  }

  private void leave(int op) {
    first.remove(key(op));
    others.remove(key(op));
  }

  private long key(int op) {
    long after = ops.get(op).isPop() ? 0 : 1L << 2 * NUMBER_BITS;
    return after | Integer.MAX_VALUE - (long) urgency[op] << NUMBER_BITS | op;
  }

  void begin(int number) {
    phase = number;
    later.get(number).forEach(this::enter);
    later.get(number).clear();
  }

  void require(int op) {
    boolean waits = isAlu(op) && !graph.isIssued(op);
    if (waits) {
      leave(op);
      requiredLeft++;
    }
    required.set(op);
    if (waits && graph.phase(op) <= phase) {
      enter(op);
    }
  }

  boolean isRequired(int op) {
    return required.get(op);
  }

  boolean hasRequired() {
    return requiredLeft > 0;
  }

  /** Marks an operation as issued and enters operations that waited only for it. */
  void issued(int op) {
    if (isAlu(op)) {
      leave(op);
      requiredLeft -= required.get(op) ? 1 : 0;
    }
    graph.issue(op, this::enter);
  }

  /** Adds the graph's newest operation, which is required before {@code op}. */
  void insertBefore(int op, int inserted) {
    leave(op);
    if (inserted == urgency.length) {
      urgency = Arrays.copyOf(urgency, 2 * inserted);
    }
    urgency[inserted] = urgency[op] + 1;
    require(inserted);
  }

  @Override
  public Iterator<Integer> iterator() {
    Iterator<Long> required = first.iterator();
    Iterator<Long> rest = others.iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return required.hasNext() || early && rest.hasNext();
      }

      @Override
      public Integer next() {
        return (int) ((required.hasNext() ? required : rest).next() & NUMBER);
      }
    };
  }
}
