package io.lockstep.frontend.ptx;

@FunctionalInterface
interface Decoder {
  /**
   * {@code base} is the opcode's first field; {@code m} has the others, to be taken if supported.
   */
  void decode(String base, Modifiers m, PtxWriter e);
}
