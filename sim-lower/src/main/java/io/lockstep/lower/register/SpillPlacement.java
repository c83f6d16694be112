// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.register;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/**
 * Places spill code in blocks: a reload or a repeated recipe before a use, a store after a
 * definition. A value that was defined or reloaded stays in a register for a window of
 * instructions, whose reads need no other reload. Immutable.
 *
 * @param <I> an instruction
 * @param reads names every value that an instruction reads
 * @param writes names every value that an instruction writes
 * @param spilled whether a value has no register and an instruction cannot access it elsewhere
 * @param reload emits a load of values of one group, or instructions that compute a value again,
 *     before an instruction; returns the values that hold the results, or the same values
 * @param emit emits an instruction; its second parameter maps a value to the one to read instead
 * @param store emits a store of values of one group after an instruction; nothing for a value that
 *     is computed again
 * @param groups the group of a spilled value
 * @param window number of instructions for which a value stays in a register; 0 if each instruction
 *     reloads what it reads
 */
public record SpillPlacement<I>(
    BiConsumer<I, IntConsumer> reads,
    BiConsumer<I, IntConsumer> writes,
    BiPredicate<I, Integer> spilled,
    BiFunction<I, List<Integer>, List<Integer>> reload,
    BiConsumer<I, IntUnaryOperator> emit,
    BiConsumer<I, List<Integer>> store,
    IntFunction<SpillGroup> groups,
    int window) {
  /** A value that holds a reloaded copy, and the position of the reload. */
  private record Copy(int value, int at) {}

  /**
   * Creates the placement for values that are loaded and stored alone and reloaded by each
   * instruction that reads them.
   *
   * @param reads names every value that an instruction reads
   * @param writes names every value that an instruction writes
   * @param spilled whether a value has no register and an instruction cannot access it elsewhere
   * @param reload emits a load of a value, or instructions that compute it again
   * @param emit emits an instruction with other values to read
   * @param store emits a store of a value, unless it is computed again
   */
  public SpillPlacement(
      BiConsumer<I, IntConsumer> reads,
      BiConsumer<I, IntConsumer> writes,
      BiPredicate<I, Integer> spilled,
      BiFunction<I, List<Integer>, List<Integer>> reload,
      BiConsumer<I, IntUnaryOperator> emit,
      BiConsumer<I, List<Integer>> store) {
    this(reads, writes, spilled, reload, emit, store, SpillGroup::alone, 0);
  }

  /**
   * Emits a block with its spill code.
   *
   * @param block the instructions of the block
   */
  public void place(List<I> block) {
    Walk walk = new Walk(block);
    for (int k = 0; k < block.size(); k++) {
      walk.step(block.get(k), k);
    }
  }

  private final class Walk {
    private final List<I> block;
    private final Map<Integer, Integer> made = new HashMap<>(); // position of the last definition
    private final Map<Integer, Copy> copies = new HashMap<>();
    private final Map<SpillGroup, Integer> defined = new HashMap<>(); // number of values

    Walk(List<I> block) {
      this.block = block;
    }

    void step(I instruction, int at) {
      Map<Integer, Integer> names = new HashMap<>();
      each(reads, instruction, v -> names.computeIfAbsent(v, k -> inRegister(v, at)));
      emit.accept(instruction, v -> names.getOrDefault(v, v));
      Map<SpillGroup, List<Integer>> stores = new LinkedHashMap<>();
      each(writes, instruction, v -> define(v, at, stores));
      stores.forEach(
          (group, some) ->
              store.accept(instruction, group.values().stream().filter(some::contains).toList()));
    }

    private void each(BiConsumer<I, IntConsumer> accesses, I instruction, IntConsumer visitor) {
      accesses.accept(
          instruction,
          v -> {
            if (spilled.test(instruction, v)) {
              visitor.accept(v);
            }
          });
    }

    /** The value to read instead of a spilled value, after a reload where necessary. */
    private int inRegister(int value, int at) {
      if (isFresh(value, at)) {
        return value;
      }
      Copy copy = copies.get(value);
      if (copy == null || at - copy.at > window) {
        List<Integer> group = groups.apply(value).values();
        List<Integer> wanted = group.stream().filter(v -> v == value || isReadSoon(v, at)).toList();
        List<Integer> results = reload.apply(block.get(at), wanted);
        for (int k = 0; k < results.size(); k++) {
          copies.put(wanted.get(k), new Copy(results.get(k), at));
        }
      }
      return copies.get(value).value;
    }

    /** Whether a value defined in the block is still in its register. */
    private boolean isFresh(int value, int at) {
      SpillGroup group = groups.apply(value);
      return made.containsKey(value)
          && (at - made.get(value) <= window
              || group.together() && defined.get(group) < group.values().size());
    }

    /** Whether an instruction within the window reads the current value and needs a reload. */
    private boolean isReadSoon(int value, int from) {
      boolean[] read = {false};
      boolean[] ends = {isFresh(value, from)};
      for (int k = from; k < Math.min(block.size(), from + window) && !read[0] && !ends[0]; k++) {
        reads.accept(block.get(k), v -> read[0] |= v == value);
        writes.accept(block.get(k), v -> ends[0] |= v == value);
      }
      return read[0];
    }

    private void define(int value, int at, Map<SpillGroup, List<Integer>> stores) {
      made.put(value, at);
      SpillGroup group = groups.apply(value);
      if (!group.together()) {
        stores.computeIfAbsent(group, k -> new ArrayList<>()).add(value);
      } else if (defined.merge(group, 1, Integer::sum) == group.values().size()) {
        stores.put(group, group.values());
      }
    }
  }
}
