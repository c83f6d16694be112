// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import io.lockstep.io.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * Builds programs of one language, host and device code, as a vendor's compiler driver does. Found
 * as a service.
 */
public interface ProgramCompiler {
  /** {@return the name of the vendor's driver that it stands for} */
  String id();

  /**
   * Does what a command line of the driver asks for: compiles, links. What the compiler says goes
   * to this process's streams.
   *
   * @param arguments the arguments behind the driver's name
   * @param library makes a library to link with, by the name that the linker has for it
   * @return the exit code
   * @throws InputException if the compiler cannot be used or an argument asks for what is not
   *     supported
   */
  int run(List<String> arguments, Function<String, Path> library);

  /**
   * {@return the PTX of a text that a program compiles while it runs}
   *
   * @param file the text's file
   * @param options options of the driver
   * @param lanes lanes of a wavefront of the device that the program sees
   * @throws InputException if the compiler cannot be used or the text has an error
   */
  default String compile(Path file, List<String> options, int lanes) {
    throw new InputException(
        file.toString(), id() + " compiles no texts of programs while they run");
  }
}
