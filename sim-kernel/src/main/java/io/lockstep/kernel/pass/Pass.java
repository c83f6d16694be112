package io.lockstep.kernel.pass;

import io.lockstep.kernel.frontend.DraftLayout;
import java.util.function.Consumer;

/**
 * The passes over a front-end's kernel, in order. Registers and instructions are typed before the
 * first pass; each pass preserves the results.
 */
public enum Pass {
  /** Removes empty blocks, so that idioms are found across them. */
  EMPTY_BLOCKS(k -> DraftLayout.skipEmpty(k.blocks())),

  /** Loads the pointer to the grid's workspace as a whole. */
  PARAMETER_HALVES(ParameterHalves::apply),

  /**
   * Multiplies of masked or sign-extended values become 24-bit ones. Before {@link #BIT_IDIOMS},
   * which would make bit fields of the masks and shifts.
   */
  MUL24(k -> Mul24Idiom.apply(k.blocks())),

  /** Shifts, masks and selections become selects of bits, rotates, fields, minima, maxima. */
  BIT_IDIOMS(k -> BitIdioms.apply(k.blocks())),

  /** Products that are rounded to integers need no fusion. */
  ROUNDED_PRODUCTS(k -> RoundedProducts.apply(k.blocks())),

  /** Drops unused results of atomics; idioms have removed their readers before. */
  UNUSED_RESULTS(k -> UnusedResults.apply(k.blocks())),

  /** Converts generic accesses to the only space from which their pointers come. */
  GENERIC_ADDRESSES(GenericAddresses::apply),

  /** Wide values that only form addresses become pointers; spaces are known by now. */
  POINTERS(k -> PointerMarking.apply(k.blocks(), k.builder())),

  /** Marks loads through read-only parameters. */
  READ_ONLY_LOADS(k -> ReadOnlyLoads.apply(k.blocks(), k.parameters())),

  /** Parameters that are only loaded as pointers become pointers. */
  POINTER_PARAMETERS(PointerParameters::apply);

  private final Consumer<KernelDraft> work;

  Pass(Consumer<KernelDraft> work) {
    this.work = work;
  }

  /** Applies the pass. */
  void apply(KernelDraft kernel) {
    work.accept(kernel);
  }
}
