// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The passes of a compiler in their order, which is checked once, when the list is made: what a
 * pass requires, an earlier one has left, and no pass between them has ended it. A pass that may be
 * left out, or that does not apply to all units, leaves nothing on which others could rely.
 * Immutable.
 *
 * @param <U> a unit of code
 */
public final class PassList<U> {
  private final List<Pass<U>> passes;

  /**
   * Creates a list.
   *
   * @param passes the passes in order
   * @throws IllegalArgumentException if a pass requires what the code need not have
   */
  @SafeVarargs
  public PassList(Pass<U>... passes) {
    this.passes = List.of(passes);
    Set<Enum<?>> properties = new HashSet<>();
    for (Pass<U> pass : this.passes) {
      for (Enum<?> required : pass.order().requires()) {
        if (!properties.contains(required)) {
          throw new IllegalArgumentException(
              "pass '"
                  + pass.name()
                  + "' requires "
                  + required
                  + ", which no pass before it leaves");
        }
      }
      properties.removeAll(pass.order().ends());
      if (pass.isUnconditional()) {
        properties.addAll(pass.order().leaves());
      }
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
      boolean chosen = pass.option().isEmpty() || applied.contains(pass.option().get());
      if (chosen && pass.applies().test(current)) {
        current = pass.work().apply(current);
      }
    }
    return current;
  }

  /** {@return the names of the passes, in order} */
  public List<String> names() {
    return passes.stream().map(Pass::name).toList();
  }
}
