// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The dependence graph of a block, and the earliest phase of each operation.
 *
 * <p>A phase is one ALU clause, followed by the fetches that depend on its results, and by memory
 * writes. An operation that needs the result of a fetch belongs to a later phase. An edge has
 * weight 1 if the dependent operation needs a later bundle, and 0 if both may share a bundle (a
 * bundle reads before it writes).
 */
final class Dependences {
  private static final int[] NONE = {};

  private final List<MachineOp> ops;
  private List<int[]>[] successors;
  private List<int[]>[] predecessors;
  private int[][] takers;
  private int[] phase;
  private int[] height;
  private final int fetchWords;
  private final int writeWords;
  private int phases;

  /**
   * Builds the graph.
   *
   * @param ops the block's operations; {@link #insertBefore} appends to this list
   * @param fetchWords maximum words that the fetches of one phase return; a smaller limit needs
   *     fewer registers but more clauses
   * @param writeWords maximum words that the writes of one phase take, which also limits live
   *     registers
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  Dependences(List<MachineOp> ops, int fetchWords, int writeWords) {
    this.ops = ops;
    this.fetchWords = fetchWords;
    this.writeWords = writeWords;
    int n = ops.size();
    successors = new List[n];
    predecessors = new List[n];
    for (int i = 0; i < n; i++) {
      successors[i] = new ArrayList<>();
      predecessors[i] = new ArrayList<>();
    }
    phase = new int[n];
    height = new int[n];
    registers();
    memory();
    spills();
    queues();
    endings();
    rank();
  }

  int phase(int op) {
    return phase[op];
  }

  int phases() {
    return phases;
  }

  /** Returns the maximum number of words that the fetches of a phase return. */
  int fetchedWords() {
    int[] words = new int[phases];
    int most = 0;
    for (int i = 0; i < ops.size(); i++) {
      if (ops.get(i).kind() == MachineOp.Kind.FETCH) {
        words[phase[i]] += ops.get(i).results().length;
        most = Math.max(most, words[phase[i]]);
      }
    }
    return most;
  }

  int height(int op) {
    return height[op];
  }

  /** Returns the operations that pop the words returned by a local operation. */
  int[] takers(int op) {
    return op < takers.length ? takers[op] : NONE;
  }

  /** Returns the predecessors as triples {operation, weight, phases}. */
  List<int[]> predecessors(int op) {
    return predecessors[op];
  }

  /** Returns the successors as triples {operation, weight, phases}. */
  List<int[]> successors(int op) {
    return successors[op];
  }

  /**
   * Adds an operation that must issue before another and whose operands are available.
   *
   * @return number of the new operation
   */
  int insertBefore(int op, MachineOp inserted) {
    int at = ops.size();
    ops.add(inserted);
    if (at == phase.length) {
      successors = Arrays.copyOf(successors, 2 * at);
      predecessors = Arrays.copyOf(predecessors, 2 * at);
      phase = Arrays.copyOf(phase, 2 * at);
      height = Arrays.copyOf(height, 2 * at);
    }
    successors[at] = new ArrayList<>();
    predecessors[at] = new ArrayList<>();
    phase[at] = phase[op];
    height[at] = height[op] + 1;
    edge(at, op, 1, 0);
    return at;
  }

  private void edge(int from, int to, int weight, int step) {
    if (from == to) {
      return;
    }
    successors[from].add(new int[] {to, weight, step});
    predecessors[to].add(new int[] {from, weight, step});
  }

  private static boolean isAlu(MachineOp op) {
    return op.kind() == MachineOp.Kind.ALU;
  }

  private void registers() {
    Map<Integer, Integer> writer = new HashMap<>();
    Map<Integer, List<Integer>> readers = new HashMap<>();
    int addressWriter = -1;
    List<Integer> addressReaders = new ArrayList<>();
    for (int i = 0; i < ops.size(); i++) {
      MachineOp op = ops.get(i);
      for (Source s : op.sources()) {
        if (s.isValue()) {
          Integer w = writer.get(s.number());
          if (w != null) {
            edge(w, i, 1, isAlu(ops.get(w)) ? 0 : 1);
          }
          readers.computeIfAbsent(s.number(), k -> new ArrayList<>()).add(i);
        }
      }
      for (int result : op.results()) {
        for (int r : readers.getOrDefault(result, List.of())) {
          edge(r, i, 0, isAlu(ops.get(r)) ? 0 : 1);
        }
        Integer w = writer.put(result, i);
        if (w != null) {
          edge(w, i, 1, isAlu(ops.get(w)) ? 0 : 1);
        }
        readers.remove(result);
      }
      if (op.isAddressUse() && addressWriter >= 0) {
        edge(addressWriter, i, 1, 0);
        addressReaders.add(i);
      }
      if (op.isAddressWrite()) {
        for (int r : addressReaders) {
          edge(r, i, 1, 0);
        }
        if (addressWriter >= 0) {
          edge(addressWriter, i, 1, 0);
        }
        addressReaders.clear();
        addressWriter = i;
      }
    }
  }

