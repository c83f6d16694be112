// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.SpillSlot;
import io.lockstep.terascale.code.ValueTable;
import io.lockstep.terascale.lowering.SpillPlan.Vector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stores spilled values to scratch memory after their definition and reloads or rematerialises them
 * before uses: one reload serves the reads of the next few operations.
 *
 * <p>The vendor's compiler generates the same sequence: MEM_SCRATCH_WRITE_ACK, WAIT_ACK, and
 * RD_SCRATCH past the caches.
 */
final class SpillCode {
  /** Number of operations for which a value stays in a register after its definition or reload. */
  static final int WINDOW = 12;

  /** A value that holds a reloaded copy, and the position of the reload. */
  private record Copy(int value, int at) {}

  private final SpillPlan plan;
  private final ValueTable values;
  private List<MachineOp> ops;
  private List<MachineOp> out;

  /** In the current block: the position of a value's last definition. */
  private final Map<Integer, Integer> made = new HashMap<>();

  /** In the current block: the last reload of a value. */
  private final Map<Integer, Copy> copies = new HashMap<>();

  /** In the current block: spilled values that wait until their vector is complete. */
  private final Map<Vector, Integer> waiting = new HashMap<>();

  SpillCode(SpillPlan plan, ValueTable values) {
    this.plan = plan;
    this.values = values;
    for (Vector vector : plan.vectors()) {
      if (vector.together() && vector.values().size() > 1) {
        for (int c = 0; c < vector.values().size(); c++) {
          values.pin(vector.values().get(c), c);
        }
        values.group(ints(vector.values()));
      }
    }
  }

  void insert(List<List<MachineOp>> code) {
    for (List<MachineOp> block : code) {
      ops = List.copyOf(block);
      out = new ArrayList<>();
      made.clear();
      copies.clear();
      waiting.clear();
      for (int i = 0; i < ops.size(); i++) {
        MachineOp op = reading(i);
        out.add(op);
        written(op, i);
      }
      block.clear();
      block.addAll(out);
    }
  }

  /** The operation with spilled sources replaced by reloaded copies. */
  private MachineOp reading(int i) {
    MachineOp op = ops.get(i);
    Map<Integer, Integer> names = new HashMap<>();
    for (int value : op.reads()) {
      if (plan.has(value) && !isFresh(value, i)) {
        Copy copy = copies.get(value);
        if (copy == null || i - copy.at() > WINDOW) {
          back(value, i);
        }
        names.put(value, copies.get(value).value());
      }
    }
    return names.isEmpty() ? op : op.renamed(v -> names.getOrDefault(v, v), v -> v);
  }

  /** Whether a value defined in the block is still in its register. */
  private boolean isFresh(int value, int i) {
    Integer at = made.get(value);
    return at != null && (i - at <= WINDOW || waits(plan.vectorOf(value)));
  }

  private boolean waits(Vector vector) {
    return vector != null
        && vector.together()
        && waiting.getOrDefault(vector, 0) < vector.values().size();
  }

  /** Reloads or rematerialises a value, and reloads with it what the next operations read. */
  private void back(int value, int i) {
    if (plan.recipe(value) != null) {
      Map<Integer, Integer> names = new HashMap<>();
      for (MachineOp op : plan.recipe(value)) {
        int result = values.add();
        out.add(op.renamed(v -> names.getOrDefault(v, v), v -> result));
        names.put(op.results()[0], result);
        copies.put(value, new Copy(result, i));
      }
      return;
    }
    Vector vector = plan.vectorOf(value);
    List<Integer> wanted =
        vector.values().stream().filter(v -> v == value || isReadSoon(v, i)).toList();
    int[] results = new int[wanted.size()];
    for (int k = 0; k < results.length; k++) {
      results[k] = values.add();
      values.pin(results[k], values.channel(wanted.get(k)));
      copies.put(wanted.get(k), new Copy(results[k], i));
    }
    values.group(results);
    out.add(
        new MachineOp(MachineOp.Kind.FETCH, "RD_SCRATCH", null, results)
            .spills(slot(vector, wanted))
            .from(ops.get(i).from()));
  }

  /** Whether one of the next operations reads the current value and needs a reload. */
  private boolean isReadSoon(int value, int from) {
    if (isFresh(value, from)) {
      return false;
    }
    for (MachineOp op : ops.subList(from, Math.min(ops.size(), from + WINDOW))) {
      if (op.reads(value) || op.writes(value)) {
        return op.reads(value);
      }
    }
    return false;
  }

  private static SpillSlot slot(Vector vector, List<Integer> of) {
    return new SpillSlot(
        vector.number(), of.stream().mapToInt(vector.values()::indexOf).toArray(), ints(of));
  }

  private static int[] ints(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Stores the spilled values among an operation's results, or the vector that they complete. */
  private void written(MachineOp op, int i) {
    Map<Vector, List<Integer>> stores = new LinkedHashMap<>();
    for (int result : op.results()) {
      copies.remove(result);
      made.put(result, i);
      Vector vector = plan.vectorOf(result);
      if (vector == null) {
        continue;
      }
      if (!vector.together()) {
        stores.computeIfAbsent(vector, k -> new ArrayList<>()).add(result);
      } else if (waiting.merge(vector, 1, Integer::sum) == vector.values().size()) {
        stores.put(vector, vector.values());
      }
    }
    stores.forEach(
        (vector, stored) -> {
          List<Integer> byChannel = vector.values().stream().filter(stored::contains).toList();
          Source[] data = byChannel.stream().map(Source::value).toArray(Source[]::new);
          out.add(
              new MachineOp(MachineOp.Kind.STORE, "MEM_SCRATCH_WRITE_ACK", null, new int[0], data)
                  .spills(slot(vector, byChannel))
                  .from(op.from()));
        });
  }
}
