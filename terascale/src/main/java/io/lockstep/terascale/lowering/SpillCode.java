// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.lower.register.SpillGroup;
import io.lockstep.lower.register.Spiller;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.SpillSlot;
import io.lockstep.terascale.code.ValueTable;
import java.util.ArrayList;
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
  private List<MachineOp> out;

  SpillCode(SpillPlan plan, ValueTable values) {
    this.plan = plan;
    this.values = values;
    for (SpillGroup vector : plan.vectors()) {
      if (vector.together() && vector.values().size() > 1) {
        for (int c = 0; c < vector.values().size(); c++) {
          values.pin(vector.values().get(c), c);
        }
        values.group(ints(vector.values()));
      }
    }
  }

  void insert(List<List<MachineOp>> code) {
    Spiller<MachineOp> spiller =
        new Spiller<MachineOp>(
                MachineValues.ACCESSES::reads,
                MachineValues.ACCESSES::writes,
                (op, value) -> plan.has(value),
                this::reload,
                (op, reads, writes) -> out.add(op.renamed(reads, writes)),
                this::store)
            .grouped(plan::group, WINDOW);
    for (List<MachineOp> block : code) {
      out = new ArrayList<>();
      spiller.insert(block);
      block.clear();
      block.addAll(out);
    }
  }

  private List<Integer> reload(MachineOp by, List<Integer> wanted) {
    if (plan.isRematerialised(wanted.get(0))) {
      return List.of(again(plan.recipe(wanted.get(0))));
    }
    List<Integer> results = wanted.stream().map(v -> values.add()).toList();
    for (int k = 0; k < results.size(); k++) {
      values.pin(results.get(k), values.channel(wanted.get(k)));
    }
    values.group(ints(results));
    out.add(
        new MachineOp(MachineOp.Kind.FETCH, "RD_SCRATCH", null, ints(results))
            .spills(slot(wanted))
            .from(by.from()));
    return results;
  }

  private int again(List<MachineOp> recipe) {
    Map<Integer, Integer> names = new HashMap<>();
    for (MachineOp op : recipe) {
      int result = values.add();
      out.add(op.renamed(v -> names.getOrDefault(v, v), v -> result));
      names.put(op.results()[0], result);
    }
    return out.get(out.size() - 1).results()[0];
  }

  private void store(MachineOp by, List<Integer> stored, List<Integer> from) {
    if (!plan.isRematerialised(stored.get(0))) {
      Source[] data = stored.stream().map(Source::value).toArray(Source[]::new);
      out.add(
          new MachineOp(MachineOp.Kind.STORE, "MEM_SCRATCH_WRITE_ACK", null, new int[0], data)
              .spills(slot(stored))
              .from(by.from()));
    }
  }

  private SpillSlot slot(List<Integer> of) {
    SpillGroup vector = plan.group(of.get(0));
    int[] words = of.stream().mapToInt(vector.values()::indexOf).toArray();
    return new SpillSlot(plan.vectors().indexOf(vector), words, ints(of));
  }

  private static int[] ints(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }
}
