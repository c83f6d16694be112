// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.kernel.ir.Instruction;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Accesses that one instruction performs for several instructions of the portable kernel. */
final class MergedAccesses {
  private final Map<Instruction, List<Instruction>> groups = new IdentityHashMap<>();
  private final Set<Instruction> done = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Adds a group and the instruction at whose place it is performed. */
  void add(Instruction performs, List<Instruction> group) {
    groups.put(performs, group);
    group.stream().filter(i -> i != performs).forEach(done::add);
  }

  /** The accesses that an instruction performs, by ascending offset if they are neighbours. */
  List<Instruction> of(Instruction i) {
    return groups.getOrDefault(i, List.of(i));
  }

  /** Whether another instruction performs the access. */
  boolean isDone(Instruction i) {
    return done.contains(i);
  }

  /** Returns a schedule with all accesses of a group at the place where they are performed. */
  List<Instruction> order(List<Instruction> schedule) {
    return schedule.stream().filter(i -> !isDone(i)).flatMap(i -> of(i).stream()).toList();
  }
}
