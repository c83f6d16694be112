// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.sm.code.Pipe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Loads each constant and immediate that must be in a register once in a block and those that only
 * it leads to. A constant of the bank that several blocks need is loaded once, at the kernel's
 * start.
 */
public final class Constants {
  private final List<List<SassOp>> code;
  private final Definitions definitions;

  private final int[] before; // the block that alone and always leads to a block, or -1

  private Constants(List<List<SassOp>> code, List<List<Integer>> successors) {
    this.code = code;
    definitions = new Definitions(code);
    int[] entries = new int[code.size()];
    successors.forEach(next -> next.forEach(b -> entries[b]++));
    before = new int[code.size()];
    Arrays.fill(before, -1);
    for (int b = 0; b < before.length; b++) {
      if (successors.get(b).size() == 1 && entries[successors.get(b).get(0)] == 1) {
        before[successors.get(b).get(0)] = b;
      }
    }
  }

  public static void share(List<List<SassOp>> code, List<List<Integer>> successors) {
    new Constants(code, successors).share();
  }

  private void share() {
    Map<Value, Integer> blocks = new HashMap<>(); // that want a constant of the bank
    for (List<SassOp> block : code) {
      block.stream()
          .map(this::constant)
          .filter(c -> c != null)
          .distinct()
          .forEach(c -> blocks.merge(c, 1, Integer::sum));
    }
    Map<Integer, Value> names = new HashMap<>();
    Map<Value, Value> atStart = new HashMap<>();
    List<SassOp> start = new ArrayList<>();
    List<Map<Value, Value>> all = new ArrayList<>();
    for (int b = 0; b < code.size(); b++) {
      List<SassOp> block = code.get(b);
      boolean continues = before[b] >= 0 && before[b] < b;
      Map<Value, Value> known = continues ? all.get(before[b]) : new HashMap<>();
      all.add(known);
      for (SassOp op : List.copyOf(block)) {
        Value constant = constant(op);
        if (constant == null) {
          continue;
        }
        boolean everywhere = constant.kind() == Kind.CONSTANT && blocks.get(constant) > 1;
        Value first = (everywhere ? atStart : known).putIfAbsent(constant, op.results.get(0));
        if (first != null) {
          names.put(op.results.get(0).number(), first);
        } else if (everywhere) {
          start.add(op);
        }
        if (first != null || everywhere) {
          block.remove(op);
        }
      }
    }
    long fixed = code.get(0).stream().takeWhile(op -> op.fixed || op.pipe == Pipe.UNIFORM).count();
    code.get(0).addAll((int) fixed, start);
    for (List<SassOp> block : code) {
      block.forEach(op -> op.renameReads(r -> names.getOrDefault(r.number(), r)));
    }
  }

  /** The value that an instruction copies to a register of its own; else null. */
  private Value constant(SassOp op) {
    boolean copies =
        (op.name.equals("MOV") || op.name.equals("LDC")) && op.guard == null && !op.fixed;
    if (!copies || !op.sources.get(0).isFixed() || op.sources.get(0).high() != null) {
      return null;
    }
    return definitions.only(op.results.get(0).number()) == op ? op.sources.get(0) : null;
  }
}
