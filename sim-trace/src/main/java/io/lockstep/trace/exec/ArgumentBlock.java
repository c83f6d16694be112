package io.lockstep.trace.exec;

import io.lockstep.trace.InputException;
import io.lockstep.trace.ir.Address;
import io.lockstep.trace.ir.Kernel;
import io.lockstep.trace.ir.Parameter;
import java.util.List;

/** Lays the arguments of a launch out in bytes as the kernel expects them. */
final class ArgumentBlock {
  private ArgumentBlock() {}

  /**
   * The argument block of a launch in bytes.
   *
   * @param arguments one value a parameter; pointers are functional addresses
   */
  static byte[] of(Kernel kernel, List<Long> arguments, AddressLayout layout) {
    if (arguments.size() != kernel.parameters().size()) {
      throw new InputException(
          kernel.source(),
          kernel.name()
              + " has "
              + kernel.parameters().size()
              + " parameters, the launch gives "
              + arguments.size());
    }
    byte[] block = new byte[kernel.parameterBytes()];
    for (int p = 0; p < arguments.size(); p++) {
      Parameter parameter = kernel.parameters().get(p);
      long value = arguments.get(p);
      if (parameter.bytes() > 8) {
        throw new InputException(
            kernel.source(),
            kernel.name()
                + ": the structure "
                + parameter.name()
                + " passed by value is not supported yet by this version");
      }
      if (layout != null && parameter.bytes() == 4 && isFunctionalAddress(value)) {
        value = layout.shorten(value);
      }
      for (int b = 0; b < parameter.bytes(); b++) {
        block[parameter.offset() + b] = (byte) (value >>> 8 * b);
      }
    }
    return block;
  }

  /** 32-bit scalars, sign-extended or not, never look like one. */
  private static boolean isFunctionalAddress(long value) {
    return value >>> Address.OFFSET_BITS != 0 && value > 0;
  }
}
