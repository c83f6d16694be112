// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.kernel.frontend.TextTarget;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** A compiler that generates PTX, found on this machine. */
interface SourceCompiler {
  /** Matches {@code -DNAME=VALUE} and {@code -UNAME}, which every compiler accepts. */
  Pattern MACRO = Pattern.compile("-[DU][A-Za-z_].*", Pattern.DOTALL);

  Pattern INCLUDES = Pattern.compile("-I.+");

  String name();

  Path program();

  default List<String> version() {
    return List.of(program().toString(), "--version");
  }

  /** Whether it is the one that is taken unless the user names another, which results then name. */
  default boolean isUsual() {
    return true;
  }

  /** Returns the name of the usual compiler, for the remark on results of another one. */
  String usual();

  String kernelKeyword();

  /** Returns the patterns of options that a workload may give. */
  List<Pattern> allowed();

  String allowedText();

  /** Returns a remark on a text whose meaning depends on a device that no option names. */
  default Optional<String> remark(String file, String text, List<String> options) {
    return Optional.empty();
  }

  /** Returns the messages of a failure, with what the user can do about one of this compiler. */
  default String explained(String messages) {
    return messages;
  }

  /** Whether an option requests a text for the instruction set of each device. */
  default boolean isNative(String option) {
    return false;
  }

  /** Returns an allowed option as the compiler takes it, for some devices. */
  default String option(String allowed, TextTarget target) {
    return allowed;
  }

  /** Returns the text that is included before every source; may be empty. */
  byte[] prelude();

  /**
   * Returns the options that a source needs besides the workload's, such as extensions.
   *
   * @param preprocessed source preprocessed without these options; empty if preprocessing failed
   */
  default List<String> needed(List<String> options, Optional<String> preprocessed) {
    return List.of();
  }

  /**
   * Returns the command that writes the preprocessed source to standard output.
   *
   * @param prelude file of {@link #prelude()}
   * @param options checked options of the workload
   */
  List<String> preprocess(Path prelude, List<String> options, String file);

  /**
   * Returns the libraries that are linked to a source, for this sub-group size.
   *
   * @param options checked options of the workload
   */
  default List<BuiltInLibrary> builtIns(List<String> options, String preprocessed, int subGroup) {
    return List.of();
  }

  /**
   * Returns the command that writes the source's LLVM IR to standard output, for kernel attributes
   * that PTX lacks; empty if the source has none.
   *
   * @param prelude file of {@link #prelude()}
   * @param options options of the workload, and further options
   */
  default List<String> describe(
      Path prelude, List<String> options, String file, String preprocessed) {
    return List.of();
  }

  /**
   * Returns the positions, from 0, of pointers whose qualifiers forbid incoherent caches although
   * the compiler's output allows them, by kernel name.
   */
  default Map<String, Set<Integer>> uncached(String preprocessed) {
    return Map.of();
  }

  /** Returns the command that compiles a library's text to bitcode. */
  default List<String> compile(BuiltInLibrary library, Path text, Path bitcode) {
    throw new UnsupportedOperationException(library.name());
  }

  /**
   * Returns the command that writes a separately compiled part as LLVM IR to standard output.
   *
   * @param linked bitcode that becomes part of it
   */
  default List<String> part(Path prelude, List<String> options, List<Path> linked, String file) {
    throw new UnsupportedOperationException(name());
  }

  /** Returns the command that makes bitcode of a part's IR. */
  default List<String> assemble(Path part, Path bitcode) {
    throw new UnsupportedOperationException(name());
  }

  /**
   * Returns the command that links parts and writes PTX to standard output.
   *
   * @param options checked options of each part
   * @param first IR of the first part
   * @param others bitcode of the other parts
   */
  default List<String> link(List<List<String>> options, Path first, List<Path> others) {
    throw new UnsupportedOperationException(name());
  }

  /** Returns the command that writes PTX to standard output; {@code linked} is bitcode. */
  List<String> compile(Path prelude, List<String> options, List<Path> linked, String file);
}
