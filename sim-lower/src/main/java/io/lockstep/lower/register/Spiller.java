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
 * Inserts spill code into blocks: a load or a repeated recipe before a use, a store after a
 * definition. A value that was defined or loaded stays in a register for a window of instructions,
 * whose reads need no other load. Not thread-safe.
 *
 * @param <I> an instruction
 */
public final class Spiller<I> {
  /**
   * Emits instructions.
   *
   * @param <I> an instruction
   */
  public interface Emitter<I> {
    /**
     * Emits an instruction.
     *
     * @param instruction the instruction
     * @param reads the value to read instead of a value
     * @param writes the value to write instead of a value
     */
    void emit(I instruction, IntUnaryOperator reads, IntUnaryOperator writes);
  }

  /**
   * Emits stores.
   *
   * @param <I> an instruction
   */
  public interface Storer<I> {
    /**
     * Emits a store of values of one group; nothing for a value that is computed again.
     *
     * @param by the instruction that defines the last of them
     * @param values the values
     * @param from the values that hold them
     */
    void store(I by, List<Integer> values, List<Integer> from);
  }

  /** Names what an instruction writes instead of a spilled value. */
  public interface Renamer {
    /**
     * {@return the value to write}
     *
     * @param value number of the spilled value
     * @param named the value that stands for another one in the instruction; -1 for none
     */
    int result(int value, IntUnaryOperator named);
  }

  private final BiConsumer<I, IntConsumer> reads;
  private final BiConsumer<I, IntConsumer> writes;
  private final BiPredicate<I, Integer> spilled;
  private final BiFunction<I, List<Integer>, List<Integer>> load;
  private final Emitter<I> emitter;
  private final Storer<I> storer;
  private IntFunction<SpillGroup> groups = SpillGroup::alone;
  private Renamer renamer = (value, named) -> value;
  private int window;

  /**
   * Creates a spiller of values that are loaded and stored alone and loaded by each instruction
   * that reads them.
   *
   * @param reads names every value that an instruction reads
   * @param writes names every value that an instruction writes
   * @param spilled whether a value has no register and an instruction cannot access it elsewhere
   * @param load emits a load of values of one group, or instructions that compute a value again,
   *     before an instruction; returns the values that hold the results, or the same values
   * @param emitter emits an instruction
   * @param storer emits a store of values of one group after an instruction
   */
  public Spiller(
      BiConsumer<I, IntConsumer> reads,
      BiConsumer<I, IntConsumer> writes,
      BiPredicate<I, Integer> spilled,
      BiFunction<I, List<Integer>, List<Integer>> load,
      Emitter<I> emitter,
      Storer<I> storer) {
    this.reads = reads;
    this.writes = writes;
    this.spilled = spilled;
    this.load = load;
    this.emitter = emitter;
    this.storer = storer;
  }

  /**
   * Loads and stores values in groups.
   *
   * @param of the group of a spilled value
   * @param instructions number of instructions for which a value stays in a register; 0 if each
   *     instruction loads what it reads
   * @return this spiller
   */
  public Spiller<I> grouped(IntFunction<SpillGroup> of, int instructions) {
    groups = of;
    window = instructions;
    return this;
  }

  /**
   * Lets instructions write other values than the spilled ones.
   *
   * @param results names them
   * @return this spiller
   */
  public Spiller<I> renaming(Renamer results) {
    renamer = results;
    return this;
  }

  /**
   * Emits a block with its spill code.
   *
   * @param block the instructions of the block
   */
  public void insert(List<I> block) {
    Walk walk = new Walk(block);
    for (int k = 0; k < block.size(); k++) {
      walk.step(block.get(k), k);
    }
  }

  /** A value that holds a loaded copy, and the position of the load. */
  private record Copy(int value, int at) {}

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
      Map<Integer, Integer> results = new LinkedHashMap<>();
      IntUnaryOperator named = v -> results.getOrDefault(v, names.getOrDefault(v, -1));
      each(writes, instruction, v -> results.put(v, renamer.result(v, named)));
      IntUnaryOperator written = v -> results.getOrDefault(v, v);
      emitter.emit(instruction, v -> names.getOrDefault(v, v), written);
      Map<SpillGroup, List<Integer>> stores = new LinkedHashMap<>();
      results.keySet().forEach(v -> define(v, at, stores));
      stores.forEach(
          (group, some) -> {
            List<Integer> stored = group.values().stream().filter(some::contains).toList();
            List<Integer> from = stored.stream().map(written::applyAsInt).toList();
            storer.store(instruction, stored, from);
          });
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

    /** The value to read instead of a spilled value, after a load where necessary. */
    private int inRegister(int value, int at) {
      if (isFresh(value, at)) {
        return value;
      }
      Copy copy = copies.get(value);
      if (copy == null || at - copy.at > window) {
        List<Integer> group = groups.apply(value).values();
        List<Integer> wanted = group.stream().filter(v -> v == value || isReadSoon(v, at)).toList();
        List<Integer> loaded = load.apply(block.get(at), wanted);
        for (int k = 0; k < loaded.size(); k++) {
          copies.put(wanted.get(k), new Copy(loaded.get(k), at));
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

    /** Whether an instruction, or one in its window, reads the current value and needs a load. */
    private boolean isReadSoon(int value, int from) {
      boolean[] read = {false};
      boolean[] ends = {isFresh(value, from)};
      int end = Math.min(block.size(), from + Math.max(1, window));
      for (int k = from; k < end && !read[0] && !ends[0]; k++) {
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
