// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.check;

import io.lockstep.terascale.bundle.BundleRule;
import io.lockstep.terascale.clause.AluClauseLimit;
import io.lockstep.terascale.clause.Clause;
import io.lockstep.terascale.clause.ClauseScheduler;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.program.TeraScaleKernel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Verifies a finished program against every hardware rule, independently of how it was generated:
 * slots and channels, each {@link BundleRule}, the size of clauses, local-memory results popped in
 * their own clause, if-conversion, and registers and spill slots along every path.
 */
public final class ProgramCheck {
  private final TeraScaleKernel code;
  private final List<String> problems = new ArrayList<>();
  private int bundles;

  private ProgramCheck(TeraScaleKernel code) {
    this.code = code;
  }

  /** Returns the violations in finished code with assigned registers; empty if there are none. */
  public static List<String> problems(TeraScaleKernel code) {
    ProgramCheck check = new ProgramCheck(code);
    for (int b = 0; b < code.kernel().blocks().size(); b++) {
      int number = 0;
      for (Clause clause : code.clauses(b)) {
        String where = "block " + b + ", clause " + number++;
        check.clause(where, clause);
      }
    }
    check.problems.addAll(new ConversionCheck(code).problems());
    check.problems.addAll(new RegisterCheck(code).problems());
    check.problems.addAll(new SpillCheck(code).problems());
    return List.copyOf(check.problems);
  }

  private void clause(String where, Clause clause) {
    if (clause.ops().size() > code.architecture().fetches()) {
      problems.add(where + ": " + clause.ops().size() + " fetches");
    }
    if (clause.words() > AluClauseLimit.WORDS) {
      problems.add(where + ": " + clause.words() + " words");
    }
    List<ArrayDeque<Integer>> queued = List.of(new ArrayDeque<>(), new ArrayDeque<>());
    Bundle previous = null;
    AluClauseLimit lines = new AluClauseLimit(0, code.architecture().constantSets());
    for (Bundle bundle : clause.bundles()) {
      if (!lines.locks(bundle)) {
        problems.add(where + ": locks too many lines of constants");
        break;
      }
      lines.add(bundle);
      String at = where + ", bundle " + bundles++;
      slots(at, bundle);
      for (BundleRule rule : ClauseScheduler.RULES) {
        if (!rule.allows(bundle, previous, code.values())) {
          problems.add(at + ": " + rule.name() + " " + bundle.ops());
        }
      }
      bundle.ops().forEach(op -> takes(at, op, queued));
      for (MachineOp op : bundle.ops()) {
        for (int q = 0; q < op.queued().length; q++) {
          queued.get(q).add(op.queued()[q]);
        }
      }
      previous = bundle;
    }
    int left = queued.get(0).size() + queued.get(1).size();
    if (left != 0) {
      problems.add(where + ": leaves " + left + " words in the queue");
    }
  }

  /** Checks that each queue delivers its words in order, to the intended operations. */
  private void takes(String at, MachineOp op, List<ArrayDeque<Integer>> queued) {
    int named = 0;
    for (Source s : op.sources()) {
      if (s.kind() != Source.Kind.QUEUE) {
        continue;
      }
      named++;
      Integer head = op.isPop(s.number()) ? queued.get(s.number()).poll() : null;
      if (head == null) {
        problems.add(at + ": takes a word that no operation requested");
      } else if (head != s.bits()) {
        problems.add(at + ": " + op + " takes word " + head + ", not " + s.bits());
      }
    }
    if (named != op.popped()) {
      problems.add(at + ": " + op + " pops " + op.popped() + " words and reads " + named);
    }
  }

  private void slots(String at, Bundle bundle) {
    int taken = 0;
    Set<String> written = new HashSet<>();
    for (int i = 0; i < bundle.ops().size(); i++) {
      MachineOp op = bundle.ops().get(i);
      int mask = bundle.mask(i);
      boolean placed = false;
      for (int placement : code.architecture().placements(op.unit())) {
        placed |= placement == mask;
      }
      if (!placed || (taken & mask) != 0) {
        problems.add(at + ": " + op + " in slots " + Integer.toBinaryString(mask));
      }
      taken |= mask;
      for (int r = 0; r < op.results().length; r++) {
        int value = op.results()[r];
        int channel = code.values().channel(value);
        int allowed = code.architecture().resultChannels(op.unit(), mask);
        if (r == 0 && (allowed & 1 << channel) == 0) {
          problems.add(at + ": " + op + " writes channel " + channel);
        }
        if (!written.add(code.values().register(value) + "." + channel)) {
          problems.add(at + ": two results in one channel of a register");
        }
      }
    }
  }
}
