// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A program to run, and how.
 *
 * @param program the program to start
 * @param frontends front-ends, chosen by language
 * @param execution limits of the execution
 * @param options what the program sees, and what becomes of its calls
 * @param output how the program's standard output is treated
 * @param notes receives messages for the user, on any thread
 */
public record ProgramRequest(
    Program program,
    List<KernelFrontend> frontends,
    ExecutionOptions execution,
    LiveOptions options,
    Output output,
    Consumer<String> notes) {
  /**
   * What is started.
   *
   * @param words the program and its arguments
   * @param libraries whether Lockstep's own libraries of kernels take the place of the vendor's
   */
  public record Program(List<String> words, boolean libraries) {
    /** Copies the list. */
    public Program {
      words = List.copyOf(words);
    }
  }

  /**
   * The treatment of a program's standard output.
   *
   * @param toError whether it goes to standard error, because standard output is for results
   * @param passes a line of it must contain a match, otherwise the program has failed; empty to
   *     judge by its exit code alone
   */
  public record Output(boolean toError, Optional<Pattern> passes) {}

  /** Copies the lists. */
  public ProgramRequest {
    frontends = List.copyOf(frontends);
  }

  List<String> command() {
    return program.words();
  }

  boolean libraries() {
    return program.libraries();
  }
}
