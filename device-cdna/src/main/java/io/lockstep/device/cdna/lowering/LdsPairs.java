// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds pairs of LDS accesses with one base and offsets that fit a read2 or write2.
 *
 * @param modes addresses of the accesses
 * @param groups receives each pair under the instruction that performs it
 * @param done receives the other instruction of each pair
 */
record LdsPairs(
    AddressModes modes, Map<Instruction, List<Instruction>> groups, Set<Instruction> done) {
  void find(List<Instruction> schedule) {
    List<Instruction> open = new ArrayList<>();
    for (Instruction i : schedule) {
      if (i.op() == Op.FENCE || i.op() == Op.SHUFFLE) {
        open.clear();
      }
      if (i.memory() == null || i.memory().space() != Space.LOCAL) {
        if (i.memory() != null) {
          continue;
        }
        // A redefinition of the base would change the pair's address.
        open.removeIf(
            o -> modes.of(o).base() >= 0 && i.destinations().contains(modes.of(o).base()));
        continue;
      }
      if (i.op() == Op.ATOMIC || i.memory().isVolatile() || i.guard() >= 0) {
        open.clear();
        continue;
      }
      int size = i.memory().bytes();
      if (!open.isEmpty() && open.get(0).op() != i.op()) {
        open.clear();
      }
      if (size != 4 && size != 8) {
        continue;
      }
      Instruction partner = null;
      for (Instruction o : open) {
        if (o.memory().bytes() == size
            && modes.of(o).base() == modes.of(i).base()
            && reachable(modes.of(o).offset(), modes.of(i).offset(), size)) {
          partner = o;
          break;
        }
      }
      if (partner == null) {
        open.add(i);
      } else if (i.op() == Op.LOAD) {
        open.remove(partner);
        groups.put(partner, List.of(partner, i));
        done.add(i);
      } else {
        // A store's second value may not be computed yet, so the pair is issued at the later store.
        open.clear();
        groups.put(i, List.of(partner, i));
        done.add(partner);
      }
    }
  }

  private static boolean reachable(long a, long b, int size) {
    if (a % size != 0 || b % size != 0) {
      return false;
    }
    boolean near = a / size < 256 && b / size < 256;
    boolean far =
        a % (64L * size) == 0
            && b % (64L * size) == 0
            && a / (64L * size) < 256
            && b / (64L * size) < 256;
    return near || far || Math.abs(a - b) / size < 256;
  }
}
