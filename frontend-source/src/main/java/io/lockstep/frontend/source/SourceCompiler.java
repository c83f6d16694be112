package io.lockstep.frontend.source;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** A compiler to PTX that was found on this machine. */
interface SourceCompiler {
  /** {@code -DNAME=VALUE} and {@code -UNAME}, which every compiler takes. */
  Pattern MACRO = Pattern.compile("-[DU][A-Za-z_].*", Pattern.DOTALL);

  /** A folder to look for included files in. */
  Pattern INCLUDES = Pattern.compile("-I.+");

  /** Its name, for messages. */
  String name();

  /** Its path. */
  Path program();

  /** The command that prints its version. */
  default List<String> version() {
    return List.of(program().toString(), "--version");
  }

  /** Files beside the compiler that its output depends on. */
  List<Path> libraries();

  /** What a kernel is marked with in the language. */
  String kernelKeyword();

  /** Options that a workload may give, as patterns. */
  List<Pattern> allowed();

  /** The same for people. */
  String allowedText();

  /** The text that is included before every source, or nothing. */
  byte[] prelude();

  /**
   * Options that a source needs beside those of the workload, such as extensions that it uses.
   *
   * @param options of the workload, checked
   * @param preprocessed the source without them; empty if it cannot be preprocessed so
   */
  default List<String> needed(List<String> options, Optional<String> preprocessed) {
    return List.of();
  }

  /**
   * The command that writes the preprocessed source to its standard output.
   *
   * @param prelude file of {@link #prelude()}
   * @param options of the workload, checked
   */
  List<String> preprocess(Path prelude, List<String> options, String file);

  /**
   * Built-in functions that a source needs beside the libraries.
   *
   * @param preprocessed the source
   * @param subGroup work-items of a sub-group
   */
  default List<Supplement> supplements(String preprocessed, int subGroup) {
    return List.of();
  }

  /**
   * The command that writes the LLVM IR of the source alone to its standard output, for what its
   * PTX does not say of kernels; empty if it says all.
   *
   * @param prelude file of {@link #prelude()}
   * @param options of the workload and those needed beside them
   * @param preprocessed the source
   */
  default List<String> describe(
      Path prelude, List<String> options, String file, String preprocessed) {
    return List.of();
  }

  /**
   * Positions, from 0, of pointers whose qualifiers forbid caches that do not see writes, although
   * the compiler's text allows it; by the names of kernels.
   *
   * @param preprocessed the source
   */
  default Map<String, Set<Integer>> uncached(String preprocessed) {
    return Map.of();
  }

  /**
   * The command that writes a supplement's bitcode.
   *
   * @param text its file
   * @param bitcode the file to write
   */
  default List<String> compile(Supplement supplement, Path text, Path bitcode) {
    throw new UnsupportedOperationException(supplement.name());
  }

  /**
   * The command that writes PTX to its standard output.
   *
   * @param prelude file of {@link #prelude()}
   * @param options of the workload and those needed beside them
   * @param linked bitcode of supplements
   */
  List<String> compile(Path prelude, List<String> options, List<Path> linked, String file);
}
