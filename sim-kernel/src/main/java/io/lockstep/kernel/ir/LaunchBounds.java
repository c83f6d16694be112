// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import io.lockstep.kernel.analysis.KernelVerifier;
import java.util.ArrayList;
import java.util.List;

/**
 * Guarantees of a program about a kernel's launches, and limits of its registers (PTX ISA,
 * performance-tuning directives; CUDA's {@code __launch_bounds__}).
 *
 * @param groupSize fixed group size {x, y, z}, or an empty list
 * @param mostItems maximum number of work-items per group, or 0 for no limit
 * @param fewestGroups minimum number of resident groups per compute unit, or 0
 * @param mostRegisters maximum 32-bit registers per work-item, from the source, or 0
 * @param registerLimit maximum 32-bit registers per work-item, from the compiler's command line,
 *     which the compiler may round; or 0
 * @param hints statements about launches without a guarantee
 */
public record LaunchBounds(
    List<Integer> groupSize,
    int mostItems,
    int fewestGroups,
    int mostRegisters,
    int registerLimit,
    LaunchHints hints) {
  /** No bounds at all. */
  public static final LaunchBounds NONE = new LaunchBounds(List.of(), 0, 0, 0, 0);

  /** Number of values in {@link #numbers} besides the group size. */
  private static final int NUMBERS = 4;

  /**
   * Copies the size.
   *
   * @param groupSize fixed group size {x, y, z}, or an empty list
   * @param mostItems maximum number of work-items per group, or 0 for no limit
   * @param fewestGroups minimum number of resident groups per compute unit, or 0
   * @param mostRegisters maximum 32-bit registers per work-item, from the source, or 0
   * @param registerLimit the same limit from the compiler's command line, or 0
   * @param hints statements about launches without a guarantee
   */
  public LaunchBounds {
    groupSize = List.copyOf(groupSize);
  }

  /**
   * Creates bounds without hints.
   *
   * @param groupSize fixed group size {x, y, z}, or an empty list
   * @param mostItems maximum number of work-items per group, or 0 for no limit
   * @param fewestGroups minimum number of resident groups per compute unit, or 0
   * @param mostRegisters maximum 32-bit registers per work-item, from the source, or 0
   * @param registerLimit the same limit from the compiler's command line, or 0
   */
  public LaunchBounds(
      List<Integer> groupSize,
      int mostItems,
      int fewestGroups,
      int mostRegisters,
      int registerLimit) {
    this(groupSize, mostItems, fewestGroups, mostRegisters, registerLimit, LaunchHints.NONE);
  }

  /**
   * {@return a copy with hints}
   *
   * @param said hints of the program
   */
  public LaunchBounds withHints(LaunchHints said) {
    return new LaunchBounds(groupSize, mostItems, fewestGroups, mostRegisters, registerLimit, said);
  }

  /**
   * {@return a copy with a fixed group size}
   *
   * @param size {x, y, z}, or an empty list
   */
  public LaunchBounds withGroupSize(List<Integer> size) {
    return new LaunchBounds(size, mostItems, fewestGroups, mostRegisters, registerLimit, hints);
  }

  /**
   * {@return a copy with a maximum group size}
   *
   * @param items largest number of work-items of a group, or 0
   */
  public LaunchBounds withMostItems(int items) {
    return new LaunchBounds(groupSize, items, fewestGroups, mostRegisters, registerLimit, hints);
  }

  /**
   * {@return a copy with groups that a compute unit should hold at a time}
   *
   * @param groups the number, or 0
   */
  public LaunchBounds withFewestGroups(int groups) {
    return new LaunchBounds(groupSize, mostItems, groups, mostRegisters, registerLimit, hints);
  }

  /**
   * {@return a copy with a register limit of the program's text}
   *
   * @param registers limit per work-item, or 0
   */
  public LaunchBounds withMostRegisters(int registers) {
    return new LaunchBounds(groupSize, mostItems, fewestGroups, registers, registerLimit, hints);
  }

  /**
   * {@return a copy with a register limit of the compiler's command line}
   *
   * @param registers limit per work-item, or 0
   */
  public LaunchBounds withRegisterLimit(int registers) {
    return new LaunchBounds(groupSize, mostItems, fewestGroups, mostRegisters, registers, hints);
  }

  /** {@return whether the program's text has bounds besides a fixed group size} */
  public boolean isInText() {
    return mostItems > 0 || fewestGroups > 0 || mostRegisters > 0;
  }

  /** {@return whether bounds besides the group size limit registers} */
  public boolean limitsRegisters() {
    return fewestGroups > 0 || mostRegisters > 0 || registerLimit > 0;
  }

  /** {@return whether there are bounds besides a fixed group size} */
  public boolean limitsAnything() {
    return isInText() || registerLimit > 0;
  }

  /** {@return work-items of the largest group that a launch may have, or 0 for no limit} */
  public int largestGroup() {
    return groupSize.isEmpty() ? mostItems : groupSize.stream().reduce(1, Math::multiplyExact);
  }

  /** {@return the bounds as numbers for {@link #of}; without other bounds, only the group size} */
  public List<Integer> numbers() {
    if (!limitsAnything()) {
      return groupSize;
    }
    List<Integer> all =
        new ArrayList<>(List.of(mostItems, fewestGroups, mostRegisters, registerLimit));
    all.addAll(groupSize);
    return all;
  }

  /**
   * {@return the bounds that {@link #numbers} encodes}
   *
   * @param numbers encoded bounds; invalid numbers give bounds that {@link KernelVerifier} refuses
   */
  public static LaunchBounds of(List<Integer> numbers) {
    return numbers.size() < NUMBERS
        ? NONE.withGroupSize(numbers)
        : new LaunchBounds(
            numbers.subList(NUMBERS, numbers.size()),
            numbers.get(0),
            numbers.get(1),
            numbers.get(2),
            numbers.get(3));
  }
}
