package io.lockstep.terascale.clause;

import io.lockstep.terascale.code.MachineOp;
import java.util.ArrayList;
import java.util.List;

/**
 * The ALU operations of a block that have not issued yet, in the order in which they are tried:
 * words of local memory first, then the most urgent, then program order. Not thread-safe.
 */
final class IssueOrder {
  private final int[] order;
  private int length;

  /**
   * @param ops of a block
   * @param urgency of each
   */
  IssueOrder(List<MachineOp> ops, int[] urgency) {
    List<Integer> list = new ArrayList<>();
    for (int i = 0; i < ops.size(); i++) {
      if (ops.get(i).kind() == MachineOp.Kind.ALU) {
        list.add(i);
      }
    }
    list.sort(
        (a, b) -> {
          boolean first = ops.get(a).isPop();
          boolean second = ops.get(b).isPop();
          if (first != second) {
            return first ? -1 : 1;
          }
          return urgency[a] != urgency[b]
              ? Integer.compare(urgency[b], urgency[a])
              : Integer.compare(a, b);
        });
    order = list.stream().mapToInt(Integer::intValue).toArray();
    length = order.length;
  }

  /** How many are left. */
  int length() {
    return length;
  }

  /** The k-th of them. */
  int at(int k) {
    return order[k];
  }

  /** Leaves out what has issued. */
  void forget(boolean[] issued) {
    int kept = 0;
    for (int k = 0; k < length; k++) {
      if (!issued[order[k]]) {
        order[kept++] = order[k];
      }
    }
    length = kept;
  }
}
