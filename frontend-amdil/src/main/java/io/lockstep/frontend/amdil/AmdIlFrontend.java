// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import io.lockstep.frontend.amdil.statement.IlText;
import io.lockstep.frontend.amdil.statement.ProgramSyntax;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.ir.Kernel;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads AMD IL (il_cs_2_0 and il_ps_2_0) as accepted by CAL.
 *
 * <p>Source: "AMD Intermediate Language (IL) Specification", AMD, version 2, as quoted by public
 * texts and programs that print IL; the README documents interpretations. A file holds one kernel,
 * named after the file. Unsupported operations are refused with name and position; ambiguous ones
 * are warnings of the logger {@code io.lockstep.frontend.amdil}.
 */
public final class AmdIlFrontend implements KernelFrontend {

  /** Creates the front-end; called by {@link java.util.ServiceLoader}. */
  public AmdIlFrontend() {}

  @Override
  public String id() {
    return ProgramLowering.LANGUAGE;
  }

  @Override
  public List<String> extensions() {
    return List.of("il");
  }

  @Override
  public boolean bindsResources() {
    return true;
  }

  @Override
  public List<Kernel> read(String file, String text, FrontendOptions options) {
    return read(
        file,
        text,
        options,
        w -> System.getLogger("io.lockstep.frontend.amdil").log(System.Logger.Level.WARNING, w));
  }

  /** Reads kernels and passes warnings to a consumer. */
  static List<Kernel> read(
      String file, String text, FrontendOptions options, Consumer<String> warnings) {
    IlText source = new IlText(file, text, warnings);
    ProgramSyntax.Program program = ProgramParser.parse(source);
    return List.of(ProgramLowering.lower(source, program, options));
  }
}
