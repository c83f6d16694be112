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
   * @return the id; short, for example {@code ptx}
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
   * @param options what the workload says beside the text
   * @return kernels in the order of the text
   */
  List<Kernel> read(String file, String text, FrontendOptions options);

  /**
   * {@return what the lines of a file that it reads were compiled from; empty where its text does
   * not say so. Messages and kernels name the text's own lines all the same}
   *
   * @param text the file's text
   */
  default Optional<CompiledLines> compiledLines(String text) {
    return Optional.empty();
  }

  /**
   * {@return whether launches of its kernels bind resources by name, in place of arguments and a
   * group size}
   */
  default boolean bindsResources() {
    return false;
  }

  /** {@return whether it has a compiler that takes options} */
  default boolean takesCompilerOptions() {
    return false;
  }

  /**
   * {@return the version of the compiler that it calls, in one line; empty where it calls none}
   *
   * @param file the kernels' file; nothing of it is read
   */
  default String compiler(String file) {
    return "";
  }

  /**
   * {@return the same front-end, telling what it does: commands that it runs, files that it uses}
   *
   * @param notes one line each
   */
  default KernelFrontend telling(Consumer<String> notes) {
    return this;
  }
}
