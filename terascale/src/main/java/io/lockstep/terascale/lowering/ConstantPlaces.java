// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.terascale.code.Source;

/**
 * Finds loads of constant memory at statically known addresses, so that ALU clauses read the words
 * in locked lines of the constant cache. A clause names a line of 16 constants of 16 bytes by 8
 * bits: words behind the first 64 KiB of a buffer are fetched, and so are words with a computed
 * index, even if it is uniform (AMD's OpenCL guide: such words come from the first-level cache).
 *
 * @param found known values so far, by value number
 */
record ConstantPlaces(Kernel kernel, RegisterFacts registers, Source[] found) {
  /** Lower buffers hold parameters, addresses of variables and the driver's words. */
  static final int FIRST_BANK = 4;

  private static final int LARGEST = 256 * 16 * 16;
  private static final int LONGEST = 64; // maximum depth of an address computation

  /** A location in a constant buffer; {@code offset} is in bytes. */
  record Place(int bank, long offset) {
    Source word(long plus) {
      return Source.constant(bank, (int) ((offset + plus) / 4));
    }

    private Place plus(long bytes) {
      return new Place(bank, offset + bytes);
    }
  }

  /** The location that a load reads, or null if it is unknown or cannot be named by a clause. */
  Place of(Instruction load) {
    int size = load.memory().element().bytes();
    Place base = place(load.sources().get(0), LONGEST);
    Place place = base == null ? null : base.plus(load.memory().offset());
    boolean fits =
        place != null
            && place.offset >= 0
            && place.offset % size == 0
            && place.offset + (long) size * load.destinations().size() <= LARGEST;
    return fits ? place : null;
  }

  private Place place(Operand o, int steps) {
    if (!o.isRegister()) {
      return variable(o.bits());
    }
    Source known = found[2 * o.register()];
    if (known != null && known.kind() == Source.Kind.CONSTANT && known.bank() == 0) {
      int dword = known.number() - KernelFacts.IMPLICIT_DWORDS;
      return dword < 0 ? null : new Place(FIRST_BANK + dword / 2, 0);
    }
    if (known != null && known.kind() == Source.Kind.CONSTANT && known.bank() == 1) {
      return new Place(bank(known.number()), 0);
    }
    Instruction i = registers.definition(o.register());
    if (i == null || steps == 0) {
      return null;
    }
    Operand first = i.sources().isEmpty() ? null : i.sources().get(0);
    Operand second = i.sources().size() < 2 ? null : i.sources().get(1);
    boolean sum = (i.op() == Op.ADD || i.op() == Op.SUB) && !i.type().isFloat() && second != null;
    if (i.op() == Op.MOVE) {
      return place(first, steps - 1);
    }
    if (!sum || second.isRegister() || isSymbol(second.bits())) {
      return null;
    }
    Place base = place(first, steps - 1);
    long bytes = i.type().isWide() ? second.bits() : (int) second.bits();
    return base == null ? null : base.plus(i.op() == Op.SUB ? -bytes : bytes);
  }

  private Place variable(long bits) {
    return isSymbol(bits)
        ? new Place(
            bank((int) ((bits >>> Address.OFFSET_BITS) - Address.VARIABLE_WINDOW)),
            bits & Address.OFFSET_MASK)
        : null;
  }

  private static boolean isSymbol(long bits) {
    long window = bits >>> Address.OFFSET_BITS;
    return window >= Address.VARIABLE_WINDOW && window < Address.VARIABLE_WINDOW + 0x1000;
  }

  /** The buffer of a variable; buffers of variables follow those of the parameters. */
  private int bank(int variable) {
    return FIRST_BANK + (kernel.parameterBytes() + 7) / 8 + variable;
  }
}
