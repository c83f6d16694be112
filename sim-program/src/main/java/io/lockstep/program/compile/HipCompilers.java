// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.compile;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.ProgramCompiler;
import java.util.ServiceLoader;

/** Finds the compiler of HIP. */
public final class HipCompilers {
  private static final String HIPCC = "hipcc";

  private HipCompilers() {}

  /**
   * Returns the compiler of HIP programs and texts.
   *
   * @throws InputException if the installation has none
   */
  public static ProgramCompiler find() {
    for (ProgramCompiler compiler : ServiceLoader.load(ProgramCompiler.class)) {
      if (compiler.id().equals(HIPCC)) {
        return compiler;
      }
    }
    throw new InputException(HIPCC, "this installation has no module that compiles HIP");
  }
}
