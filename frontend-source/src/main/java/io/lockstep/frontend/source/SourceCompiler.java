package io.lockstep.frontend.source;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** A compiler to PTX that was found on this machine. Immutable. */
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
   * The command that writes the preprocessed source to its standard output.
   *
   * @param prelude file of {@link #prelude()}
   * @param options of the workload, checked
   */
  List<String> preprocess(Path prelude, List<String> options, String file);

  /** The command that writes PTX to its standard output. */
  List<String> compile(Path prelude, List<String> options, String file);
}
