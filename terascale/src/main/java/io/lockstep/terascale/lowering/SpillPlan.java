// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.lower.register.SpillGroup;
import io.lockstep.terascale.code.MachineOp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of a program that are not kept in registers: rematerialised values and values spilled
 * to vectors of scratch memory, at most four each, by channel.
 */
final class SpillPlan {
  private final List<SpillGroup> vectors = new ArrayList<>();
  private final Map<Integer, SpillGroup> groups = new HashMap<>();
  private final Map<Integer, List<MachineOp>> recipes = new HashMap<>();

  void spill(List<Integer> values, boolean together) {
    SpillGroup vector = new SpillGroup(List.copyOf(values), together);
    vectors.add(vector);
    values.forEach(v -> groups.put(v, vector));
  }

  /** Rematerialises a value by operations, the last of which defines it. */
  void rematerialise(int value, List<MachineOp> recipe) {
    groups.put(value, SpillGroup.alone(value));
    recipes.put(value, recipe);
  }

  boolean has(int value) {
    return groups.containsKey(value);
  }

  boolean isRematerialised(int value) {
    return recipes.containsKey(value);
  }

  List<MachineOp> recipe(int value) {
    return recipes.get(value);
  }

  SpillGroup group(int value) {
    return groups.get(value);
  }

  List<SpillGroup> vectors() {
    return vectors;
  }
}
