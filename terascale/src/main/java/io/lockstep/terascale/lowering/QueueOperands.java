// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Role;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns words of local reads into direct operands: an operation that is the only reader of a word
 * pops it from the output queue, and the move is removed.
 *
 * <p>Words leave a queue in the order in which they entered it, so an operation may pop a word only
 * if no later word of the queue is popped before. Its other operands must be available when the
 * read starts, or come from a queue too, since a clause ends with empty queues.
 */
final class QueueOperands {
  private final List<MachineOp> ops;
  private final BitSet liveOut;
  private final List<Word> words = new ArrayList<>();

  /** A word that a move pops from a queue. */
  private static final class Word {
    int queue;
    int read; // position of the operation that reads local memory
    int move; // position of the move that pops the word
    int reader = -1; // position of the operation that can pop the word instead, or -1
    boolean taken;
  }

  private QueueOperands(List<MachineOp> ops, BitSet liveOut) {
    this.ops = ops;
    this.liveOut = liveOut;
  }

  static void fold(List<MachineOp> ops, BitSet liveOut) {
    QueueOperands queues = new QueueOperands(ops, liveOut);
    queues.find();
    queues.choose();
    queues.replace();
  }

  private void find() {
    Map<Integer, Integer> reads = new HashMap<>();
    for (int i = 0; i < ops.size(); i++) {
      MachineOp op = ops.get(i);
      for (int q = 0; q < op.queued().length; q++) {
        reads.put(op.queued()[q], i);
      }
      for (Source s : op.sources()) {
        if (s.kind() == Source.Kind.QUEUE) {
          Word word = new Word();
          word.queue = s.number();
          word.read = reads.get(s.bits());
          word.move = i;
          word.reader = op.mnemonic().equals("MOV") ? reader(op.results()[0], i) : -1;
          words.add(word);
        }
      }
    }
  }

  /** The only operation that reads a value, if it can read a queue instead, or -1. */
  private int reader(int value, int from) {
    int found = -1;
    for (int i = from + 1; i < ops.size(); i++) {
      MachineOp op = ops.get(i);
      for (int read : op.reads()) {
        if (read == value && found >= 0) {
          return -1;
        }
        found = read == value ? i : found;
      }
      if (op.unit() == Unit.ALONE && found < 0) {
        return -1; // a barrier ends the clause
      }
      if (op.writes(value)) {
        return found >= 0 && canPop(ops.get(found)) ? found : -1;
      }
    }
    return found >= 0 && !liveOut.get(value) && canPop(ops.get(found)) ? found : -1;
  }

  private static boolean canPop(MachineOp op) {
    return op.kind() == MachineOp.Kind.ALU
        && (op.unit() == Unit.ANY || op.unit() == Unit.VECTOR)
        && !op.isLocal()
        && !op.is(Role.Flag.SETS_PREDICATE)
        && !op.is(Role.Flag.USES_ADDRESS)
        && !op.is(Role.Flag.WRITES_ADDRESS);
  }

  /** Rejects words whose reader would pop out of order or wait, until a fixed point. */
  private void choose() {
    boolean changed = true;
    while (changed) {
      int[] next = {Integer.MAX_VALUE, Integer.MAX_VALUE};
      for (int k = words.size() - 1; k >= 0; k--) {
        Word word = words.get(k);
        word.taken = word.reader >= 0 && word.reader < next[word.queue];
        next[word.queue] = word.taken ? word.reader : word.move;
      }
      changed = false;
      for (Word word : words) {
        if (word.taken && waits(word)) {
          word.reader = -1;
          changed = true;
        }
      }
    }
  }

  /** Whether a word's reader depends on results other than queue words requested earlier. */
  private boolean waits(Word word) {
    MachineOp op = ops.get(word.reader);
    for (int i = word.read + 1; i < word.reader; i++) {
      if (precedes(ops.get(i), op) && !isPopUpTo(i, word.read)) {
        return true;
      }
    }
    return false;
  }

  private static boolean precedes(MachineOp before, MachineOp op) {
    return Arrays.stream(op.reads()).anyMatch(before::writes)
        || Arrays.stream(op.results()).anyMatch(v -> before.reads(v) || before.writes(v));
  }

  /** Whether an operation only pops words requested no later than a read, or will be removed. */
  private boolean isPopUpTo(int i, int read) {
    boolean pops = false;
    for (Word word : words) {
      pops |= word.taken && word.move == i;
      if ((word.taken ? word.reader : word.move) == i) {
        if (word.read > read) {
          return false;
        }
        pops = true;
      }
    }
    return pops;
  }

  private void replace() {
    BitSet gone = new BitSet();
    for (Word word : words) {
      if (!word.taken) {
        continue;
      }
      MachineOp move = ops.get(word.move);
      MachineOp op = ops.get(word.reader);
      for (int n = 0; n < op.sources().length; n++) {
        Source s = op.sources()[n];
        if (s.isValue() && s.number() == move.results()[0]) {
          ops.set(word.reader, op.popping(n, word.queue, move.sources()[0].bits()));
        }
      }
      gone.set(word.move);
    }
    for (int i = gone.length() - 1; i >= 0; i = gone.previousSetBit(i - 1)) {
      ops.remove(i);
    }
  }
}
