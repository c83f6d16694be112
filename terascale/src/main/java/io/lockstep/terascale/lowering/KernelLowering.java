// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Liveness;
import io.lockstep.lower.pass.IfConversion;
import io.lockstep.lower.pass.KnownBranches;
import io.lockstep.lower.pass.RewrittenKernel;
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
  private final Kernel original;
  private final RewrittenKernel rewritten;
  private final Kernel kernel; // after if-conversion
  private final CodeTarget target;
  private final KernelFacts facts;
  private final int fetchWords;
  private final int writeWords;
  private int fetchedWords;
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
    Kernel reached =
        target.options().contains(CodeOption.KNOWN_BRANCHES) ? KnownBranches.of(kernel) : kernel;
    RewrittenKernel merged =
        target.options().contains(CodeOption.MERGED_ACCESSES)
            ? LoadStoreVectorizer.merge(reached)
            : RewrittenKernel.unchanged(reached);
    Kernel wide = merged.kernel();
    Kernel branching =
        target.options().contains(CodeOption.IF_CONVERSION)
            ? IfConversion.convert(wide, new SideCosts(wide, target))
            : wide;
    RewrittenKernel rewritten = new RewrittenKernel(branching, merged.origins());
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
    return new DeadCode(kernel.blocks(), lowering.legalise()).mostLive()
        + lowering.facts.indexedRegisters();
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

  private List<List<MachineOp>> legalise() {
    return kernel.blocks().stream().map(b -> new BlockLowering(facts, b).lower()).toList();
  }

  /** Pairs reads of local memory and makes queue words direct operands. */
  private void localReads(List<List<MachineOp>> code) {
    if (facts.has(CodeOption.PAIRED_READS)) {
      code.forEach(PairedReads::join);
    }
    if (facts.has(CodeOption.QUEUE_OPERANDS)) {
      Liveness liveness = MachineValues.live(code, kernel.blocks());
      for (int b = 0; b < code.size(); b++) {
        QueueOperands.fold(code.get(b), liveness.liveOut(b));
      }
    }
  }

  private TeraScaleKernel lower(SpillPlan plan) {
    List<List<MachineOp>> code = legalise();
    DeadCode dead = new DeadCode(kernel.blocks(), code);
    dead.run(facts.has(CodeOption.DOUBLES_IN_PLACE) ? facts.values() : null);
    localReads(code);
    ValueTable values = facts.values();
    VliwArchitecture architecture = target.architecture();
    if (plan != null) {
      before = code.stream().map(List::copyOf).toList();
      new SpillCode(plan, values).insert(code);
      dead.sweep();
    }
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
