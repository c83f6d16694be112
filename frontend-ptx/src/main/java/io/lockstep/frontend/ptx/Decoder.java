package io.lockstep.frontend.ptx;

/** Turns instructions of one base opcode into operations of the portable kernel. */
@FunctionalInterface
interface Decoder {
  /**
   * Decodes the emitter's current statement.
   *
   * @param base the opcode's first field
   * @param m its other fields; the decoder takes all that it knows
   * @param e where operations go
   */
  void decode(String base, Modifiers m, PtxWriter e);
}
