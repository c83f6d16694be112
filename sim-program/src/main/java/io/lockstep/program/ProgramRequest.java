// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
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
   * @param success how the program says that its results are right
   */
  public record Output(boolean toError, Success success) {}

  /**
   * How a program says that its results are right.
   *
   * @param passes a line of its output must contain a match; empty to judge by its exit code
   * @param code the exit code that it must have; empty for 0, or for any code if a line of the
   *     output decides
   */
  public record Success(Optional<Pattern> passes, OptionalInt code) {
    /** The exit code 0. */
    public static final Success EXIT_0 = new Success(Optional.empty(), OptionalInt.empty());

    /**
     * Returns why a program has failed, or an empty text.
     *
     * @param matched whether a line of its output matched the pattern
     */
    String failure(int exit, boolean matched) {
      String ended = "the program ended with exit code " + exit;
      if (passes.isPresent() && !matched) {
        return "no line of the program's output matches --passes "
            + passes.get()
            + (exit == 0 ? "" : "; " + ended);
      }
      if (code.isPresent()) {
        return exit == code.getAsInt() ? "" : ended + ", not " + code.getAsInt();
      }
      return exit == 0 || passes.isPresent() ? "" : ended;
    }

    /** Returns what judged the results. */
    String by() {
      String line = passes.isPresent() ? "--passes" : "";
      String exit = code.isPresent() ? "--exit-code" : "";
      String both = line + (line.isEmpty() || exit.isEmpty() ? "" : " and ") + exit;
      return "by " + (both.isEmpty() ? "the program" : both);
    }
  }

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
