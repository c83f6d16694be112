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
  record Vector(int number, List<Integer> values, boolean together) {}

  private final List<Vector> vectors = new ArrayList<>();
  private final Map<Integer, Vector> vectorOf = new HashMap<>();
  private final Map<Integer, List<MachineOp>> recipes = new HashMap<>();

  void spill(List<Integer> values, boolean together) {
    Vector vector = new Vector(vectors.size(), List.copyOf(values), together);
    vectors.add(vector);
    values.forEach(v -> vectorOf.put(v, vector));
  }

  /** Rematerialises a value by operations, the last of which defines it. */
  void rematerialise(int value, List<MachineOp> recipe) {
    recipes.put(value, recipe);
  }

  boolean has(int value) {
    return vectorOf.containsKey(value) || recipes.containsKey(value);
  }

  /** The operations that rematerialise a value; null if it is not rematerialised. */
  List<MachineOp> recipe(int value) {
    return recipes.get(value);
  }

  /** The vector that holds a value, or null. */
  Vector vectorOf(int value) {
    return vectorOf.get(value);
  }

  List<Vector> vectors() {
    return vectors;
  }
}
