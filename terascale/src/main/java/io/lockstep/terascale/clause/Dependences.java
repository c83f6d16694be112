// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import io.lockstep.lower.schedule.DependenceGraph;
import io.lockstep.lower.schedule.LastAccesses;
import io.lockstep.lower.schedule.LastAccesses.Kind;
import io.lockstep.terascale.code.MachineOp;
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
<<<<<<< HEAD
 * <p>A phase is one ALU clause, then the fetches that its results allow, then memory writes. An
 * operation that needs the result of a fetch waits for the next phase. Latencies are numbers of
 * bundles: 0 if both operations may share one (a bundle reads before it writes).
=======
 * <p>A phase is one ALU clause, followed by the fetches that depend on its results, and by memory
 * writes. An operation that needs the result of a fetch belongs to a later phase. An edge has
 * weight 1 if the dependent operation needs a later bundle, and 0 if both may share a bundle (a
 * bundle reads before it writes).
>>>>>>> 076cb3e00a5381a5e9cd5fa640084685e84c493d
 */
final class Dependences extends DependenceGraph {
  /** Bundles that the results of a fetch or a write take, as far as the order is concerned. */
  private static final int FETCH_LATENCY = 16;

  private enum Resource {
    ADDRESS_REGISTER,
    MEMORY,
    LOCAL,
    QUEUE_A,
    QUEUE_B
  }

  private static final List<Resource> QUEUES = List.of(Resource.QUEUE_A, Resource.QUEUE_B);

  private final List<MachineOp> ops;
  private final Map<Integer, List<Integer>> takers = new HashMap<>();
  private int[] phase;
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
  Dependences(List<MachineOp> ops, int fetchWords, int writeWords) {
    super(ops.size());
    this.ops = ops;
    this.fetchWords = fetchWords;
    this.writeWords = writeWords;
    phase = new int[ops.size()];
    accesses();
    endings();
    phases(rank(this::latency));
  }

  int phase(int op) {
    return phase[op];
  }

  int phases() {
    return phases;
  }

  /** Returns the maximum number of words that the fetches of a phase return. */
  int fetchedWords() {
    return Arrays.stream(wordsByPhase()).max().getAsInt();
  }

  private int[] wordsByPhase() {
    int[] words = new int[phases];
    for (int i = 0; i < ops.size(); i++) {
      words[phase[i]] += isFetch(i) ? ops.get(i).results().length : 0;
    }
    return words;
  }

<<<<<<< HEAD
  /** The operations that pop the words returned by a local operation. */
  List<Integer> takers(int op) {
    return takers.getOrDefault(op, List.of());
=======
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
>>>>>>> 076cb3e00a5381a5e9cd5fa640084685e84c493d
  }

  /**
   * Adds an operation that must issue before another and whose operands are available.
   *
   * @return number of the new operation
   */
  int insertBefore(int op, MachineOp inserted) {
    int at = addBefore(op);
    ops.add(inserted);
    if (at == phase.length) {
      phase = Arrays.copyOf(phase, 2 * at);
    }
    phase[at] = phase[op];
    return at;
  }

  private boolean isAlu(int op) {
    return ops.get(op).kind() == MachineOp.Kind.ALU;
  }

  private boolean isFetch(int op) {
    return ops.get(op).kind() == MachineOp.Kind.FETCH;
  }

  private int latency(int op) {
    return isAlu(op) ? 0 : FETCH_LATENCY;
  }

<<<<<<< HEAD
  private void order(int from, int to, int bundles, int phases) {
    edge(from, to, latency(from) + bundles, phases);
  }

