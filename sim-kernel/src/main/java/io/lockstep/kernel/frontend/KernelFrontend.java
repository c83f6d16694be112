package io.lockstep.kernel.frontend;

import io.lockstep.kernel.ir.Kernel;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads kernels from a text. Found by ServiceLoader; stateless and thread-safe.
 *
 * <p>Errors are {@link io.lockstep.io.InputException}s that name file, line and column.
 */
public interface KernelFrontend {
  /**
   * Short id, for example {@code ptx}.
   *
   * @return the id
   */
  String id();

  /**
   * File-name endings it reads, without the dot.
   *
   * @return file-name endings, lower case, without the dot
   */
  List<String> extensions();

  /**
   * Reads all kernels of a file.
   *
   * @param file name for messages
   * @param text the file's text
   * @param options the workload's information about the kernels
   * @return kernels in the order of the text
   */
  List<Kernel> read(String file, String text, FrontendOptions options);

  /**
   * {@return the source lines behind the lines of a compiled file; empty if the text does not state
   * them. Messages and kernels still name the text's own lines}
   *
   * @param text the file's text
   */
  default Optional<CompiledLines> compiledLines(String text) {
    return Optional.empty();
  }

  /**
   * {@return whether launches of its kernels bind resources by name, instead of passing arguments
   * and a group size}
   */
  default boolean bindsResources() {
    return false;
  }

  /** {@return whether its compiler accepts options} */
  default boolean takesCompilerOptions() {
    return false;
  }

  /**
   * {@return whether kernels of a file can read a global offset and a global size in work-items, if
   * they are compiled with the option {@code -DLOCKSTEP_RANGE}}
   *
   * @param file its path
   */
  default boolean takesRanges(String file) {
    return false;
  }

  /**
   * {@return whether the language wants every work-item of a group at each barrier, also those that
   * have left the loop that it stands in, or have ended}
   *
   * @param file its path
   */
  default boolean wantsAllAtBarriers(String file) {
    return false;
  }

  /**
   * {@return the version of its compiler, in one line; empty if it has none}
   *
   * @param file the kernels' file, which is not read
   */
  default String compiler(String file) {
    return "";
  }

  /**
   * {@return a copy that reports its activity: executed commands, used files}
   *
   * @param notes receives one line each
   */
  default KernelFrontend telling(Consumer<String> notes) {
    return this;
  }
}
