// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The named passes of a compiler in their order, which is checked when the list is made: what a
 * pass requires, an earlier one has left, and no pass between them has ended it. A pass that may be
 * left out, or that does not apply to all units, leaves nothing on which others could rely.
 * Immutable.
 *
 * @param <U> a unit of code
 */
public final class PassList<U> {
  private final List<Pass<U>> passes;

  private PassList(List<Pass<U>> passes) {
    this.passes = List.copyOf(passes);
  }

  /** A pass; only its builder changes it. */
  private static final class Pass<U> {
    private final String name;
    private final Transformation option; // null if all units need the pass
    private final UnaryOperator<U> work;
    private Predicate<U> applies; // null if it applies to all units
    private Set<Enum<?>> requires = Set.of();
    private Set<Enum<?>> leaves = Set.of();
    private Set<Enum<?>> ends = Set.of();

    Pass(String name, Transformation option, UnaryOperator<U> work) {
      this.name = name;
      this.option = option;
      this.work = work;
    }

    boolean appliesTo(U unit, Set<? extends Transformation> applied) {
      return (option == null || applied.contains(option))
          && (applies == null || applies.test(unit));
    }
  }

  /**
   * {@return a unit after all passes that apply to it}
   *
   * @param unit a unit of code
   * @param applied the transformations of the device's compiler
   */
  public U run(U unit, Set<? extends Transformation> applied) {
    U current = unit;
    for (Pass<U> pass : passes) {
      if (pass.appliesTo(current, applied)) {
        current = pass.work.apply(current);
      }
    }
    return current;
  }

  /** {@return the names of the passes, in order} */
  public List<String> names() {
    return passes.stream().map(p -> p.name).toList();
  }

  /**
   * Makes a list. The properties of code are constants of an enum of the family. Not thread-safe.
   *
   * @param <U> a unit of code
   */
  public static final class Builder<U> {
    private final List<Pass<U>> passes = new ArrayList<>();
    private Pass<U> last;

    /** Creates a builder of an empty list. */
    public Builder() {}

    /**
     * Adds a pass that changes a unit.
     *
     * @param name name of the pass
     * @param work the pass
     * @return this builder
     */
    public Builder<U> pass(String name, Consumer<U> work) {
      return add(new Pass<>(name, null, changing(work)));
    }

    /**
     * Adds a pass that changes a unit and that {@code compiler.without} leaves out.
     *
     * @param option the transformation, whose name the pass has
     * @param work the pass
     * @return this builder
     */
    public Builder<U> pass(Transformation option, Consumer<U> work) {
      return rewriting(option, changing(work));
    }

    /**
     * Adds a pass that returns another unit.
     *
     * @param name name of the pass
     * @param work the pass
     * @return this builder
     */
    public Builder<U> rewriting(String name, UnaryOperator<U> work) {
      return add(new Pass<>(name, null, work));
    }

    /**
     * Adds a pass that returns another unit and that {@code compiler.without} leaves out.
     *
     * @param option the transformation, whose name the pass has
     * @param work the pass
     * @return this builder
     */
    public Builder<U> rewriting(Transformation option, UnaryOperator<U> work) {
      return add(new Pass<>(option.step(), option, work));
    }

    private Builder<U> add(Pass<U> pass) {
      passes.add(pass);
      last = pass;
      return this;
    }

    private static <U> UnaryOperator<U> changing(Consumer<U> work) {
      return unit -> {
        work.accept(unit);
        return unit;
      };
    }

    /**
     * Restricts the last pass.
     *
     * @param applies whether the pass applies to a unit
     * @return this builder
     */
    public Builder<U> when(Predicate<U> applies) {
      last.applies = applies;
      return this;
    }

    /**
     * States properties that code must have before the last pass.
     *
     * @param properties the properties
     * @return this builder
     */
    public Builder<U> requires(Enum<?>... properties) {
      last.requires = Set.of(properties);
      return this;
    }

    /**
     * States properties that code has after the last pass.
     *
     * @param properties the properties
     * @return this builder
     */
    public Builder<U> leaves(Enum<?>... properties) {
      last.leaves = Set.of(properties);
      return this;
    }

    /**
     * States properties that code may lose by the last pass.
     *
     * @param properties the properties
     * @return this builder
     */
    public Builder<U> ends(Enum<?>... properties) {
      last.ends = Set.of(properties);
      return this;
    }

    /**
     * {@return the list}
     *
     * @throws IllegalStateException if a pass requires what the code need not have
     */
    public PassList<U> build() {
      Set<Enum<?>> properties = new HashSet<>();
      for (Pass<U> pass : passes) {
        for (Enum<?> required : pass.requires) {
          if (!properties.contains(required)) {
            throw new IllegalStateException(
                "pass '%s' requires %s, which no pass before it leaves"
                    .formatted(pass.name, required));
          }
        }
        properties.removeAll(pass.ends);
        if (pass.option == null && pass.applies == null) {
          properties.addAll(pass.leaves);
        }
      }
      return new PassList<>(passes);
    }
  }
}
