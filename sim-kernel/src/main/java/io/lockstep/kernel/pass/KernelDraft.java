// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.type.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A kernel under transformation by passes, which change and drop blocks and replace parameters. Not
 * thread-safe.
 *
 * @param convertsSpaces whether an addition or subtraction of a constant converts an address of
 *     work-group or private memory into a generic address or back
 */
public record KernelDraft(
    List<Draft> blocks,
    List<Parameter> parameters,
    KernelBuilder builder,
    int addressBits,
    Predicate<Instruction> convertsSpaces) {
  public KernelDraft {
    parameters = new ArrayList<>(parameters);
  }

  /** Creates a draft for a language without generic addresses. */
  public KernelDraft(
      List<Draft> blocks, List<Parameter> parameters, KernelBuilder builder, int addressBits) {
    this(blocks, parameters, builder, addressBits, i -> false);
  }
}
