// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.SpillSlot;
import io.lockstep.terascale.code.ValueTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
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

  private final SpillPlan plan;
  private final ValueTable values;
  private List<MachineOp> ops;
  private List<MachineOp> out;

  /** In the current block: the position of a value's last definition. */
  private final Map<Integer, Integer> made = new HashMap<>();

  /** In the current block: {value that holds a reloaded copy, position of the reload}. */
  private final Map<Integer, int[]> copies = new HashMap<>();

  /** By vector, in the current block: spilled values that wait until their vector is complete. */
  private final Map<Integer, Integer> waiting = new HashMap<>();

  SpillCode(SpillPlan plan, ValueTable values) {
    this.plan = plan;
    this.values = values;
    for (SpillPlan.Vector vector : plan.vectors()) {
      if (vector.together() && vector.values().size() > 1) {
        for (int c = 0; c < vector.values().size(); c++) {
          values.pin(vector.values().get(c), c);
        }
        values.group(vector.values().stream().mapToInt(Integer::intValue).toArray());
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
    Source[] sources = null;
    for (int k = 0; k < op.sources().length; k++) {
      Source s = op.sources()[k];
      if (!s.isValue() || !plan.has(s.number()) || isFresh(s.number(), i)) {
        continue;
      }
      int[] copy = copies.get(s.number());
      if (copy == null || i - copy[1] > WINDOW) {
        copy = back(s.number(), i);
      }
      sources = sources == null ? op.sources().clone() : sources;
      sources[k] = new Source(s.kind(), copy[0], s.bits(), s.bank(), s.negated(), s.absolute());
    }
    return sources == null ? op : op.with(op.results(), sources);
  }

  /** Whether a value defined in the block is still in its register. */
  private boolean isFresh(int value, int i) {
    Integer at = made.get(value);
    return at != null && (i - at <= WINDOW || waits(value));
  }

  private boolean waits(int value) {
    int vector = plan.vectorOf(value);
    return vector >= 0
        && plan.vector(vector).together()
        && waiting.getOrDefault(vector, 0) < plan.vector(vector).values().size();
  }

  private int[] back(int value, int i) {
    List<MachineOp> recipe = plan.recipe(value);
    if (recipe != null) {
      Map<Integer, Integer> fresh = new HashMap<>();
      for (MachineOp op : recipe) {
        Source[] sources = op.sources().clone();
        for (int k = 0; k < sources.length; k++) {
          Integer to = sources[k].isValue() ? fresh.get(sources[k].number()) : null;
          if (to != null) {
            Source s = sources[k];
            sources[k] = new Source(s.kind(), to, 0, 0, s.negated(), s.absolute());
          }
        }
        int result = values.add();
        fresh.put(op.results()[0], result);
        out.add(op.with(new int[] {result}, sources));
      }
      int[] copy = {fresh.get(value), i};
      copies.put(value, copy);
      return copy;
    }
    int number = plan.vectorOf(value);
    List<Integer> kept = plan.vector(number).values();
    List<Integer> wanted = new ArrayList<>();
    for (int v : kept) {
      if (v == value || isReadSoon(v, i)) {
        wanted.add(v);
      }
    }
    int[] results = new int[wanted.size()];
    for (int k = 0; k < results.length; k++) {
      results[k] = values.add();
      int channel = values.channel(wanted.get(k));
      if (channel >= 0) {
        values.pin(results[k], channel);
      }
      copies.put(wanted.get(k), new int[] {results[k], i});
    }
    values.group(results);
    out.add(
        new MachineOp(MachineOp.Kind.FETCH, "RD_SCRATCH", null, results)
            .spills(slot(number, wanted))
            .from(ops.get(i).from()));
    return copies.get(value);
  }

  /** Whether one of the next operations reads the current value and needs a reload. */
  private boolean isReadSoon(int value, int from) {
    if (isFresh(value, from)) {
      return false;
    }
    for (int i = from; i < Math.min(ops.size(), from + WINDOW); i++) {
      if (ops.get(i).reads(value)) {
        return true;
      }
      if (ops.get(i).writes(value)) {
        return false;
      }
    }
    return false;
  }

  private SpillSlot slot(int number, List<Integer> of) {
    List<Integer> kept = plan.vector(number).values();
    return new SpillSlot(
        number,
        of.stream().mapToInt(kept::indexOf).toArray(),
        of.stream().mapToInt(Integer::intValue).toArray());
  }

  /** Stores the spilled values among an operation's results, or the vector that they complete. */
  private void written(MachineOp op, int i) {
    Map<Integer, List<Integer>> stores = new HashMap<>();
    List<Integer> order = new ArrayList<>();
    for (int result : op.results()) {
      copies.remove(result);
      made.put(result, i);
      int vector = plan.vectorOf(result);
      if (vector < 0) {
        continue;
      }
      List<Integer> all = plan.vector(vector).values();
      if (!plan.vector(vector).together()) {
        stores.computeIfAbsent(vector, k -> new ArrayList<>()).add(result);
      } else if (waiting.merge(vector, 1, Integer::sum) == all.size()) {
        stores.put(vector, all);
      }
      if (stores.containsKey(vector) && !order.contains(vector)) {
        order.add(vector);
      }
    }
    for (int vector : order) {
      List<Integer> kept = new ArrayList<>(stores.get(vector));
      kept.sort(
          (a, b) ->
              Integer.compare(
                  plan.vector(vector).values().indexOf(a),
                  plan.vector(vector).values().indexOf(b)));
      Source[] data = kept.stream().map(Source::value).toArray(Source[]::new);
      out.add(
          new MachineOp(MachineOp.Kind.STORE, "MEM_SCRATCH_WRITE_ACK", null, new int[0], data)
              .spills(slot(vector, kept))
              .from(op.from()));
    }
  }

  /** Whether an operation can be repeated to rematerialise its result. */
  static boolean isPure(MachineOp op) {
    return op.kind() == MachineOp.Kind.ALU
        && !op.hasEffect()
        && op.results().length == 1
        && Arrays.stream(op.sources()).noneMatch(s -> s.kind() == Source.Kind.QUEUE);
  }
}
