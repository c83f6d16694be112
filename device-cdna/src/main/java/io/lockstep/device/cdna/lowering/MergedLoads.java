// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Space;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds vector loads of adjacent dwords that one load of two or four dwords can perform, as LLVM's
 * load vectorizer does: with unaligned access, which HSA enables, dword alignment suffices.
 * Restricted to memory that the kernel does not write, so that no store intervenes.
 *
 * @param modes addresses of the loads
 * @param placement tells which loads are scalar
 * @param chip limits the dwords of a load
 * @param groups receives each group, by ascending address, under its first instruction
 * @param done receives the other instructions
 */
record MergedLoads(
    AddressModes modes,
    RegisterPlacement placement,
    Chip chip,
    Map<Instruction, List<Instruction>> groups,
    Set<Instruction> done) {
  /** Address registers, equal for loads that differ only in their offsets. */
  private record Base(int base, int index) {}

  void find(int block, List<Instruction> schedule) {
    if (chip.mostMergedDwords < 2) {
      return;
    }
    Map<Base, List<Instruction>> open = new LinkedHashMap<>();
    for (Instruction i : schedule) {
      if (i.op() == Op.FENCE || i.op() == Op.BARRIER) {
        open.values().forEach(this::close);
        open.clear();
      }
      if (isCandidate(i, block)) {
        AddressModes.Mode m = modes.of(i);
        open.computeIfAbsent(new Base(m.base(), m.index()), b -> new ArrayList<>()).add(i);
      }
      for (int d : i.writes()) {
        open.entrySet()
            .removeIf(
                e -> {
                  boolean changes = e.getKey().base() == d || e.getKey().index() == d;
                  if (changes) {
                    close(e.getValue());
                  }
                  return changes;
                });
      }
    }
    open.values().forEach(this::close);
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

  private long offset(Instruction i) {
    return modes.of(i).offset();
  }

  /** Merges adjacent loads, from the lowest address on. */
  private void close(List<Instruction> loads) {
    List<Instruction> sorted = new ArrayList<>(loads);
    sorted.sort(Comparator.comparingLong(this::offset));
    int from = 0;
    while (from < sorted.size()) {
      int best = from + 1;
      long start = offset(sorted.get(from));
      long end = start;
      for (int k = from; k < sorted.size() && offset(sorted.get(k)) == end; k++) {
        end += sorted.get(k).memory().bytes();
        long dwords = (end - start) / 4;
        if (dwords > chip.mostMergedDwords) {
          break;
        }
        if (Long.bitCount(dwords) == 1) {
          best = k + 1;
        }
      }
      if (best > from + 1) {
        List<Instruction> group = List.copyOf(sorted.subList(from, best));
        Instruction first =
            loads.stream().filter(l -> group.stream().anyMatch(g -> g == l)).findFirst().get();
        groups.put(first, group);
        group.stream().filter(g -> g != first).forEach(done::add);
      }
      from = best;
    }
  }
}
