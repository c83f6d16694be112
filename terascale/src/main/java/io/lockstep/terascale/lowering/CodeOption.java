// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.lower.Transformation;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.SpecSchema;
import java.util.Set;

/**
 * Optimisations of a device's compiler. Each generation's compiler applies what its hardware
 * allows, unless {@link DeviceSpec#WITHOUT} disables it. Two options differ between devices and are
 * parameters of the specification: 1 if the compiler applies the option, 0 or absent if not.
 */
public enum CodeOption implements Transformation {
  /** Keeps components of a four-component vector operation in slots x to w, scalars in slot t. */
  WHOLE_VECTORS("code.whole_vectors", "components of vectors of four: slots x to w 1, any slot 0"),

  /**
   * In a kernel with atomics on global memory, turns a load of writable memory into an atomic that
   * changes nothing, a wait for its acknowledgement, and a fetch of the returned value (AMD's guide
   * to optimization; R600 has no such atomics).
   */
  COMPLETE_LOADS(Set.of("r600")),

  /**
   * Returns the old value of an atomic on global memory through the return buffer: the program
   * waits for the acknowledgement and fetches the value, as for {@link #COMPLETE_LOADS}.
   */
  RETURNED_ATOMICS(Set.of("r600")),

  /**
   * Merges two single-word reads of local memory into one operation with two addresses
   * (LDS_READ2_RET of Evergreen and Cayman, AMD's programming guide).
   */
  PAIRED_READS(Set.of("r600", "r700")),

  /** Lets ALU operations read the output queues of local memory directly (Evergreen and Cayman). */
  QUEUE_OPERANDS(Set.of("r600", "r700")),

  /** Computes doubles in the registers of their variables instead of moving them there. */
  DOUBLES_IN_PLACE(
      "code.doubles_in_place", "doubles: computed in their registers 1, moved there 0"),

  /** Keeps first coordinates of texels in the registers that their fetches read (LLVM). */
  COORDINATES_IN_PLACE(Set.of()),

  /** Reads constant memory at known addresses through the constant cache (LLVM). */
  FIXED_CONSTANTS(Set.of()),

  /** Rematerialises values beyond the registers or spills them, as AMD's kernel analyzer shows. */
  SPILLS(Set.of()),

  /** Drops sides of branches that no value can reach (LLVM). */
  KNOWN_BRANCHES(Set.of()),

  /** Merges loads and stores of adjacent words of global memory (LLVM's LoadStoreVectorizer). */
  MERGED_ACCESSES(Set.of()),

  /** Replaces short sides of branches by conditional moves if that takes less time (LLVM). */
  IF_CONVERSION(Set.of()),

  /** Folds integer operations with known results, and scaled indexes (LLVM). */
  CONSTANT_FOLDING(Set.of());

  private final String parameter;
  private final String meaning;
  private final Set<String> lacking;

  CodeOption(String parameter, String meaning) {
    this.parameter = parameter;
    this.meaning = meaning;
    lacking = Set.of();
  }

  CodeOption(Set<String> lacking) {
    parameter = "";
    meaning = "";
    this.lacking = lacking;
  }

  @Override
  public String parameter() {
    return parameter;
  }

  @Override
  public Set<String> lacking() {
    return lacking;
  }

  public static void declare(SpecSchema.Builder b) {
    for (CodeOption option : values()) {
      if (!option.parameter.isEmpty()) {
        b.key(option.parameter, Dimension.COUNT, option.meaning).between(0, 1).optional();
      }
    }
    b.steps(Transformation.steps(CodeOption.class));
  }

  public static Set<CodeOption> of(DeviceSpec spec) {
    return Transformation.of(CodeOption.class, spec.choice("unit.isa"), spec);
  }
}
