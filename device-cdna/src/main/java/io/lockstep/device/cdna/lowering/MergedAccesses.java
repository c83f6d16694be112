// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.lower.pass.Neighbours;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/** Accesses that one instruction performs for several instructions of the portable kernel. */
final class MergedAccesses {
  private final Map<Instruction, List<Instruction>> groups = new IdentityHashMap<>();
  private final Set<Instruction> done = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Forgets the groups of the previous block. */
  void begin() {
    groups.clear();
  }

  /** Adds a group and the instruction at whose place it is performed. */
  void add(Instruction performs, List<Instruction> group) {
    groups.put(performs, group);
    group.stream().filter(i -> i != performs).forEach(done::add);
  }

  /** Merges loads of one base address; the first in program order performs its group. */
  void addNeighbours(
      List<Instruction> loads,
      ToLongFunction<Instruction> offset,
      ToLongFunction<Instruction> bytes,
      int mostDwords,
      int gap) {
    for (List<Instruction> group : Neighbours.groups(loads, offset, bytes, mostDwords, gap)) {
      add(loads.stream().filter(group::contains).findFirst().get(), group);
    }
  }

  /** The accesses that an instruction performs, by ascending offset if they are neighbours. */
  List<Instruction> of(Instruction i) {
    return groups.getOrDefault(i, List.of(i));
  }

  /** Whether another instruction performs the access. */
  boolean isDone(Instruction i) {
    return done.contains(i);
  }
}
