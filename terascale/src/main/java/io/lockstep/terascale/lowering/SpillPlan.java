package io.lockstep.terascale.lowering;

import io.lockstep.terascale.code.MachineOp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which values of a program are not kept in registers: those that are computed again before each
 * use, and those that vectors of scratch memory hold.
 */
final class SpillPlan {
  /**
   * A vector of scratch memory.
   *
   * @param values at most four, by channel
   * @param together whether they are written at once, when the last one is known; otherwise each
   *     operation that makes some of them writes those
   */
  record Vector(List<Integer> values, boolean together) {}

  private final List<Vector> vectors = new ArrayList<>();
  private final Map<Integer, Integer> vectorOf = new HashMap<>();
  private final Map<Integer, List<MachineOp>> recipes = new HashMap<>();

  /** Keeps values in a vector of their own. */
  void spill(List<Integer> values, boolean together) {
    for (int value : values) {
      vectorOf.put(value, vectors.size());
    }
    vectors.add(new Vector(List.copyOf(values), together));
  }

  /** Computes a value again by some operations, the last of which makes it. */
  void rematerialise(int value, List<MachineOp> recipe) {
    recipes.put(value, recipe);
  }

  /** Whether a value is not kept in a register. */
  boolean has(int value) {
    return vectorOf.containsKey(value) || recipes.containsKey(value);
  }

  /** The operations that compute a value again, or null. */
  List<MachineOp> recipe(int value) {
    return recipes.get(value);
  }

  /** The number of the vector that holds a value, or -1. */
  int vectorOf(int value) {
    return vectorOf.getOrDefault(value, -1);
  }

  /** A vector by its number. */
  Vector vector(int number) {
    return vectors.get(number);
  }

  /** The vectors in order. */
  List<Vector> vectors() {
    return vectors;
  }
}
