// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import io.lockstep.lower.schedule.DependenceGraph;
import io.lockstep.lower.schedule.LastAccesses;
import io.lockstep.lower.schedule.LastAccesses.Kind;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Role;
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
 * <p>A phase is one ALU clause, then the fetches that its results allow, then memory writes. An
 * operation that needs the result of a fetch waits for the next phase. Latencies are numbers of
 * bundles: 0 if both operations may share one (a bundle reads before it writes).
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
   * @param fetchWords words that the fetches of one phase may return: a smaller limit keeps fewer
   *     registers alive but needs more clauses
   * @param writeWords words that the writes of one phase may take, which limits live registers
   *     likewise
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

  /** The maximum number of words that the fetches of a phase return. */
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

  /** The operations that pop the words returned by a local operation. */
  List<Integer> takers(int op) {
    return takers.getOrDefault(op, List.of());
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
    int returns = -1;
    for (int i = 0; i < ops.size(); i++) {
      MachineOp op = ops.get(i);
      for (int value : op.reads()) {
        values.read(value, i);
      }
      for (int value : op.results()) {
        values.write(value, i);
      }
      moved |=
          op.is(
              Role.Flag
                  .WRITES_ADDRESS); // before, operations that use the register have fixed indexes
      if (moved && (op.is(Role.Flag.USES_ADDRESS) || op.is(Role.Flag.WRITES_ADDRESS))) {
        address.access(Resource.ADDRESS_REGISTER, i, op.is(Role.Flag.WRITES_ADDRESS));
      }
      if (op.spill() != null) { // no other operation accesses its vector
        others.access(op.spill().vector(), i, !isFetch(i));
      } else if (op.is(Role.Flag.RETURN_BUFFER) && isFetch(i)) {
        order(returns, i, 1, 1);
      } else if (accessesMemory(op)) {
        others.access(Resource.MEMORY, i, !isFetch(i) && !op.isNoOp());
      }
      returns = op.is(Role.Flag.RETURN_BUFFER) && !isFetch(i) ? i : returns;
      for (int q = 0; q < QUEUES.size(); q++) {
        if (op.isPop(q)) { // words are popped in the order of their pushes
          others.write(QUEUES.get(q), i);
          int reader = words.get(q).remove();
          order(reader, i, 1, 0);
          takers.computeIfAbsent(reader, k -> new ArrayList<>()).add(i);
        }
      }
      if (op.isLocal()) {
        others.write(Resource.LOCAL, i);
      }
      for (int q = 0; q < op.queued().length; q++) {
        words.get(q).add(i);
      }
    }
  }

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
  private void endings() {
    for (int i = 0; i < ops.size(); i++) {
      boolean alone = ops.get(i).unit() == Unit.ALONE;
      for (int j = 0; (alone || ops.get(i).is(Role.Flag.SETS_PREDICATE)) && j < ops.size(); j++) {
        boolean ends = ops.get(j).is(Role.Flag.SETS_PREDICATE) || ops.get(j).unit() == Unit.ALONE;
        if (j < i || !alone && !ends) {
          order(j, i, alone ? 1 : 0, isAlu(j) ? 0 : 1);
        }
      }
    }
  }

  private void phases(int[] order) {
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

  /** Moves a write with no dependents but writes to the last phase, since it is not urgent. */
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

  /** Delays a local read to the phase in which its words are popped: both must be in one clause. */
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

  /** Fetches spilled values as late as their consumers and the phases' fetch limits allow. */
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
