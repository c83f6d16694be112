// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.compile;

import io.lockstep.io.Digests;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text of CUDA C++ or HIP that a program compiles by NVRTC or hipRTC, with its headers and the
 * expressions whose names it asks for. The files of a text are kept in a folder of their own, since
 * results name its lines.
 *
 * @param file the text's file, behind whose text each expression is the value of a variable
 * @param text the file's content
 * @param expressions number of expressions
 */
public record RuntimeSource(Path file, String text, int expressions) {
  private static final String OPTIONS = "build options";
  private static final String VARIABLE = "lockstep_name_";
  private static final String DEFINITION = "__device__ const void *" + VARIABLE;

  /** Where a message shows what stands around an expression, with the marks below it. */
  private static final Pattern SHOWN =
      Pattern.compile(
          "(?m)^[ \\d|]*(?:"
              + Pattern.quote(DEFINITION)
              + "\\d+ = .*|\\);)\\R?(?:[ |~]*\\^[ |~^]*(?:\\R|$))?");

  /** The definition of a variable in PTX, with its number and what its value names. */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?m)^.*\\.global\\b.*\\b"
              + VARIABLE
              + "(\\d+)\\b.*=\\s*\\{?\\s*(?:generic\\()?([\\w$]+)\\)?.*;\\R");

  /** Options with other spellings in compilers, as pairs. */
  private static final List<List<String>> SPELLINGS =
      List.of(
          List.of("--gpu-architecture=", "-arch="),
          List.of("--define-macro=", "-D"),
          List.of("--undefine-macro=", "-U"),
          List.of("--include-path=", "-I"),
          List.of("--std=", "-std="),
          List.of("-use_fast_math", "--use_fast_math"),
          List.of("--disable-warnings", "-w"));

  /** Options that concern machine code, diagnostics, or what the compilers do anyway. */
  private static final Pattern IGNORED =
      Pattern.compile(
          "-G|--device-debug|-lineinfo|--generate-line-info|-?-dopt.*|-?-ewp"
              + "|--extensible-whole-program|-dc|--device-c|-dw|--device-w|-rdc=.*"
              + "|--relocatable-device-code=.*|-?-maxrregcount=.*|-Xptxas.*|--ptxas-options.*"
              + "|--extra-device-vectorization|-?-restrict|-?-diag-.*|-err-no|--display-error-number"
              + "|--no-display-error-number|--builtin-.*|-?-default-device"
              + "|--device-as-default-execution-space|-?-split-compile.*|-?-minimal"
              + "|--no-source-include|-no-source-include|--time=.*|-time=.*|--version-ident=.*"
              + "|--modify-stack-limit=.*");

  /** Options that take the following word. */
  private static final Pattern SEPARATE =
      Pattern.compile(
          "-[DUI]|-arch|--gpu-architecture|--define-macro|--undefine-macro"
              + "|--include-path|--std|-std|-?-maxrregcount|-Xptxas|--ptxas-options");

  /**
   * Writes the files of a text.
   *
   * @param parts texts that each end with 0: the number of headers, name and text of the source and
   *     of each header, expressions
   * @param folder folder for the files of all texts
   * @param extension file name extension of the language
   * @throws InputException if a header's name leaves the text's folder
   * @throws IllegalArgumentException if there are no such parts
   */
  public static RuntimeSource write(byte[] parts, Path folder, String extension) {
    List<String> texts = texts(parts);
    int headers = texts.isEmpty() ? 0 : Integer.parseInt(texts.get(0));
    int first = 3 + 2 * headers;
    if (headers < 0 || headers > texts.size() || texts.size() < first) {
      throw new IllegalArgumentException("a text with all its headers");
    }
    MessageDigest digest = Digests.start();
    digest.update(parts);
    Path own = folder.resolve(Digests.hex(digest.digest()).substring(0, 16));
    StringBuilder text = new StringBuilder(texts.get(2));
    for (int i = first; i < texts.size(); i++) {
      // on a line of its own, so that messages show the expression alone
      String place = "\n#line 1 \"name expression %d\"\n".formatted(1 + i - first);
      text.append(place).append(DEFINITION).append(i - first).append(" = (const void *)(");
      text.append(place).append(texts.get(i)).append(place).append(");");
    }
    text.append('\n');
    String name = texts.get(1).substring(texts.get(1).lastIndexOf('/') + 1);
    String ending = "." + extension;
    Path file = own.resolve(name.endsWith(ending) ? name : name + ending);
    write(file, text.toString());
    for (int i = 3; i < first; i += 2) {
      Path header = own.resolve(texts.get(i)).normalize();
      if (!header.startsWith(own)) {
        throw new InputException(texts.get(i), "is no name of a header below the source's folder");
      }
      write(header, texts.get(i + 1));
    }
    return new RuntimeSource(file, text.toString(), texts.size() - first);
  }

  private static List<String> texts(byte[] parts) {
    List<String> texts = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < parts.length; i++) {
      if (parts[i] == 0) {
        texts.add(new String(parts, from, i - from, StandardCharsets.ISO_8859_1));
        from = i + 1;
      }
    }
    return texts;
  }

  private static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Path aside = Files.createTempFile(file.getParent(), "write", ".tmp");
      Files.writeString(aside, text, StandardCharsets.ISO_8859_1);
      Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new OutputException(file.toString(), e);
    }
  }

  /**
   * Returns options of NVRTC as a compiler takes them, and that for the folder of the headers.
   *
   * @param options with line feeds between them
   */
  public List<String> options(String options) {
    List<String> words = new ArrayList<>();
    Optional<String> before = Optional.empty();
    for (String part : options.split("\n")) {
      String word = part.strip();
      if (before.isPresent()) {
        String option = before.get();
        word = option + (option.matches("-[DUI]") ? "" : "=") + word;
        before = Optional.empty();
      } else if (SEPARATE.matcher(word).matches()) {
        before = Optional.of(word);
        continue;
      }
      if (!word.isEmpty() && !IGNORED.matcher(word).matches()) {
        words.add(spelled(word));
      }
    }
    if (before.isPresent()) {
      throw new InputException(OPTIONS, before.get() + " lacks its value");
    }
    words.add("-I" + file.getParent());
    return words;
  }

  /**
   * Returns the PTX of a HIP text.
   *
   * @param options of hipRTC, which are those of hipcc, with line feeds between them
   * @param lanes lanes of a wavefront of the device that the program sees
   */
  public String compiledAsHip(String options, int lanes) {
    List<String> words = new ArrayList<>();
    options.lines().map(String::strip).filter(word -> !word.isEmpty()).forEach(words::add);
    words.add("-I" + file.getParent());
    return HipCompilers.find().compile(file, words, lanes);
  }

  /** Returns a compiler's message without the definitions and the folder that Lockstep added. */
  public String ofProgram(String message) {
    return SHOWN.matcher(message).replaceAll("").replace(file.getParent() + "/", "");
  }

  private static String spelled(String word) {
    for (List<String> pair : SPELLINGS) {
      if (word.startsWith(pair.get(0))) {
        return pair.get(1) + word.substring(pair.get(0).length());
      }
    }
    return word;
  }

  /**
   * The compiled text.
   *
   * @param names what the expressions name, in their order
   */
  public record Compiled(String text, List<String> names) {}

  /** Takes the names of the expressions out of a compiled text. */
  public Compiled named(String ptx) {
    List<String> names = new ArrayList<>(Collections.nCopies(expressions, ""));
    Matcher matcher = NAMED.matcher(ptx);
    while (matcher.find()) {
      int number = Integer.parseInt(matcher.group(1));
      if (number < expressions) {
        names.set(number, matcher.group(2));
      }
    }
    if (names.contains("")) {
      throw new InputException(
          file.toString(),
          "name expression %s names no kernel and no variable".formatted(names.indexOf("") + 1));
    }
    return new Compiled(matcher.replaceAll(""), names);
  }
}
