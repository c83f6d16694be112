// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import io.lockstep.terascale.code.ValueTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Copies operands of an operation that is illegal even in a bundle by itself: the read ports cannot
 * deliver its registers in three cycles, its constants span more than two halves of constant
 * registers, or it has more than four literals. Like AMD's compilers, this class first copies such
 * operands to other registers.
 *
 * <p>Makes as few copies as possible. For a deterministic result, it prefers the first operands and
 * the lowest channels.
 *
 * @param values receives the new values
 * @param fits whether an operation is legal in a bundle by itself
 */
record OperandCopies(ValueTable values, Predicate<MachineOp> fits) {
  /** Copies of operands, each with a fixed channel, and the operation that reads the copies. */
  record Relief(List<MachineOp> moves, MachineOp op) {}

  Relief of(MachineOp op) {
    List<Source> operands = new ArrayList<>();
    for (Source s : op.sources()) {
      Source plain = plain(s);
      if (s.kind() != Source.Kind.QUEUE && !operands.contains(plain)) {
        operands.add(plain);
      }
    }
    List<Integer> copies = new ArrayList<>();
    for (int count = 1; count <= operands.size(); count++) {
      copies.add(values.add());
      MachineOp relieved = choose(op, operands, new ArrayList<>(), 0, copies);
      if (relieved != null) {
        return relief(op, relieved);
      }
    }
    return null;
  }

  /** Tries every choice of operands to copy, in every channel, for a given number of copies. */
  private MachineOp choose(
      MachineOp op, List<Source> operands, List<Source> moved, int from, List<Integer> copies) {
    if (moved.size() == copies.size()) {
      MachineOp trial = op.with(op.results(), substituted(op, moved, copies));
      return inSomeChannels(trial, copies, 0) ? trial : null;
    }
    for (int i = from; i < operands.size(); i++) {
      moved.add(operands.get(i));
      MachineOp found = choose(op, operands, moved, i + 1, copies);
      if (found != null) {
        return found;
      }
      moved.remove(moved.size() - 1);
    }
    return null;
  }

  private boolean inSomeChannels(MachineOp trial, List<Integer> copies, int index) {
    if (index == copies.size()) {
      return fits.test(trial);
    }
    for (int channel = 0; channel < 4; channel++) {
      values.pin(copies.get(index), channel);
      if (inSomeChannels(trial, copies, index + 1)) {
        return true;
      }
    }
    return false;
  }

  private static Source[] substituted(MachineOp op, List<Source> moved, List<Integer> copies) {
    Source[] sources = op.sources().clone();
    for (int i = 0; i < sources.length; i++) {
      int at = moved.indexOf(plain(sources[i]));
      if (at >= 0) {
        boolean negated = sources[i].negated();
        boolean absolute = sources[i].absolute();
        sources[i] = new Source(Source.Kind.VALUE, copies.get(at), 0, 0, negated, absolute);
      }
    }
    return sources;
  }

  private static Relief relief(MachineOp op, MachineOp relieved) {
    List<MachineOp> moves = new ArrayList<>();
    List<Integer> seen = new ArrayList<>();
    for (int i = 0; i < op.sources().length; i++) {
      Source to = relieved.sources()[i];
      if (!to.equals(op.sources()[i]) && !seen.contains(to.number())) {
        seen.add(to.number());
        int[] result = {to.number()};
        moves.add(new MachineOp("MOV", Unit.ANY, result, plain(op.sources()[i])).from(op.from()));
      }
    }
    return new Relief(moves, relieved);
  }

  /** Returns the operand without its sign modifiers, which remain on the operation. */
  private static Source plain(Source s) {
    return new Source(s.kind(), s.number(), s.bits(), s.bank(), false, false);
  }
}
