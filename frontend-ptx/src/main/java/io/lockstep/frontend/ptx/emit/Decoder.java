// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.emit;

import io.lockstep.frontend.ptx.syntax.Modifiers;

@FunctionalInterface
public interface Decoder {
  /**
   * Decodes the writer's current statement.
   *
   * @param base the opcode's first field
   * @param m the other fields, from which the decoder takes the supported fields
   */
  void decode(String base, Modifiers m, PtxWriter e);
}
