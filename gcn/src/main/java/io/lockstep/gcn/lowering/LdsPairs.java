// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds pairs of LDS accesses with one base and offsets that fit a read2 or write2.
 *
 * @param modes addresses of the accesses
 * @param merged receives the pairs
 */
record LdsPairs(AddressModes modes, MergedAccesses merged) {
  void find(List<Instruction> schedule) {
    List<Instruction> open = new ArrayList<>();
    for (Instruction i : schedule) {
      boolean local = i.memory() != null && i.memory().space() == Space.LOCAL;
      boolean plain = local && i.op() != Op.ATOMIC && !i.memory().isVolatile() && i.guard() < 0;
      boolean ends = local ? !plain : i.op() == Op.FENCE || i.op() == Op.SHUFFLE;
      if (ends || local && !open.isEmpty() && open.get(0).op() != i.op()) {
        open.clear();
      }
      if (i.memory() == null) {
        // A redefinition of the base would change the pair's address.
        open.removeIf(o -> i.writes().contains(modes.of(o).base()));
      }
      int size = plain ? i.memory().bytes() : 0;
      if (size != 4 && size != 8) {
        continue;
      }
      Instruction partner = open.stream().filter(o -> isPair(o, i)).findFirst().orElse(null);
      if (partner == null) {
        open.add(i);
      } else if (i.op() == Op.LOAD) {
        open.remove(partner);
        merged.add(partner, List.of(partner, i));
      } else {
        // A store's second value may not be computed yet, so the pair is issued at the later store.
        open.clear();
        merged.add(i, List.of(partner, i));
      }
    }
  }

  /** Whether two accesses differ only in their offsets, which one instruction can hold. */
  private boolean isPair(Instruction one, Instruction other) {
    int size = other.memory().bytes();
    long a = modes.of(one).offset();
    long b = modes.of(other).offset();
    if (one.memory().bytes() != size
        || modes.of(one).base() != modes.of(other).base()
        || a % size != 0
        || b % size != 0) {
      return false;
    }
    long far = 64L * size;
    return a / size < 256 && b / size < 256
        || a % far == 0 && b % far == 0 && a / far < 256 && b / far < 256
        || Math.abs(a - b) / size < 256;
  }
}
