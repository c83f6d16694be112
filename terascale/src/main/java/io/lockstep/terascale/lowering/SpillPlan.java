// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.terascale.code.MachineOp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of a program that are not kept in registers: rematerialised values and values spilled
 * to vectors of scratch memory.
 */
final class SpillPlan {
  /**
   * A vector of scratch memory.
   *
   * @param values at most four, by channel
   * @param together whether all values are stored at once, when the last one is defined; otherwise
   *     each operation stores the values that it defines
   */
  record Vector(List<Integer> values, boolean together) {}

  private final List<Vector> vectors = new ArrayList<>();
  private final Map<Integer, Integer> vectorOf = new HashMap<>();
  private final Map<Integer, List<MachineOp>> recipes = new HashMap<>();

  void spill(List<Integer> values, boolean together) {
    for (int value : values) {
      vectorOf.put(value, vectors.size());
    }
    vectors.add(new Vector(List.copyOf(values), together));
  }

  /** Rematerialises a value by operations, the last of which defines it. */
  void rematerialise(int value, List<MachineOp> recipe) {
    recipes.put(value, recipe);
  }

  boolean has(int value) {
    return vectorOf.containsKey(value) || recipes.containsKey(value);
  }

  List<MachineOp> recipe(int value) {
    return recipes.get(value);
  }

  /** The number of the vector that holds a value, or -1. */
  int vectorOf(int value) {
    return vectorOf.getOrDefault(value, -1);
  }

  Vector vector(int number) {
    return vectors.get(number);
  }

  List<Vector> vectors() {
    return vectors;
  }
}
