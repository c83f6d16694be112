// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Space;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds vector loads of adjacent dwords that one load of two or four dwords can perform, as LLVM's
 * load vectorizer does: with unaligned access, which HSA enables, dword alignment suffices.
 * Restricted to memory that the kernel does not write, so that no store intervenes.
 *
 * @param modes addresses of the loads
 * @param placement tells which loads are scalar
 * @param chip limits the dwords of a load
 * @param merged receives the groups
 */
record MergedLoads(
    AddressModes modes, RegisterPlacement placement, Chip chip, MergedAccesses merged) {
  /**
   * Address registers, equal for loads that differ only in their offsets.
   *
   * @param version number of fences and changes of the registers up to the load
   */
  private record Base(int base, int index, int version) {}

  void find(int block, List<Instruction> schedule) {
    Map<Base, List<Instruction>> loads = new LinkedHashMap<>();
    Map<Integer, Integer> changes = new HashMap<>();
    int fences = 0;
    for (Instruction i : schedule) {
      fences += i.op() == Op.FENCE || i.op() == Op.BARRIER ? 1 : 0;
      if (isCandidate(i, block)) {
        AddressModes.Mode m = modes.of(i);
        int changed = changes.getOrDefault(m.base(), 0) + changes.getOrDefault(m.index(), 0);
        Base base = new Base(m.base(), m.index(), fences + changed);
        loads.computeIfAbsent(base, b -> new ArrayList<>()).add(i);
      }
      i.writes().forEach(d -> changes.merge(d, 1, Integer::sum));
    }
    for (List<Instruction> some : loads.values()) {
      merged.addNeighbours(
          some, i -> modes.of(i).offset(), i -> i.memory().bytes(), chip.mostMergedDwords, 0);
    }
  }

  private boolean isCandidate(Instruction i, int block) {
    return i.op() == Op.LOAD
        && i.memory().space() == Space.GLOBAL
        && i.memory().readOnly()
        && !i.memory().isVolatile()
        && i.guard() < 0
        && i.isRecorded()
        && (i.memory().bytes() == 4 || i.memory().bytes() == 8)
        && !placement.isScalarLoad(i, block);
  }
}