  /** Keeps writes ordered with each other and with reads that may alias. */
  private void memory() {
    int write = -1;
    int returns = -1;
    List<Integer> reads = new ArrayList<>();
    for (int i = 0; i < ops.size(); i++) {
      MachineOp op = ops.get(i);
      if (op.spill() != null) {
        continue; // no other operation accesses the spill vector
      }
      if (op.usesReturnBuffer() && op.kind() == MachineOp.Kind.FETCH) {
        edge(returns, i, 1, 1);
        continue;
      }
      returns = op.usesReturnBuffer() ? i : returns;
      if (op.isNoOp()) { // a no-op atomic only reads
        if (write >= 0) {
          edge(write, i, 1, 0);
        }
        reads.add(i);
        continue;
      }
      switch (op.kind()) {
        case FETCH -> {
          if (op.memorySlot() < 0 || op.isLocal()) {
            break;
          }
          if (write >= 0) {
            edge(write, i, 1, 1);
          }
          reads.add(i);
        }
        case STORE, ATOMIC, WAIT -> {
          if (write >= 0) {
            edge(write, i, 1, 0);
          }
          for (int r : reads) {
            edge(r, i, 0, 0);
          }
          reads.clear();
          write = i;
        }
        default -> {}
      }
    }
  }

  /** Orders fetches of spilled values after their vector's write and before its next write. */
  private void spills() {
    Map<Integer, Integer> writes = new HashMap<>();
    Map<Integer, List<Integer>> reads = new HashMap<>();
    for (int i = 0; i < ops.size(); i++) {
      if (ops.get(i).spill() == null) {
        continue;
      }
      int vector = ops.get(i).spill().vector();
      boolean fetch = ops.get(i).kind() == MachineOp.Kind.FETCH;
      Integer write = fetch ? writes.get(vector) : writes.put(vector, i);
      if (write != null) {
        edge(write, i, 1, fetch ? 1 : 0);
      }
      List<Integer> readers = reads.computeIfAbsent(vector, k -> new ArrayList<>());
      if (fetch) {
        readers.add(i);
      } else {
        for (int r : readers) {
          edge(r, i, 0, 0);
        }
        readers.clear();
      }
    }
  }

  /** Keeps local operations in order, and the pops of each queue in the order of the pushes. */
  private void queues() {
    takers = new int[ops.size()][];
    Arrays.fill(takers, NONE);
    int local = -1;
    int[] pop = {-1, -1};
    List<ArrayDeque<Integer>> readers = List.of(new ArrayDeque<>(), new ArrayDeque<>());
    for (int i = 0; i < ops.size(); i++) {
      MachineOp op = ops.get(i);
      for (int q = 0; q < pop.length; q++) {
        if (!op.isPop(q)) {
          continue;
        }
        if (pop[q] >= 0) {
          edge(pop[q], i, 1, 0);
        }
        pop[q] = i;
        int reader = readers.get(q).remove();
        edge(reader, i, 1, 0);
        takers[reader] = Arrays.copyOf(takers[reader], takers[reader].length + 1);
        takers[reader][takers[reader].length - 1] = i;
      }
      if (op.isLocal()) {
        if (local >= 0) {
          edge(local, i, 1, 0);
        }
        local = i;
      }
      for (int q = 0; q < op.queueWords(); q++) {
        readers.get(q).add(i);
      }
    }
  }

  /** Orders barriers and predicate writes, which change the active lanes, last. */
  private void endings() {
    for (int i = 0; i < ops.size(); i++) {
      MachineOp op = ops.get(i);
      boolean alone = op.unit() == Unit.ALONE;
      if (!op.isPredicate() && !alone) {
        continue;
      }
      for (int j = 0; j < ops.size(); j++) {
        MachineOp other = ops.get(j);
        if (j < i || (!alone && !other.isPredicate() && other.unit() != Unit.ALONE)) {
          edge(j, i, alone ? 1 : 0, isAlu(other) ? 0 : 1);
        }
      }
    }
  }

