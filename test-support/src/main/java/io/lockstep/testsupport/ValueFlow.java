// SPDX-License-Identifier: Apache-2.0
package io.lockstep.testsupport;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Follows the values of machine code along all paths and reports every access to memory and every
 * branch that may not get its values: because a register, or one that the value was computed from,
 * was not written, or its value was spilled and not stored or not reloaded for the instruction.
 */
public final class ValueFlow {
  /** What a step does to its registers. */
  public enum Kind {
    /** Accesses memory or branches: its sources must hold their values. */
    EFFECT,
    /** Computes: its results hold their values if its sources do. */
    WORK,
    /** Computes a result that is its source. */
    COPY,
    /**
     * Stores its register in memory or another register file; the register then loses the value.
     */
    SPILL,
    /** Loads its register from memory or another register file, for its instruction only. */
    RELOAD,
    /** Rematerialises its register, for its instruction only. */
    AGAIN
  }

  /**
   * A row of machine code.
   *
   * @param text for messages
   * @param by instruction of the portable kernel that it belongs to
   * @param place of a spilled value, not negative; otherwise ignored
   */
  public record Step(
      String text, int by, Kind kind, List<Integer> reads, List<Integer> writes, int place) {}

  private static final class State {
    private BitSet held = new BitSet();
    private BitSet stored = new BitSet();
    private BitSet lent = new BitSet(); // held for one instruction
    private Map<Integer, BitSet> equal = new HashMap<>(); // copies of each other
    private int borrower = -1;

    State copy() {
      State s = new State();
      s.held = (BitSet) held.clone();
      s.held.andNot(lent);
      s.stored = (BitSet) stored.clone();
      equal.forEach((r, all) -> s.equal.put(r, (BitSet) all.clone()));
      return s;
    }

    boolean holds(int register) {
      return held.get(register) || equal(register).intersects(held);
    }

    BitSet equal(int register) {
      return equal.getOrDefault(register, NONE);
    }

    void changed(int register) {
      equal.remove(register);
      equal.values().forEach(all -> all.clear(register));
    }

    void copied(int to, int from) {
      if (to != from) {
        changed(to);
        BitSet all = (BitSet) equal(from).clone();
        all.set(from);
        all.stream().forEach(r -> equal.computeIfAbsent(r, k -> new BitSet()).set(to));
        equal.put(to, all);
      }
    }

    /** Intersects this state with that of another path; returns whether this state has changed. */
    boolean meet(State in) {
      int before = size();
      held.and(in.held);
      stored.and(in.stored);
      equal.forEach((r, all) -> all.and(in.equal(r)));
      return before != size();
    }

    private int size() {
      int copies = equal.values().stream().mapToInt(BitSet::cardinality).sum();
      return held.cardinality() + stored.cardinality() + copies;
    }
  }

  private static final BitSet NONE = new BitSet();

  private final List<List<Step>> code;
  private final BitSet given;
  private final Map<Integer, Integer> owner = new HashMap<>(); // first register stored in a place
  private final List<String> problems = new ArrayList<>();

  private ValueFlow(List<List<Step>> code, BitSet given) {
    this.code = code;
    this.given = given;
    code.forEach(
        b ->
            b.stream()
                .filter(s -> s.kind == Kind.SPILL)
                .forEach(s -> owner.putIfAbsent(s.place, s.reads.get(0))));
  }

  /** Returns the registers that no step writes: constants and values folded into their readers. */
  public static BitSet given(List<List<Step>> code) {
    BitSet given = new BitSet();
    code.forEach(b -> b.forEach(s -> s.reads.forEach(given::set)));
    code.forEach(b -> b.forEach(s -> s.writes.forEach(given::clear)));
    return given;
  }

  /**
   * Returns the effects that may not get their values.
   *
   * @param code steps of each block of the kernel, in execution order
   * @param given registers that need not be written, from the code without a limit
   */
  public static List<String> problems(Kernel kernel, List<List<Step>> code, BitSet given) {
    ValueFlow flow = new ValueFlow(code, given);
    State[] entry = new State[code.size()];
    entry[0] = new State();
    for (boolean changed = true; changed; ) {
      changed = false;
      flow.problems.clear(); // those of the last round, at the fixed point, count
      for (Block block : kernel.blocks()) {
        if (entry[block.id()] != null) {
          State out = flow.walk(block.id(), entry[block.id()].copy()).copy();
          for (int next : block.successors()) {
            boolean first = entry[next] == null;
            entry[next] = first ? out.copy() : entry[next];
            changed |= entry[next].meet(out) || first;
          }
        }
      }
    }
    return flow.problems;
  }

  private State walk(int block, State s) {
    for (Step step : code.get(block)) {
      if (step.by != s.borrower) {
        s.held.andNot(s.lent);
        s.lent.clear();
        s.borrower = step.by;
      }
      boolean ready = step.reads.stream().allMatch(r -> s.holds(r) || given.get(r));
      if (step.kind == Kind.RELOAD) {
        int stored = owner.getOrDefault(step.place, -1);
        int register = step.writes.get(0);
        ready = s.stored.get(step.place) && (register == stored || s.equal(register).get(stored));
      } else if (step.kind == Kind.EFFECT && !ready) {
        problems.add("block " + block + ": " + step + " may not get its values");
      }
      boolean lends = step.kind == Kind.RELOAD || step.kind == Kind.AGAIN;
      for (int r : step.writes) {
        if (step.kind == Kind.COPY && step.reads.size() == 1) {
          s.copied(r, step.reads.get(0));
        } else if (!lends) {
          s.changed(r);
        }
        if (!lends && step.kind != Kind.COPY) { // the place is out of date; copies may share it
          owner.forEach(
              (place, register) -> s.stored.set(place, register != r && s.stored.get(place)));
        }
        s.lent.set(r, lends && (!s.held.get(r) || s.lent.get(r)));
        s.held.set(r, ready);
      }
      if (step.kind == Kind.SPILL) {
        s.stored.set(step.place, ready && step.reads.get(0).equals(owner.get(step.place)));
        step.reads.forEach(s.lent::set);
      }
    }
    return s;
  }
}
