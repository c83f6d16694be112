// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import io.lockstep.lower.schedule.DependenceGraph.Edge;
import io.lockstep.terascale.bundle.AddressRegister;
import io.lockstep.terascale.bundle.BundleRule;
import io.lockstep.terascale.bundle.ConstantPorts;
import io.lockstep.terascale.bundle.LiteralLimit;
import io.lockstep.terascale.bundle.LocalQueue;
import io.lockstep.terascale.bundle.PredicateWrite;
import io.lockstep.terascale.bundle.ReadPorts;
import io.lockstep.terascale.bundle.SlotAssignment;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Role;
import io.lockstep.terascale.code.Unit;
import io.lockstep.terascale.code.ValueTable;
import io.lockstep.terascale.code.VliwArchitecture;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Packs a block's operations into bundles and clauses: greedy list scheduling, longest path first
 * (a vector operation's components together), subject to every {@link BundleRule}.
 *
 * <p>Each phase is an ALU clause with the operands of its fetches (other operations fill empty
 * slots), then the fetches, then the writes. A dependent operation may issue in the next bundle:
 * the ALU's eight cycles are covered by the wavefront in the other slot.
 *
 * <p>Not thread-safe.
 */
public final class ClauseScheduler {
  /** All bundle rules, cheapest first. */
  public static final List<BundleRule> RULES =
      List.of(
          new LocalQueue(),
          new PredicateWrite(),
          new AddressRegister(),
          new LiteralLimit(),
          new ConstantPorts(),
          new ReadPorts());

  private final VliwArchitecture architecture;
  private final int queueWords;
  private final int fetchWords;
  private final int writeWords;
  private final SlotAssignment slots;
  private final ValueTable values;

  private List<MachineOp> ops;
  private final ChannelLoad channels;
  private Dependences graph;
  private int queued;
  private int fetchedWords;
  private ReadyOps ready;
  private final BitSet chosen = new BitSet(); // operations of the bundle being filled
  private int firstChosen;

  /** Creates a scheduler without limits on fetched or written words. */
  public ClauseScheduler(VliwArchitecture architecture, ValueTable values, int queueWords) {
    this(architecture, values, queueWords, Integer.MAX_VALUE, Integer.MAX_VALUE);
  }

  /**
   * Creates a scheduler that limits live ranges.
   *
   * @param values the program's values; channels are fixed at the first write, and copies are added
   * @param queueWords capacity of the output queue of the local data share, in words
   * @param fetchWords words that the fetches of one phase may return; further fetches and their
   *     consumers move to the next phase
   * @param writeWords words that the writes of one phase may take; operations independent of
   *     fetches are then delayed until a write or fetch needs them
   */
  public ClauseScheduler(
      VliwArchitecture architecture,
      ValueTable values,
      int queueWords,
      int fetchWords,
      int writeWords) {
    this.queueWords = queueWords;
    this.fetchWords = fetchWords;
    this.writeWords = writeWords;
    this.architecture = architecture;
    slots = new SlotAssignment(architecture);
    this.values = values;
    channels = new ChannelLoad(values);
  }

  /** Returns the maximum number of words fetched in a phase, over all blocks scheduled so far. */
  public int fetchedWords() {
    return fetchedWords;
  }

  /** Returns the clauses of a block, whose operations are in a valid sequential order. */
  public List<Clause> schedule(List<MachineOp> block) {
    ops = new ArrayList<>(block);
    graph = new Dependences(ops, fetchWords, writeWords);
    fetchedWords = Math.max(fetchedWords, graph.fetchedWords());
    // Early results occupy registers.
    ready = new ReadyOps(ops, graph, urgency(block), writeWords == Integer.MAX_VALUE);
    queued = 0;
    channels.begin(block);
    List<Clause> clauses = new ArrayList<>();
    List<List<Integer>> byPhase = byPhase();
    for (int phase = 0; phase < graph.phases(); phase++) {
      ready.begin(phase);
      for (int i : byPhase.get(phase)) {
        boolean early =
            fetchWords != Integer.MAX_VALUE && (writeWords == Integer.MAX_VALUE || phase > 0);
        if (ops.get(i).kind() != MachineOp.Kind.ALU || early) {
          require(i);
        }
      }
      if (phase == graph.phases() - 1) {
        for (int i = 0; i < block.size(); i++) {
          if (ops.get(i).kind() == MachineOp.Kind.ALU) {
            require(i);
          }
        }
      }
      aluClauses(clauses);
      fetchClauses(byPhase.get(phase), clauses);
      writes(byPhase.get(phase), clauses);
    }
    return clauses;
  }

  private List<List<Integer>> byPhase() {
    List<List<Integer>> phases = new ArrayList<>();
    for (int phase = 0; phase < graph.phases(); phase++) {
      phases.add(new ArrayList<>());
    }
    for (int i = 0; i < ops.size(); i++) {
      phases.get(graph.phase(i)).add(i);
    }
    return phases;
  }

  /**
   * The longest path from each operation. Components of one vector operation share the priority of
   * the most urgent component, so that they issue together as in the source.
   */
  private int[] urgency(List<MachineOp> block) {
    Map<Integer, Integer> most = new HashMap<>();
    for (int i = 0; i < block.size(); i++) {
      if (block.get(i).vector() >= 0) {
        most.merge(block.get(i).vector(), graph.height(i), Math::max);
      }
    }
    int[] urgency = new int[block.size()];
    Arrays.setAll(urgency, i -> most.getOrDefault(block.get(i).vector(), graph.height(i)));
    return urgency;
  }

  /**
   * Marks an operation, its transitive predecessors and the operations that pop their queue words
   * as required. Iterative, because chains can be long.
   */
  private void require(int first) {
    ArrayDeque<Integer> open = new ArrayDeque<>();
    open.push(first);
    while (!open.isEmpty()) {
      int i = open.pop();
      if (!ready.isRequired(i)) {
        ready.require(i);
        graph.predecessors(i).forEach(e -> open.push(e.operation()));
        graph.takers(i).forEach(open::push); // they must be in the clause of a local read
      }
    }
  }

  private void aluClauses(List<Clause> out) {
    AluClauseLimit limit = new AluClauseLimit(queueWords, architecture.constantSets());
    List<Bundle> bundles = new ArrayList<>();
    while (ready.hasRequired()) {
      boolean full = !limit.hasRoom() && queued == 0;
      Bundle previous = bundles.isEmpty() ? null : bundles.get(bundles.size() - 1);
      Bundle bundle = full ? new Bundle() : fill(previous, limit);
      if (!bundle.ops().isEmpty()) {
        commit(bundle);
        limit.add(bundle);
        bundles.add(bundle);
      } else if (full || !copiesOperands(limit)) {
        if (bundles.isEmpty()) {
          throw new IllegalStateException("cannot schedule " + stuck());
        }
        out.add(Clause.alu(bundles)); // it is full, or cannot lock further constant lines
        bundles = new ArrayList<>();
        limit.reset();
      }
    }
    if (!bundles.isEmpty()) {
      out.add(Clause.alu(bundles));
    }
  }

  /**
   * Copies operands of the most urgent operation that fits no bundle.
   *
   * @return whether an operation was changed
   */
  private boolean copiesOperands(AluClauseLimit limit) {
    for (int i : ready) {
      OperandCopies.Relief relief =
          !ready.isRequired(i) || !mayIssue(i, limit) || fitsAlone(ops.get(i))
              ? null
              : new OperandCopies(values, this::fitsAlone).of(ops.get(i));
      if (relief != null) {
        channels.forget(ops.get(i));
        channels.expect(relief.op());
        ops.set(i, relief.op());
        relief.moves().forEach(move -> insertBefore(i, move));
        return true;
      }
    }
    return false;
  }

  private void insertBefore(int i, MachineOp move) {
    ready.insertBefore(i, graph.insertBefore(i, move));
    channels.expect(move);
  }

  private boolean fitsAlone(MachineOp op) {
    Bundle bundle = new Bundle();
    bundle.add(op);
    return fits(bundle, null);
  }

  private String stuck() {
    for (int i = 0; i < ops.size(); i++) {
      if (ready.isRequired(i) && !graph.isIssued(i)) {
        return ops.get(i).toString();
      }
    }
    return "nothing";
  }

  private Bundle fill(Bundle previous, AluClauseLimit limit) {
    Bundle bundle = fill(-1, previous, limit);
    int wide = bundle.ops().isEmpty() ? -1 : widest(bundle, limit);
    // An operation that takes the whole bundle goes first while narrow ones gather for a full
    // bundle.
    return wide < 0 ? bundle : fill(wide, previous, limit);
  }

  /** Fills a bundle with operations that may issue, {@code before} first unless it is -1. */
  private Bundle fill(int before, Bundle previous, AluClauseLimit limit) {
    Bundle bundle = new Bundle();
    chosen.clear();
    if (before >= 0) {
      choose(before, bundle, previous, limit);
    }
    for (int i : ready) {
      if (bundle.ops().size() == architecture.width()) {
        break;
      }
      if (i != before) {
        choose(i, bundle, previous, limit);
      }
    }
    if (!bundle.ops().isEmpty()) {
      slots.assign(bundle, values, channels::crowd);
    }
    return bundle;
  }

  private void choose(int i, Bundle bundle, Bundle previous, AluClauseLimit limit) {
    if (!mayIssue(i, limit)) {
      return; // a local operation may not start, or a predecessor has no bundle yet
    }
    bundle.add(ops.get(i));
    if (fits(bundle, previous) && limit.locks(bundle)) {
      firstChosen = chosen.isEmpty() ? i : firstChosen;
      chosen.set(i);
    } else {
      bundle.removeLast();
    }
  }

  /**
   * Returns an operation that fills the whole bundle (a 32-bit product on VLIW4) and is as urgent
   * as a bundle with free slots, or -1. Without it, chains of products and sums are never aligned.
   */
  private int widest(Bundle bundle, AluClauseLimit limit) {
    int all = (1 << architecture.width()) - 1;
    if (bundle.slots() == architecture.width()) {
      return -1;
    }
    int top = graph.height(firstChosen);
    for (int i : ready) {
      Unit unit = ops.get(i).unit();
      if (unit != Unit.ALONE
          && architecture.placements(unit)[0] == all
          && ready.isRequired(i) == ready.isRequired(firstChosen)
          && graph.height(i) >= top - 1
          && mayIssue(i, limit)) {
        return i;
      }
    }
    return -1;
  }

  private boolean fits(Bundle bundle, Bundle previous) {
    for (MachineOp op : bundle.ops()) {
      if (op.unit() == Unit.ALONE && bundle.ops().size() > 1) {
        return false;
      }
    }
    if (!ConstantPorts.halves(bundle) || !slots.assign(bundle, values, channels::crowd)) {
      return false;
    }
    for (BundleRule rule : RULES) {
      if (!rule.allows(bundle, previous, values)) {
        return false;
      }
    }
    return true;
  }

  private boolean mayStart(int i, AluClauseLimit limit) {
    int words = ops.get(i).queued().length;
    return ready.isRequired(i)
        && (words == 0 || queued + words <= queueWords && limit.hasRoomForQueue() && canBeTaken(i));
  }

  /** Whether a local read's words can be popped at once; its clause may not end before. */
  private boolean canBeTaken(int i) {
    for (int j : graph.takers(i)) {
      for (Edge e : graph.predecessors(j)) {
        MachineOp before = ops.get(e.operation());
        if (!graph.isIssued(e.operation()) && !before.isLocal() && !before.isPop()) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean mayIssue(int i, AluClauseLimit limit) {
    if (ops.get(i).isLocal() && !mayStart(i, limit)) {
      return false;
    }
    for (Edge e : graph.predecessors(i)) {
      if (!graph.isIssued(e.operation()) && !chosen.get(e.operation())) {
        return false;
      }
    }
    return true;
  }

  private void commit(Bundle bundle) {
    for (int k = 0; k < bundle.ops().size(); k++) {
      MachineOp op = bundle.ops().get(k);
      channels.issue(op, bundle.channel(k));
      queued += op.queued().length - op.popped();
    }
    chosen.stream().forEach(ready::issued);
  }

  private void fetchClauses(List<Integer> ofPhase, List<Clause> out) {
    List<MachineOp> fetches = new ArrayList<>();
    boolean acknowledged = false;
    for (int i : ofPhase) {
      MachineOp op = ops.get(i);
      if (op.kind() == MachineOp.Kind.FETCH) {
        if ((op.is(Role.Flag.RETURN_BUFFER) || op.spill() != null) && !acknowledged) {
          MachineOp wait = new MachineOp(MachineOp.Kind.WAIT, "WAIT_ACK", null, new int[0]);
          out.add(Clause.of(List.of(wait.from(op.from()))));
          acknowledged = true;
        }
        if (fetches.size() == architecture.fetches()) {
          out.add(Clause.of(fetches));
          fetches = new ArrayList<>();
        }
        fetches.add(op);
        channels.arrive(op);
        ready.issued(i);
      }
    }
    if (!fetches.isEmpty()) {
      out.add(Clause.of(fetches));
    }
  }

  private void writes(List<Integer> ofPhase, List<Clause> out) {
    for (int i : ofPhase) {
      MachineOp op = ops.get(i);
      if (op.kind() != MachineOp.Kind.ALU && op.kind() != MachineOp.Kind.FETCH) {
        out.add(Clause.of(List.of(op)));
        channels.arrive(op);
        ready.issued(i);
      }
    }
  }
}