  private void rank() {
    int n = ops.size();
    // Edges follow program order, except edges to predicates, whose successors all come later. One
    // pass in program order with predicates last therefore visits a topological order.
    int[] order = new int[n];
    int count = 0;
    for (int pass = 0; pass < 2; pass++) {
      for (int i = 0; i < n; i++) {
        if (ops.get(i).isPredicate() == (pass == 1)) {
          order[count++] = i;
        }
      }
    }
    Arrays.fill(phase, 0);
    int most =
        2 * n + 2; // each operation starts at most one phase, and each fetch or write one more
    do {
      for (int k = 0; k < n; k++) {
        int i = order[k];
        for (int[] e : successors[i]) {
          phase[e[0]] = Math.max(phase[e[0]], phase[i] + e[2]);
        }
        if (phase[i] > most) {
          throw new NoScheduleException(most);
        }
      }
    } while (joinQueues() || spreadFetches() || spreadWrites());
    phases = 1;
    for (int p : phase) {
      phases = Math.max(phases, p + 1);
    }
    delaySpills();
    for (int k = n - 1; k >= 0; k--) {
      int i = order[k];
      int h = 0;
      for (int[] e : successors[i]) {
        h = Math.max(h, height[e[0]] + e[1]);
      }
      height[i] = h + (isAlu(ops.get(i)) ? 0 : 16);
    }
    if (writeWords == Integer.MAX_VALUE) {
      delayWrites(order);
    }
  }

  /** Moves a write on which only writes depend to the last phase, since it is not urgent. */
  private void delayWrites(int[] order) {
    int n = order.length;
    boolean[] onlyWritesFollow = new boolean[n];
    for (int k = n - 1; k >= 0; k--) {
      int i = order[k];
      onlyWritesFollow[i] = true;
      for (int[] e : successors[i]) {
        onlyWritesFollow[i] &= isWrite(e[0]) && onlyWritesFollow[e[0]];
      }
      if (isWrite(i) && onlyWritesFollow[i]) {
        phase[i] = phases - 1;
      }
    }
  }

  private boolean spreadWrites() {
    if (writeWords == Integer.MAX_VALUE) {
      return false;
    }
    boolean changed = false;
    int at = 0;
    int words = 0;
    for (int i = 0; i < ops.size(); i++) {
      MachineOp op = ops.get(i);
      if (op.kind() != MachineOp.Kind.STORE) {
        continue;
      }
      words = phase[i] > at ? 0 : words;
      at = Math.max(at, phase[i]);
      if (words > 0 && words + op.sources().length > writeWords) {
        words = 0;
        at++;
      }
      changed |= phase[i] < at;
      phase[i] = at;
      words += op.sources().length;
    }
    return changed;
  }

  private boolean isWrite(int op) {
    MachineOp.Kind kind = ops.get(op).kind();
    return kind == MachineOp.Kind.STORE || kind == MachineOp.Kind.WAIT;
  }

  /** Delays a local read to the phase that pops its words, since both must be in one clause. */
  private boolean joinQueues() {
    boolean changed = false;
    for (int i = 0; i < ops.size(); i++) {
      for (int j : takers[i]) {
        if (phase[j] > phase[i]) {
          phase[i] = phase[j];
          changed = true;
        }
      }
    }
    return changed;
  }

  /** Delays fetches of spilled values as far as consumers and fetch limits allow. */
  private void delaySpills() {
    int[] words = new int[phases];
    for (int i = 0; i < ops.size(); i++) {
      if (ops.get(i).kind() == MachineOp.Kind.FETCH) {
        words[phase[i]] += ops.get(i).results().length;
      }
    }
    for (int i = ops.size() - 1; i >= 0; i--) {
      MachineOp op = ops.get(i);
      if (op.spill() == null || op.kind() != MachineOp.Kind.FETCH) {
        continue;
      }
      int latest = phases - 1;
      for (int[] e : successors[i]) {
        latest = Math.min(latest, phase[e[0]] - e[2]);
      }
      int own = op.results().length;
      while (latest > phase[i] && words[latest] > 0 && words[latest] + own > fetchWords) {
        latest--;
      }
      if (latest > phase[i]) {
        words[phase[i]] -= own;
        words[latest] += own;
        phase[i] = latest;
      }
    }
  }

  private boolean spreadFetches() {
    if (fetchWords == Integer.MAX_VALUE) {
      return false;
    }
    int[] words = new int[ops.size() + phases + 2];
    boolean changed = false;
    for (int i = 0; i < ops.size(); i++) {
      MachineOp op = ops.get(i);
      if (op.kind() != MachineOp.Kind.FETCH) {
        continue;
      }
      while (words[phase[i]] > 0 && words[phase[i]] + op.results().length > fetchWords) {
        phase[i]++;
        changed = true;
      }
      words[phase[i]] += op.results().length;
    }
    return changed;
  }
}
