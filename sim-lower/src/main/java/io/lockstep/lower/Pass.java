// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower;

import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A named step of a compiler, an entry of a {@link PassList}. Immutable.
 *
 * @param <U> a unit of code
 * @param name name of the pass
 * @param option the transformation by which {@code compiler.without} leaves the pass out; empty if
 *     every unit needs it
 * @param applies whether the pass applies to a unit
 * @param work changes a unit, or returns another one
 * @param order properties of code that decide the order of passes
 */
public record Pass<U>(
    String name,
    Optional<Transformation> option,
    Predicate<U> applies,
    UnaryOperator<U> work,
    Order order) {
  private static final Predicate<?> ALWAYS = unit -> true;

  /**
   * Properties of code, by their names in an enum of the family.
   *
   * @param requires properties that the code has before the pass
   * @param leaves properties that the code has after the pass
   * @param ends properties that the code may lose by the pass
   */
  public record Order(Set<Enum<?>> requires, Set<Enum<?>> leaves, Set<Enum<?>> ends) {
    private static final Order ANY = new Order(Set.of(), Set.of(), Set.of());
  }

  /**
   * {@return a pass that every unit needs}
   *
   * @param <U> a unit of code
   * @param name name of the pass
   * @param work changes a unit
   */
  public static <U> Pass<U> of(String name, Consumer<U> work) {
    return rewriting(name, changing(work));
  }

  /**
   * {@return a pass that every unit needs and that returns another unit}
   *
   * @param <U> a unit of code
   * @param name name of the pass
   * @param work returns the changed unit
   */
  public static <U> Pass<U> rewriting(String name, UnaryOperator<U> work) {
    return new Pass<>(name, Optional.empty(), always(), work, Order.ANY);
  }

  /**
   * {@return a pass that an experiment can leave out, of the transformation's name}
   *
   * @param <U> a unit of code
   * @param option the transformation
   * @param work changes a unit
   */
  public static <U> Pass<U> of(Transformation option, Consumer<U> work) {
    return rewriting(option, changing(work));
  }

  /**
   * {@return a pass that an experiment can leave out and that returns another unit}
   *
   * @param <U> a unit of code
   * @param option the transformation
   * @param work returns the changed unit
   */
  public static <U> Pass<U> rewriting(Transformation option, UnaryOperator<U> work) {
    return new Pass<>(option.step(), Optional.of(option), always(), work, Order.ANY);
  }

  @SuppressWarnings("unchecked")
  private static <U> Predicate<U> always() {
    return (Predicate<U>) ALWAYS;
  }

  boolean isUnconditional() {
    return option.isEmpty() && applies == ALWAYS;
  }

  private static <U> UnaryOperator<U> changing(Consumer<U> work) {
    return unit -> {
      work.accept(unit);
      return unit;
    };
  }

  /**
   * {@return this pass for some units only}
   *
   * @param applicable whether the pass applies to a unit
   */
  public Pass<U> when(Predicate<U> applicable) {
    return new Pass<>(name, option, applicable, work, order);
  }

  /**
   * {@return this pass with properties that the code must have before it}
   *
   * @param properties constants of the family's enum
   */
  public Pass<U> requires(Enum<?>... properties) {
    return with(new Order(Set.of(properties), order.leaves, order.ends));
  }

  /**
   * {@return this pass with properties that the code has after it}
   *
   * @param properties constants of the family's enum
   */
  public Pass<U> leaves(Enum<?>... properties) {
    return with(new Order(order.requires, Set.of(properties), order.ends));
  }

  /**
   * {@return this pass with properties that the code may lose by it}
   *
   * @param properties constants of the family's enum
   */
  public Pass<U> ends(Enum<?>... properties) {
    return with(new Order(order.requires, order.leaves, Set.of(properties)));
  }

  private Pass<U> with(Order other) {
    return new Pass<>(name, option, applies, work, other);
  }
}
