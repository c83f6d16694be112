package io.lockstep.kernel.pass;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A kernel under transformation by passes. Not thread-safe.
 *
 * @param blocks in their order; passes change the blocks' code, and drop blocks
 * @param parameters in their order; passes replace them
 * @param builder registers, variables, attributes
 * @param addressBits of a pointer in the text, 32 or 64
 * @param convertsSpaces whether an addition or subtraction of a constant converts an address of
 *     work-group or private memory into a generic one or back
 */
public record KernelDraft(
    List<Draft> blocks,
    List<Parameter> parameters,
    KernelBuilder builder,
    int addressBits,
    Predicate<Instruction> convertsSpaces) {
  /**
   * Copies the parameters; the blocks are the front-end's.
   *
   * @param blocks in their order; passes change the blocks' code, and drop blocks
   * @param parameters in their order; passes replace them
   * @param builder registers, variables, attributes
   * @param addressBits of a pointer in the text, 32 or 64
   * @param convertsSpaces whether an addition or subtraction of a constant converts an address of
   *     work-group or private memory into a generic one or back
   */
  public KernelDraft {
    parameters = new ArrayList<>(parameters);
  }

  /**
   * Creates a draft for a language without generic addresses.
   *
   * @param blocks in their order; passes change and drop them
   * @param parameters in their order; copied
   * @param builder registers, variables and attributes
   * @param addressBits of a pointer in the text, 32 or 64
   */
  public KernelDraft(
      List<Draft> blocks, List<Parameter> parameters, KernelBuilder builder, int addressBits) {
    this(blocks, parameters, builder, addressBits, i -> false);
  }
}
