// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import java.util.ArrayList;
import java.util.List;

/** Addresses and data words of memory operations, for every memory space. */
final class MemoryWords {
  private final Operands operands;
  private final Emitter emit;

  MemoryWords(Operands operands) {
    this.operands = operands;
    emit = operands.emit();
  }

  /**
   * Base address of the group's emulated local memory: a table's base plus the group's offset. The
   * driver provides both as constants; the product is a guess.
   */
  private Source region() {
    Source group = operands.kernel().special(Special.GROUP_ID_X);
    Source part = emit.op("MULLO_INT", group, Source.constant(2, 4));
    return emit.op("ADD_INT", part, Source.constant(2, 3));
  }

  Source address(Instruction i, long plus) {
    Source base = operands.bits(i.sources().get(0));
    if (i.memory().space() == Space.LOCAL && operands.kernel().emulatesLocal()) {
      base = emit.op("ADD_INT", base, region());
    }
    return emit.op("ADD_INT", base, Source.number((int) plus));
  }

  /** Values that receive a load's words: the destinations, if they are whole registers. */
  int[] words(Instruction i) {
    int size = i.memory().element().bytes();
    List<Integer> words = new ArrayList<>();
    for (int d : i.destinations()) {
      // The words of a vector share a register, so a destination must have no other definition.
      boolean alone = i.destinations().size() == 1;
      boolean whole =
          d >= 0
              && i.guard() < 0
              && size >= 4
              && (alone || (size == 4 && operands.kernel().registers().isWrittenOnce(d)));
      words.add(whole ? 2 * d : emit.temporary());
      if (size == 8) {
        words.add(whole && operands.kernel().hasHigh(d) ? 2 * d + 1 : emit.temporary());
      }
    }
    return words.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Moves a load's words to the destinations, extending narrow elements. */
  void deliver(Instruction i, int[] words) {
    int size = i.memory().element().bytes();
    int per = size == 8 ? 2 : 1;
    for (int n = 0; n < i.destinations().size(); n++) {
      int d = i.destinations().get(n);
      if (d < 0 || words[n * per] == 2 * d) {
        continue;
      }
      Source low = Source.value(words[n * per]);
      boolean sign = i.signed() && size < 4;
      if (sign) {
        low = operands.extend(low, 8 * size, true);
      }
      Source high = size == 8 ? Source.value(words[n * per + 1]) : null;
      operands.result(i, n, low, high);
    }
  }

  Source[] data(Instruction i) {
    return data(i, 1);
  }

  /** The data words from a source on; element 0 is reserved for the address. */
  Source[] data(Instruction i, int from) {
    List<Source> words = new ArrayList<>();
    words.add(null);
    for (int n = from; n < i.sources().size(); n++) {
      Operand o = i.sources().get(n);
      words.add(operands.bits(o));
      if (i.memory().element().bytes() == 8) {
        words.add(emit.plain(operands.high(o)));
      }
    }
    return words.toArray(new Source[0]);
  }

  /**
   * Moves constants to registers, since control-flow instructions read registers only, and the
   * words of a vector to the channels of one register.
   */
  Source[] inRegisters(Source[] sources) {
    if (sources.length > 2) {
      int[] words = new int[sources.length - 1];
      for (int n = 0; n < words.length; n++) {
        words[n] = emit.temporary();
        operands.kernel().values().pin(words[n], n & 3);
        emit.arithmetic("MOV", Unit.ANY, new int[] {words[n]}, sources[n + 1]);
        sources[n + 1] = Source.value(words[n]);
      }
      operands.kernel().values().group(words);
    } else if (!sources[1].isValue()) {
      sources[1] = emit.op("MOV", sources[1]);
    }
    return sources;
  }

  static String name(AtomicOp op) {
    return switch (op) {
      case EXCHANGE -> "XCHG_INT";
      case COMPARE_EXCHANGE -> "CMPXCHG_INT";
      case ORDERED_APPEND -> "ORDERED_ALLOC";
      default -> op.name();
    };
  }
}
