// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.lower.PassList;
import io.lockstep.lower.pass.IfConversion;
import io.lockstep.lower.pass.KnownBranches;
import io.lockstep.lower.pass.RewrittenKernel;
import io.lockstep.lower.pass.TargetKernel;
import io.lockstep.lower.register.LinearScan;
import io.lockstep.spi.RefusalException;
import io.lockstep.terascale.clause.Clause;
import io.lockstep.terascale.clause.ClauseScheduler;
import io.lockstep.terascale.clause.ClauseTable;
import io.lockstep.terascale.clause.NoScheduleException;
import io.lockstep.terascale.clause.StackEntries;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.ValueTable;
import io.lockstep.terascale.code.VliwArchitecture;
import io.lockstep.terascale.program.TeraScaleKernel;
import java.util.List;

/**
 * Lowers a portable kernel to clauses: merging of accesses, if-conversion, legalisation by block,
 * dead-code elimination, scheduling, register allocation and spilling.
 */
public final class KernelLowering {
  /** The passes over the portable kernel. */
  private static final PassList<TargetKernel<CodeTarget>> PORTABLE =
      new PassList.Builder<TargetKernel<CodeTarget>>()
          .rewriting(CodeOption.KNOWN_BRANCHES, k -> k.keeping(KnownBranches::of))
          .rewriting(CodeOption.MERGED_ACCESSES, k -> k.replacing(LoadStoreVectorizer::merge))
          .rewriting(
              CodeOption.IF_CONVERSION,
              k -> k.keeping(b -> IfConversion.convert(b, new SideCosts(b, k.target()))))
          .build();

  /** Properties of machine operations. */
  private enum Code {
    /** The target has each operation. */
    LEGAL,
    /** Every result is read. */
    LIVE
  }

  /** The passes over machine operations, before they are scheduled. */
  private static final PassList<KernelLowering> MACHINE =
      new PassList.Builder<KernelLowering>()
          .pass("legal_operations", KernelLowering::legalise)
          .leaves(Code.LEGAL)
          .pass("live_operations", KernelLowering::removeDead)
          .requires(Code.LEGAL)
          .leaves(Code.LIVE)
          .pass(CodeOption.PAIRED_READS, k -> k.code.forEach(PairedReads::join))
          .requires(Code.LIVE)
          // An operand from a queue is read once: by a reader that remains.
          .pass(CodeOption.QUEUE_OPERANDS, KernelLowering::foldQueueWords)
          .requires(Code.LIVE)
          .pass("spill_code", KernelLowering::spill)
          .when(k -> k.plan != null)
          .build();

  private final Kernel original;
  private final RewrittenKernel rewritten;
  private final Kernel kernel; // after if-conversion
  private final CodeTarget target;
  private final KernelFacts facts;
  private final int fetchWords;
  private final int writeWords;
  private int fetchedWords;
  private List<List<MachineOp>> code;
  private DeadCode dead;
  private SpillPlan plan; // null if no value is spilled
  private List<List<MachineOp>> before; // operations before spill code is inserted
  private LinearScan registers;

  /**
   * Lowers a kernel.
   *
   * @return the first schedule within the target's registers, otherwise the best one
   * @throws RefusalException if the target lacks a capability
   */
  public static TeraScaleKernel lower(Kernel kernel, CodeTarget target) {
    TeraScaleKernel best = null;
    TargetKernel<CodeTarget> portable =
        new TargetKernel<>(RewrittenKernel.unchanged(kernel), target);
    RewrittenKernel rewritten = PORTABLE.run(portable, target.options()).code();
    int fetched = FREE;
    for (int words : FETCH_WORDS) {
      if (words != FREE && fetched <= words) {
        continue; // this limit would change nothing
      }
      KernelLowering next = new KernelLowering(kernel, rewritten, target, words, FREE);
      best = better(best, next);
      if (best.registers() <= target.registerTarget()) {
        return best;
      }
      fetched = words == FREE ? FREE : next.fetchedWords;
    }
    boolean spills = target.options().contains(CodeOption.SPILLS);
    int limit = spills ? target.groupLimit() : target.registerLimit();
    if (best.registers() <= limit) {
      return best;
    }
    best = better(best, new KernelLowering(kernel, rewritten, target, 4, 16));
    return best.registers() <= limit || !spills
        ? best
        : spilled(kernel, rewritten, target, limit, best);
  }

