// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.register;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * Finds values that a few instructions compute again, so that they need not be spilled.
 *
 * @param <I> an instruction
 * @param definition the only instruction that defines a value, which is its only result; null if
 *     there are several or if it must not be repeated
 * @param reads names every value that an instruction reads
 * @param available whether every instruction may read a value
 * @param longest maximum number of instructions per value
 */
public record Rematerialisation<I>(
    IntFunction<I> definition,
    BiConsumer<I, IntConsumer> reads,
    IntPredicate available,
    int longest) {
  /**
   * {@return instructions that compute a value from available values, the last of which defines it;
   * empty if there are none}
   *
   * @param value number of the value
   */
  public List<I> recipe(int value) {
    Map<Integer, I> recipe = new LinkedHashMap<>();
    return add(value, recipe, longest) ? List.copyOf(recipe.values()) : List.of();
  }

  private boolean add(int value, Map<Integer, I> recipe, int depth) {
    I instruction = definition.apply(value);
    if (instruction == null || depth == 0) {
      return false;
    }
    boolean[] known = {true};
    reads.accept(
        instruction, v -> known[0] = known[0] && (available.test(v) || add(v, recipe, depth - 1)));
    if (!known[0] || recipe.size() == longest) {
      return false;
    }
    recipe.put(value, instruction);
    return true;
  }
}
