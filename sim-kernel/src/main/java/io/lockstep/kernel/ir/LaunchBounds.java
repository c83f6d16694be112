package io.lockstep.kernel.ir;

import java.util.ArrayList;
import java.util.List;

/**
 * What a program promises of a kernel's launches, and what it asks of its registers in return (PTX
 * ISA, performance-tuning directives; CUDA's {@code __launch_bounds__}).
 *
 * @param groupSize fixed group size {x, y, z}, or an empty list
 * @param mostItems work-items of a group at most, or 0 if nothing limits them
 * @param fewestGroups groups that a compute unit is to hold at a time, or 0
 * @param mostRegisters 32-bit registers of a work-item at most by the program's text, or 0
 * @param registerLimit the same by the compiler's command line, which the compiler may round; or 0
 * @param hints what the program says besides, without promising it
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

  /** Numbers beside the group's size. */
  private static final int NUMBERS = 4;

  /**
   * Copies the size.
   *
   * @param groupSize fixed group size {x, y, z}, or an empty list
   * @param mostItems work-items of a group at most, or 0 if nothing limits them
   * @param fewestGroups groups that a compute unit is to hold at a time, or 0
   * @param mostRegisters 32-bit registers of a work-item at most by the program's text, or 0
   * @param registerLimit the same by the compiler's command line, which the compiler may round; or
   *     0
   * @param hints what the program says besides, without promising it
   */
  public LaunchBounds {
    groupSize = List.copyOf(groupSize);
  }

  /**
   * Bounds without hints.
   *
   * @param groupSize fixed group size {x, y, z}, or an empty list
   * @param mostItems work-items of a group at most, or 0 if nothing limits them
   * @param fewestGroups groups that a compute unit is to hold at a time, or 0
   * @param mostRegisters 32-bit registers of a work-item at most by the program's text, or 0
   * @param registerLimit the same by the compiler's command line, which the compiler may round; or
   *     0
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
   * {@return the same bounds with hints}
   *
   * @param said by the program
   */
  public LaunchBounds withHints(LaunchHints said) {
    return new LaunchBounds(groupSize, mostItems, fewestGroups, mostRegisters, registerLimit, said);
  }

  /**
   * {@return the same bounds with a fixed group size}
   *
   * @param size {x, y, z}, or an empty list
   */
  public LaunchBounds withGroupSize(List<Integer> size) {
    return new LaunchBounds(size, mostItems, fewestGroups, mostRegisters, registerLimit, hints);
  }

  /**
   * {@return the same bounds with a largest group}
   *
   * @param items of a group at most, or 0
   */
  public LaunchBounds withMostItems(int items) {
    return new LaunchBounds(groupSize, items, fewestGroups, mostRegisters, registerLimit, hints);
  }

  /**
   * {@return the same bounds with groups that a compute unit is to hold}
   *
   * @param groups at a time at least, or 0
   */
  public LaunchBounds withFewestGroups(int groups) {
    return new LaunchBounds(groupSize, mostItems, groups, mostRegisters, registerLimit, hints);
  }

  /**
   * {@return the same bounds with a limit of the program's text}
   *
   * @param registers of a work-item at most, or 0
   */
  public LaunchBounds withMostRegisters(int registers) {
    return new LaunchBounds(groupSize, mostItems, fewestGroups, registers, registerLimit, hints);
  }

  /**
   * {@return the same bounds with a limit of the compiler's command line}
   *
   * @param registers of a work-item at most, or 0
   */
  public LaunchBounds withRegisterLimit(int registers) {
    return new LaunchBounds(groupSize, mostItems, fewestGroups, mostRegisters, registers, hints);
  }

  /** {@return whether the program's text has bounds beside a fixed group size} */
  public boolean isInText() {
    return mostItems > 0 || fewestGroups > 0 || mostRegisters > 0;
  }

  /** {@return whether registers are limited by more than the launch's own group} */
  public boolean limitsRegisters() {
    return fewestGroups > 0 || mostRegisters > 0 || registerLimit > 0;
  }

  /** {@return whether there is more than a fixed group size} */
  public boolean limitsAnything() {
    return isInText() || registerLimit > 0;
  }

  /** {@return work-items of the largest group that a launch may have, or 0 if nothing limits it} */
  public int largestGroup() {
    return groupSize.isEmpty() ? mostItems : groupSize.stream().reduce(1, Math::multiplyExact);
  }

  /**
   * {@return its numbers: the group's size alone if there is nothing else, as {@link #of} reads}
   */
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
   * {@return the bounds that have these numbers}
   *
   * @param numbers as of {@link #numbers}; others give bounds that {@link KernelVerifier} refuses
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
