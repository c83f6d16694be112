// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.Latencies;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.schedule.ControlInsertion;
import io.lockstep.sm.code.ControlBits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Follows code along all paths as a multiprocessor that checks no dependence, and reports each
 * instruction that comes too early or finds another value in a register.
 */
public final class CodeFlow {
  private static final int LONGEST = 15;

  private final List<List<SassOp>> blocks; // with the moves that allocation makes superfluous
  private final List<List<Integer>> successors;
  private final Map<SassOp, List<Value>> reads = new IdentityHashMap<>(); // virtual
  private final Map<SassOp, List<Value>> writes = new IdentityHashMap<>();
  private final List<String> problems = new ArrayList<>();

  private CodeFlow(CodeUnit code) {
    blocks = code.blocks().stream().<List<SassOp>>map(ArrayList::new).toList();
    successors = code.successors();
    for (List<SassOp> block : blocks) {
      for (SassOp op : block) {
        reads.put(op, reads(op));
        writes.put(op, registers(op.results));
      }
    }
  }

  public static List<String> problems(io.lockstep.kernel.ir.Kernel kernel, Capability capability) {
    return problems(new SassLowering(TestDevices.of(capability)).select(kernel), capability);
  }

  public static List<String> problems(CodeUnit code, Capability capability) {
    CodeFlow flow = new CodeFlow(code);
    RegisterTarget.allocate(code);
    code.blocks().forEach(block -> block.removeIf(SassOp::isIdle));
    flow.follow(new Held(), flow::value);
    Latencies latencies = new Latencies(TestDevices.of(capability));
    ControlInsertion bits = new ControlInsertion(code.blocks(), code.successors(), latencies);
    Time time = new Time(latencies, new HashMap<>(), new HashMap<>(), new HashSet<>());
    flow.follow(time, (op, at) -> flow.issue(op, at, bits));
    return flow.problems;
  }

  private interface State<S> {
    S copy();

    /** Adds another path to this state; returns whether it has changed. */
    boolean meet(S other);
  }

  private interface Step<S> {
    void take(SassOp op, S state);
  }

  private <S extends State<S>> void follow(S start, Step<S> step) {
    List<S> entry = new ArrayList<>();
    blocks.forEach(b -> entry.add(null));
    entry.set(0, start);
    List<String> before = List.copyOf(problems);
    for (boolean changed = true; changed; ) {
      changed = false;
      problems.clear(); // those of the last round, at the fixed point, count
      problems.addAll(before);
      for (int b = 0; b < blocks.size(); b++) {
        if (entry.get(b) != null) {
          S now = entry.get(b).copy();
          blocks.get(b).forEach(op -> step.take(op, now));
          for (int next : successors.get(b)) {
            if (entry.get(next) == null) {
              entry.set(next, now.copy());
              changed = true;
            } else {
              changed |= entry.get(next).meet(now);
            }
          }
        }
      }
    }
  }

  private static List<Value> registers(List<Value> values) {
    List<Value> all = new ArrayList<>();
    for (Value v : values) {
      for (Value part = v; part != null; part = part.high()) {
        if (part.isRegister()) {
          all.add(Value.register(part.kind(), part.number()));
        }
      }
    }
    return all;
  }

  private static List<Value> reads(SassOp op) {
    List<Value> all = new ArrayList<>(op.sources);
    if (op.guard != null) {
      all.add(op.guard);
    }
    return registers(all);
  }

  /** The virtual registers whose value each register holds on all paths. */
  private record Held(Map<Value, Set<Value>> values) implements State<Held> {
    Held() {
      this(new HashMap<>());
    }

    @Override
    public Held copy() {
      Held all = new Held();
      values.forEach((r, of) -> all.values.put(r, new HashSet<>(of)));
      return all;
    }

    @Override
    public boolean meet(Held other) {
      boolean changed = false;
      for (Map.Entry<Value, Set<Value>> e : values.entrySet()) {
        changed |= e.getValue().retainAll(other.of(e.getKey()));
      }
      return changed;
    }

    Set<Value> of(Value register) {
      return values.getOrDefault(register, Set.of());
    }
  }

  private void value(SassOp op, Held held) {
    List<Value> now = reads(op);
    List<Value> wanted = reads.get(op);
    for (int k = 0; k < now.size(); k++) {
      if (!held.of(now.get(k)).contains(wanted.get(k))) {
        problems.add(text(op) + " reads " + text(now.get(k)) + " for " + text(wanted.get(k)));
      }
    }
    List<Value> results = registers(op.results);
    List<Value> meant = writes.get(op);
    boolean copies = op.isMove() && op.guard == null && wanted.size() == 1;
    boolean holds = copies && held.of(now.get(0)).contains(wanted.get(0));
    held.values.values().forEach(of -> of.removeAll(meant));
    for (int k = 0; k < results.size(); k++) {
      Set<Value> all =
          new HashSet<>(holds ? List.of(meant.get(k), wanted.get(k)) : meant.subList(k, k + 1));
      held.values.put(results.get(k), all);
    }
  }

