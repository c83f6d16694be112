// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.kernel.frontend.DraftLayout;
import java.util.function.Consumer;

/** The passes over a front-end's typed kernel, in order; each preserves the results. */
public enum Pass {
  /** Removes empty blocks, so that idioms are found across them. */
  EMPTY_BLOCKS(k -> DraftLayout.skipEmpty(k.blocks())),

  /** Joins a block with its only successor if it is that one's only predecessor. */
  JOINED_BLOCKS(k -> DraftLayout.join(k.blocks())),

  /** Loads the pointer to the grid's workspace as a whole. */
  PARAMETER_HALVES(ParameterHalves::apply),

  /**
   * Replaces multiplies of masked or sign-extended values by 24-bit multiplies. Precedes {@link
   * #BIT_IDIOMS}, which would turn the masks and shifts into bit fields.
   */
  MUL24(k -> Mul24Idiom.apply(k.blocks())),

  /** Replaces shifts, masks and selections by bitwise selects, rotates, fields and extrema. */
  BIT_IDIOMS(k -> BitIdioms.apply(k.blocks())),

  /** Replaces upper halves of 64-bit products by those of 32-bit values. */
  HIGH_PRODUCTS(k -> HighProducts.apply(k.blocks(), k.builder())),

  /** Permits unfused computation of products that are rounded to integers. */
  ROUNDED_PRODUCTS(k -> RoundedProducts.apply(k.blocks())),

  /** Drops unused results of atomics, after the idioms, which may remove readers. */
  UNUSED_RESULTS(k -> UnusedResults.apply(k.blocks())),

  /** Converts generic accesses to the only space from which their pointers come. */
  GENERIC_ADDRESSES(GenericAddresses::apply),

  /** Types wide values that only form addresses as pointers; follows the resolution of spaces. */
  POINTERS(k -> PointerMarking.apply(k.blocks(), k.builder())),

  /** Marks loads through read-only parameters. */
  READ_ONLY_LOADS(k -> ReadOnlyLoads.apply(k.blocks(), k.parameters())),

  /** Types parameters as pointers if all their loads are typed as pointers. */
  POINTER_PARAMETERS(PointerParameters::apply);

  private final Consumer<KernelDraft> work;

  Pass(Consumer<KernelDraft> work) {
    this.work = work;
  }

  void apply(KernelDraft kernel) {
    work.accept(kernel);
  }
}