  /** Spills more values each round until the rest fits or no value is left to spill. */
  private static TeraScaleKernel spilled(
      Kernel kernel,
      RewrittenKernel rewritten,
      CodeTarget target,
      int limit,
      TeraScaleKernel unspilled) {
    TeraScaleKernel best = unspilled;
    for (int words = 16; words >= 4; words /= 4) {
      SpillPlan plan = new SpillPlan();
      for (int round = 0; round < ROUNDS; round++) {
        KernelLowering next = new KernelLowering(kernel, rewritten, target, words, 16);
        TeraScaleKernel code;
        try {
          code = next.lower(plan);
        } catch (NoScheduleException e) {
          break; // spilling more values does not help
        }
        best = code.registers() < best.registers() ? code : best;
        if (code.registers() <= limit || !next.chooses(plan, limit)) {
          break;
        }
      }
      if (best.registers() <= limit) {
        return best;
      }
    }
    return best;
  }

  /** Adds values to a plan where registers run out; returns whether there were any. */
  private boolean chooses(SpillPlan plan, int limit) {
    return new SpillChoice(kernel, before, facts)
        .choose(plan, registers, limit - facts.indexedRegisters());
  }

  /**
   * Checks a kernel without scheduling it, with the refusals of {@link #lower}.
   *
   * @return the maximum number of live 32-bit values in program order, plus registers of private
   *     arrays
   */
  public static int check(Kernel kernel, CodeTarget target) {
    KernelLowering lowering =
        new KernelLowering(kernel, RewrittenKernel.unchanged(kernel), target, FREE, FREE);
    lowering.legalise();
    return lowering.dead.mostLive() + lowering.facts.indexedRegisters();
  }

  private static TeraScaleKernel better(TeraScaleKernel best, KernelLowering next) {
    TeraScaleKernel code = next.lower(null);
    return best == null || code.registers() < best.registers() ? code : best;
  }

  private static final int FREE = Integer.MAX_VALUE;

  private static final int ROUNDS = 40;

  /** Limits on words fetched in a phase, from unlimited to one vector. */
  private static final int[] FETCH_WORDS = {FREE, 32, 16, 4};

  private KernelLowering(
      Kernel original,
      RewrittenKernel rewritten,
      CodeTarget target,
      int fetchWords,
      int writeWords) {
    this.original = original;
    this.rewritten = rewritten;
    kernel = rewritten.kernel();
    this.fetchWords = fetchWords;
    this.writeWords = writeWords;
    this.target = target;
    facts = new KernelFacts(kernel, target);
  }

  private void legalise() {
    code = kernel.blocks().stream().map(b -> new BlockLowering(facts, b).lower()).toList();
    dead = new DeadCode(kernel.blocks(), code);
  }

  private void removeDead() {
    dead.run(facts.has(CodeOption.DOUBLES_IN_PLACE) ? facts.values() : null);
  }

  /** Makes words of the queues of local memory direct operands. */
  private void foldQueueWords() {
    Liveness liveness = MachineValues.live(code, kernel.blocks());
    for (int b = 0; b < code.size(); b++) {
      QueueOperands.fold(code.get(b), liveness.liveOut(b));
    }
  }

  private void spill() {
    before = code.stream().map(List::copyOf).toList();
    new SpillCode(plan, facts.values()).insert(code);
    dead.sweep();
  }

  private TeraScaleKernel lower(SpillPlan spilled) {
    plan = spilled;
    MACHINE.run(this, target.options());
    ValueTable values = facts.values();
    VliwArchitecture architecture = target.architecture();
    ClauseScheduler scheduler =
        new ClauseScheduler(architecture, values, target.queueWords(), fetchWords, writeWords);
    List<List<Clause>> clauses = code.stream().map(scheduler::schedule).toList();
    fetchedWords = scheduler.fetchedWords();
    int indexed = facts.indexedRegisters();
    registers = RegisterAllocation.allocate(kernel.blocks(), clauses, values, facts.inputs());
    int gprs = Math.max(1, registers.registers()) + indexed;
    int stack = new StackEntries(kernel, architecture.firstPushSubEntries()).entries();
    return new TeraScaleKernel(
        architecture,
        new ClauseTable(original, rewritten, clauses),
        values,
        new TeraScaleKernel.Resources(gprs, indexed, stack, facts.emulatesLocal()));
  }
}