  /**
   * What a warp waits for.
   *
   * @param elapsed least cycles since the issue of instructions of fixed latency, by their results
   * @param pending counters of variable latency of each register: results 1, operands 64
   * @param late counters whose increment is not visible yet
   */
  private record Time(
      Latencies latencies,
      Map<Value, Map<SassOp, Integer>> elapsed,
      Map<Value, Integer> pending,
      Set<Integer> late)
      implements State<Time> {
    @Override
    public Time copy() {
      Map<Value, Map<SassOp, Integer>> since = new HashMap<>();
      elapsed.forEach((r, by) -> since.put(r, new IdentityHashMap<>(by)));
      return new Time(latencies, since, new HashMap<>(pending), new HashSet<>(late));
    }

    @Override
    public boolean meet(Time other) {
      boolean[] changed = {late.addAll(other.late)};
      other.pending.forEach(
          (r, mask) -> {
            int both = pending.getOrDefault(r, 0) | mask;
            Integer before = pending.put(r, both);
            changed[0] |= before == null || before != both;
          });
      other.elapsed.forEach(
          (r, by) ->
              by.forEach(
                  (op, cycles) -> {
                    Map<SassOp, Integer> to =
                        elapsed.computeIfAbsent(r, k -> new IdentityHashMap<>());
                    Integer before = to.get(op);
                    if (before == null || before > cycles) {
                      to.put(op, cycles);
                      changed[0] = true;
                    }
                  }));
      return changed[0];
    }

    void pass(int cycles) {
      elapsed.values().forEach(by -> by.replaceAll((op, since) -> since + cycles));
      elapsed.values().forEach(by -> by.values().removeIf(since -> since >= LONGEST));
      elapsed.values().removeIf(Map::isEmpty);
    }
  }

  private void issue(SassOp op, Time now, ControlInsertion all) {
    if (op.isIdle()) {
      return;
    }
    ControlBits bits = all.of(op);
    int seen = bits.waits();
    for (int counter : now.late) {
      seen &= ~(1 << counter);
    }
    int done = seen | seen << 6;
    now.pending.replaceAll((r, mask) -> mask & ~done);
    now.pending.values().removeIf(mask -> mask == 0);
    now.late.clear();
    List<Value> sources = reads(op);
    List<Value> results = registers(op.results);
    for (Value r : sources) {
      early(op, r, now, (now.pending.getOrDefault(r, 0) & 63) != 0);
    }
    for (Value r : results) {
      early(op, r, now, now.pending.containsKey(r));
    }
    boolean counted = now.latencies.isVariable(op);
    for (Value r : results) {
      if (counted) {
        now.pending.put(r, 1 << bits.writes());
      } else {
        now.elapsed.put(r, new IdentityHashMap<>(Map.of(op, 0)));
      }
    }
    int held = bits.reads() == ControlBits.NO_COUNTER ? bits.writes() : bits.reads();
    for (Value r : counted ? registers(op.sources) : List.<Value>of()) { // guards are read at once
      now.pending.merge(r, 1 << held + 6, (x, y) -> x | y);
    }
    now.pass(bits.stall());
    if (counted && bits.stall() < 2) {
      now.late.addAll(List.of(bits.writes(), bits.reads()));
    }
  }

  private void early(SassOp op, Value r, Time now, boolean waits) {
    if (waits) {
      problems.add(text(op) + " does not wait for the counter of " + text(r));
    }
    boolean guards = op.guard != null && registers(List.of(op.guard)).contains(r);
    now.elapsed
        .getOrDefault(r, Map.of())
        .forEach(
            (producer, cycles) -> {
              boolean reads = guards || registers(op.sources).contains(r);
              int latency =
                  reads
                      ? now.latencies.of(producer, op, guards)
                      : now.latencies.untilOverwritten(producer, op);
              if (cycles < latency) {
                problems.add(
                    text(op)
                        + " uses "
                        + text(r)
                        + " "
                        + cycles
                        + " cycles after "
                        + producer.name
                        + ", which takes "
                        + latency);
              }
            });
  }

  private static String text(SassOp op) {
    String place = op.from.isEmpty() ? "" : op.from.get(0).op() + op.from.get(0).place();
    return op.name + " of " + place;
  }

  private static String text(Value v) {
    return v.kind() + " " + v.number();
  }
}
