package io.lockstep.terascale.lowering;

import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.SpecSchema;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a device's compiler makes of kernels: each is a figure of the specification, 1 if it does, 0
 * or absent if it does not.
 */
public enum CodeOption {
  /** The components of a vector operation of four stay in slots x to w: slot t takes scalars. */
  WHOLE_VECTORS("code.whole_vectors", "components of vectors of four: slots x to w 1, any slot 0"),

  /**
   * In a kernel with atomics on global memory, a load of memory that it may write is an atomic that
   * changes nothing, a wait for its acknowledgement, and a fetch of what it returned.
   */
  COMPLETE_LOADS("code.complete_loads", "loads beside global atomics: no-op atomics 1, fetches 0"),

  /**
   * The old value of an atomic on global memory goes to the return buffer: the program waits for
   * the acknowledgement and fetches it from there.
   */
  RETURNED_ATOMICS(
      "code.returned_atomics", "old values of global atomics: fetched from a buffer 1, sent 0"),

  /** Two reads of single words of local memory become one operation with two addresses. */
  PAIRED_READS("code.paired_reads", "two reads of local memory: one operation 1, two 0"),

  /** Operations take words of local reads out of the output queues themselves. */
  QUEUE_OPERANDS("code.queue_operands", "words of local reads: operands 1, moved to registers 0"),

  /** Doubles are computed in the registers of their variables instead of being moved there. */
  DOUBLES_IN_PLACE(
      "code.doubles_in_place", "doubles: computed in their registers 1, moved there 0"),

  /** First coordinates of texels stay in the registers that their fetches read. */
  COORDINATES_IN_PLACE(
      "code.coordinates_in_place", "coordinates of texels: read in place 1, moved 0"),

  /** All words of constant memory whose address is known come from the constant cache. */
  FIXED_CONSTANTS(
      "code.fixed_constants", "constants at fixed places: all cached 1, words of arguments 0"),

  /** Values beyond the registers are computed again or kept in scratch memory. */
  SPILLS("code.spills", "values beyond the registers: to scratch memory 1, refused 0"),

  /** Short sides of branches become conditional moves where they take less time. */
  IF_CONVERSION("code.if_conversion", "short sides of branches: conditional moves 1, branches 0"),

  /** Integer operations whose results are known, and scaled indexes, are folded. */
  CONSTANT_FOLDING(
      "code.constant_folding", "known integers and scaled indexes: folded 1, computed 0");

  private final String figure;
  private final String meaning;

  CodeOption(String figure, String meaning) {
    this.figure = figure;
    this.meaning = meaning;
  }

  /**
   * Adds the figures of all options to a schema.
   *
   * @param b of a family
   */
  public static void declare(SpecSchema.Builder b) {
    for (CodeOption option : values()) {
      b.optional(option.figure, Dimension.COUNT, option.meaning, 0, 1);
    }
  }

  /**
   * {@return the options that a device's compiler has}
   *
   * @param f its figures
   */
  public static Set<CodeOption> of(Figures f) {
    Set<CodeOption> options = EnumSet.noneOf(CodeOption.class);
    for (CodeOption option : values()) {
      if (f.optional(option.figure).orElse(0) > 0) {
        options.add(option);
      }
    }
    return Collections.unmodifiableSet(options);
  }
}