  private void accesses() {
    LastAccesses values =
        new LastAccesses((kind, from, to) -> order(from, to, bundles(kind), isAlu(from) ? 0 : 1));
    LastAccesses address = new LastAccesses((kind, from, to) -> order(from, to, 1, 0));
    LastAccesses others =
        new LastAccesses(
            (kind, from, to) ->
                order(from, to, bundles(kind), kind == Kind.TRUE && isFetch(to) ? 1 : 0));
    List<ArrayDeque<Integer>> words = List.of(new ArrayDeque<>(), new ArrayDeque<>());
    boolean moved = false;
=======
  /** Keeps writes ordered with each other and with reads that may alias. */
  private void memory() {
    int write = -1;
>>>>>>> 076cb3e00a5381a5e9cd5fa640084685e84c493d
    int returns = -1;
    for (int i = 0; i < ops.size(); i++) {
      MachineOp op = ops.get(i);
<<<<<<< HEAD
      for (int value : op.reads()) {
        values.read(value, i);
=======
      if (op.spill() != null) {
        continue; // no other operation accesses the spill vector
>>>>>>> 076cb3e00a5381a5e9cd5fa640084685e84c493d
      }
      for (int value : op.results()) {
        values.write(value, i);
      }
      moved |= op.isAddressWrite(); // before, operations that use the register have fixed indexes
      if (moved && (op.isAddressUse() || op.isAddressWrite())) {
        address.access(Resource.ADDRESS_REGISTER, i, op.isAddressWrite());
      }
      if (op.spill() != null) { // no other operation accesses its vector
        others.access(op.spill().vector(), i, !isFetch(i));
      } else if (op.usesReturnBuffer() && isFetch(i)) {
        order(returns, i, 1, 1);
      } else if (accessesMemory(op)) {
        others.access(Resource.MEMORY, i, !isFetch(i) && !op.isNoOp());
      }
      returns = op.usesReturnBuffer() && !isFetch(i) ? i : returns;
      for (int q = 0; q < QUEUES.size(); q++) {
        if (op.isPop(q)) { // words are popped in the order of their pushes
          others.write(QUEUES.get(q), i);
          int reader = words.get(q).remove();
          order(reader, i, 1, 0);
          takers.computeIfAbsent(reader, k -> new ArrayList<>()).add(i);
        }
<<<<<<< HEAD
=======
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
>>>>>>> 076cb3e00a5381a5e9cd5fa640084685e84c493d
      }
      if (op.isLocal()) {
        others.write(Resource.LOCAL, i);
      }
      for (int q = 0; q < op.queueWords(); q++) {
        words.get(q).add(i);
      }
    }
  }

<<<<<<< HEAD
  /** Bundles between two accesses of one location: a bundle reads before it writes. */
  private static int bundles(Kind kind) {
    return kind == Kind.ANTI ? 0 : 1;
  }

  /** Whether an operation accesses memory whose order matters. */
  private static boolean accessesMemory(MachineOp op) {
    return switch (op.kind()) {
      case ALU -> false;
      case FETCH -> op.memorySlot() >= 0 && !op.isLocal();
      case STORE, ATOMIC, WAIT -> true;
    };
  }

  /** Orders predicate writes, which change the active lanes, and barriers last. */
=======
  /** Orders barriers and predicate writes, which change the active lanes, last. */
>>>>>>> 076cb3e00a5381a5e9cd5fa640084685e84c493d
  private void endings() {
    for (int i = 0; i < ops.size(); i++) {
      boolean alone = ops.get(i).unit() == Unit.ALONE;
      for (int j = 0; (alone || ops.get(i).isPredicate()) && j < ops.size(); j++) {
        boolean ends = ops.get(j).isPredicate() || ops.get(j).unit() == Unit.ALONE;
        if (j < i || !alone && !ends) {
          order(j, i, alone ? 1 : 0, isAlu(j) ? 0 : 1);
        }
      }
    }
  }

<<<<<<< HEAD
  private void phases(int[] order) {
=======
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
>>>>>>> 076cb3e00a5381a5e9cd5fa640084685e84c493d
    int most =
        2 * ops.size() + 2; // each operation starts at most one phase, each fetch or write one more
    do {
      for (int i : order) {
        for (Edge e : successors(i)) {
          phase[e.operation()] = Math.max(phase[e.operation()], phase[i] + e.stages());
        }
        if (phase[i] > most) {
          throw new NoScheduleException(most);
        }
      }
    } while (joinQueues() || spreadFetches() || spreadWrites());
    phases = Arrays.stream(phase).max().orElse(0) + 1;
    delaySpills();
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
      onlyWritesFollow[i] =
          successors(i).stream()
              .allMatch(e -> isWrite(e.operation()) && onlyWritesFollow[e.operation()]);
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
      for (int j : takers(i)) {
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
    int[] words = wordsByPhase();
    for (int i = ops.size() - 1; i >= 0; i--) {
      MachineOp op = ops.get(i);
      if (op.spill() == null || !isFetch(i)) {
        continue;
      }
      int latest = phases - 1;
      for (Edge e : successors(i)) {
        latest = Math.min(latest, phase[e.operation()] - e.stages());
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
      int own = isFetch(i) ? ops.get(i).results().length : 0;
      while (own > 0 && words[phase[i]] > 0 && words[phase[i]] + own > fetchWords) {
        phase[i]++;
        changed = true;
      }
      words[phase[i]] += own;
    }
    return changed;
  }
}
