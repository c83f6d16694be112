package io.lockstep.run.validation;

import io.lockstep.run.variant.VariantOptions;

/**
 * How to validate. Immutable.
 *
 * @param variants how rows are simulated, where what is known of them is kept, and who is told
 * @param progress told how many simulations of how many are done, and what was last, on any thread
 */
public record ValidationOptions(VariantOptions variants, ValidationProgress progress) {
  /** Is notified of progress. */
  @FunctionalInterface
  public interface ValidationProgress {
    /**
     * One more is done.
     *
     * @param done how many are
     * @param all of how many
     * @param name what was simulated
     */
    void at(int done, int all, String name);
  }

  /** {@return all processors, no limits, nothing kept, no notifications} */
  public static ValidationOptions defaults() {
    return new ValidationOptions(VariantOptions.defaults(), (done, all, name) -> {});
  }
}
