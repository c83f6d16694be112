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
import java.util.function.Predicate;

/**
 * Finds loads of adjacent dwords that one load can perform. Scalar loads have up to 16 dwords.
 * Vector loads have two or four, as LLVM's load vectorizer makes them: with unaligned access, which
 * HSA enables, dword alignment suffices. They are restricted to memory that the kernel does not
 * write, so that no store intervenes.
 *
 * @param modes addresses of the loads
 * @param placement tells which loads are scalar
 * @param chip limits the dwords of a vector load
 * @param merged receives the groups
 */
record MergedLoads(
    AddressModes modes, RegisterPlacement placement, Chip chip, MergedAccesses merged) {
  private static final int MAX_SCALAR_DWORDS = 16;
  private static final Base ARGUMENTS = new Base(-1, -1, -1);

  /**
   * Address registers, equal for loads that differ only in their offsets.
   *
   * @param version number of fences and changes of the registers up to the load
   */
  private record Base(int base, int index, int version) {}

  /**
   * @param wanted whether a load is performed at all
   */
  void find(int block, List<Instruction> schedule, Predicate<Instruction> wanted) {
    merge(schedule, i -> isCandidate(i, block), chip.mostMergedDwords, 0);
    merge(schedule, i -> placement.isScalarLoad(i, block) && wanted.test(i), MAX_SCALAR_DWORDS, 3);
  }

  private void merge(
      List<Instruction> schedule, Predicate<Instruction> candidates, int mostDwords, int gap) {
    Map<Base, List<Instruction>> loads = new LinkedHashMap<>();
    Map<Integer, Integer> changes = new HashMap<>();
    int fences = 0;
    for (Instruction i : schedule) {
      fences += i.op() == Op.FENCE || i.op() == Op.BARRIER ? 1 : 0;
      if (candidates.test(i)) {
        AddressModes.Mode m = modes.of(i);
        Base base = ARGUMENTS;
        if (m != null) {
          int changed = changes.getOrDefault(m.base(), 0) + changes.getOrDefault(m.index(), 0);
          base = new Base(m.base(), m.index(), fences + changed);
        }
        loads.computeIfAbsent(base, b -> new ArrayList<>()).add(i);
      }
      i.writes().forEach(d -> changes.merge(d, 1, Integer::sum));
    }
    for (List<Instruction> some : loads.values()) {
      merged.addNeighbours(some, this::offset, MergedLoads::bytes, mostDwords, gap);
    }
  }

  /** The constant offset from the address registers or the start of the arguments. */
  long offset(Instruction i) {
    AddressModes.Mode m = modes.of(i);
    return m == null ? i.memory().offset() + i.sources().get(0).bits() : m.offset();
  }

  static int bytes(Instruction i) {
    return Math.max(4, i.memory().bytes());
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
