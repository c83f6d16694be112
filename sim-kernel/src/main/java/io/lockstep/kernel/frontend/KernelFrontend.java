// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Kernel;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Reads kernels from a text. Implementations are found by {@link java.util.ServiceLoader} and are
 * stateless and thread-safe. Errors are {@link io.lockstep.io.InputException}s that name file, line
 * and column.
 */
public interface KernelFrontend {
  /** {@return a short id, for example {@code ptx}} */
  String id();

  /** {@return the file-name extensions that the front-end reads, in lower case, without the dot} */
  List<String> extensions();

  /**
   * {@return all kernels of a file, in the order of the text}
   *
   * @param file name for messages
   * @param text the file's text
   * @param options the workload's information about the kernels
   */
  List<Kernel> read(String file, String text, FrontendOptions options);

  /**
   * {@return the kernels of a file that can be read, in the order of the text} Front-ends of
   * languages that are compiled as a whole read all kernels or fail.
   *
   * @param file name for messages
   * @param text the file's text
   * @param options the workload's information about the kernels
   * @param refused receives each other kernel, with its parameters and the file's variables but
   *     without its code, and why it cannot be read
   */
  default List<Kernel> readEach(
      String file,
      String text,
      FrontendOptions options,
      BiConsumer<Kernel, InputException> refused) {
    return read(file, text, options);
  }

  /**
   * Compiles parts of a program and links them into a library, which need not have a kernel and may
   * call functions of other parts. Throws an {@link InputException} if a part has an error or two
   * parts define one symbol; front-ends of languages without separate compilation check nothing.
   *
   * @param parts at least one part
   * @param options information about the kernels, without options for the compiler
   */
  default void check(List<SourcePart> parts, FrontendOptions options) {}

  /**
   * {@return the kernels of a program whose parts are compiled separately and linked} A symbol that
   * is undefined or defined twice is an error that names it.
   *
   * @param parts at least one part
   * @param options information about the kernels, without options for the compiler
   */
  default List<Kernel> link(List<SourcePart> parts, FrontendOptions options) {
    throw new InputException(
        parts.get(0).file(), "is of a language whose parts Lockstep does not link");
  }

  /**
   * {@return the PTX that a text compiles to} It need not have a kernel.
   *
   * @param file the text's file
   * @param text the file's text
   * @param options options for the compiler
   */
  default String compile(String file, String text, FrontendOptions options) {
    throw new InputException(file, "is of a language that no compiler translates");
  }

  /**
   * {@return the source lines of a compiled file's lines; empty if the text does not state them}
   * Messages and kernels still name the text's own lines.
   *
   * @param text the file's text
   */
  default Optional<CompiledLines> compiledLines(String text) {
    return Optional.empty();
  }

  /**
   * {@return whether launches bind resources by name instead of passing arguments and a group size}
   */
  default boolean bindsResources() {
    return false;
  }

  /** {@return whether the front-end has a compiler that accepts options} */
  default boolean takesCompilerOptions() {
    return false;
  }

  /**
   * {@return whether kernels of a file can read a global offset and a global size in work-items, if
   * compiled with the option {@code -DLOCKSTEP_RANGE}}
   *
   * @param file path of the file
   */
  default boolean takesRanges(String file) {
    return false;
  }

  /**
   * {@return whether the language requires every work-item of a group to reach each barrier,
   * including work-items that have left the loop around it or have ended}
   *
   * @param file path of the file
   */
  default boolean wantsAllAtBarriers(String file) {
    return false;
  }

  /**
   * {@return the version of the compiler, in one line; empty if there is none}
   *
   * @param file file of the kernels, which is not read
   */
  default String compiler(String file) {
    return "";
  }

  /**
   * {@return a copy that reports executed commands and used files}
   *
   * @param notes receives one line for each report
   */
  default KernelFrontend telling(Consumer<String> notes) {
    return this;
  }
}
