package io.lockstep.terascale.lowering;

import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.SpecSchema;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * What a device's compiler makes of kernels. Every compiler does what generations of hardware
 * allow, unless {@link DeviceSpec#WITHOUT} leaves it out; two options differ from device to device
 * and are figures of the specification, 1 if the compiler does it, 0 or absent if it does not.
 */
public enum CodeOption {
  /** The components of a vector operation of four stay in slots x to w: slot t takes scalars. */
  WHOLE_VECTORS("code.whole_vectors", "components of vectors of four: slots x to w 1, any slot 0"),

  /**
   * In a kernel with atomics on global memory, a load of memory that it may write is an atomic that
   * changes nothing, a wait for its acknowledgement, and a fetch of what it returned (AMD's guide
   * to optimization; R600 has no such atomics).
   */
  COMPLETE_LOADS(Set.of("r600")),

  /**
   * The old value of an atomic on global memory goes to the return buffer: the program waits for
   * the acknowledgement and fetches it from there, as that of {@link #COMPLETE_LOADS}.
   */
  RETURNED_ATOMICS(Set.of("r600")),

  /**
   * Two reads of single words of local memory become one operation with two addresses
   * (LDS_READ2_RET of Evergreen and Cayman, AMD's programming guide).
   */
  PAIRED_READS(Set.of("r600", "r700")),

  /**
   * Operations take words of local reads out of the output queues themselves; Evergreen and Cayman
   * have them.
   */
  QUEUE_OPERANDS(Set.of("r600", "r700")),

  /** Doubles are computed in the registers of their variables instead of being moved there. */
  DOUBLES_IN_PLACE(
      "code.doubles_in_place", "doubles: computed in their registers 1, moved there 0"),

  /** First coordinates of texels stay in the registers that their fetches read (LLVM). */
  COORDINATES_IN_PLACE(Set.of()),

  /** All words of constant memory whose address is known come from the constant cache (LLVM). */
  FIXED_CONSTANTS(Set.of()),

  /**
   * Values beyond the registers are computed again or kept in scratch memory, as AMD's kernel
   * analyzer shows.
   */
  SPILLS(Set.of()),

  /** Short sides of branches become conditional moves where they take less time (LLVM). */
  IF_CONVERSION(Set.of()),

  /** Integer operations whose results are known, and scaled indexes, are folded (LLVM). */
  CONSTANT_FOLDING(Set.of());

  private final String figure; // or null
  private final String meaning;
  private final Set<String> lacking; // instruction sets

  CodeOption(String figure, String meaning) {
    this.figure = figure;
    this.meaning = meaning;
    lacking = Set.of();
  }

  CodeOption(Set<String> lacking) {
    figure = null;
    meaning = null;
    this.lacking = lacking;
  }

  private String step() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Adds figures and steps of all options to a schema.
   *
   * @param b of a family
   */
  public static void declare(SpecSchema.Builder b) {
    for (CodeOption option : values()) {
      if (option.figure != null) {
        b.optional(option.figure, Dimension.COUNT, option.meaning, 0, 1);
      }
    }
    b.steps(Arrays.stream(values()).filter(o -> o.figure == null).map(CodeOption::step).toList());
  }

  /**
   * {@return the options that a device's compiler has}
   *
   * @param spec the device
   */
  public static Set<CodeOption> of(DeviceSpec spec) {
    Set<CodeOption> options = EnumSet.noneOf(CodeOption.class);
    for (CodeOption option : values()) {
      boolean has =
          option.figure != null
              ? spec.optional(option.figure).orElse(0) > 0
              : !option.lacking.contains(spec.choice("unit.isa")) && !spec.omits(option.step());
      if (has) {
        options.add(option);
      }
    }
    return Collections.unmodifiableSet(options);
  }
}
