package io.lockstep.frontend.source;

import io.lockstep.io.InputException;
import io.lockstep.io.output.ProcessFiles;
import io.lockstep.kernel.frontend.FrontendOptions.CompilerOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * From a source file to PTX, through the cache. The key is made of the preprocessed source (so
 * every included file and macro counts), the command, the compiler's version and its libraries'
 * contents.
 */
final class Compilation {
  private static final String WARNING = "// warning: ";

  /**
   * What came out.
   *
   * @param text PTX, with comments in front
   * @param name what messages call it: the file it is kept in
   */
  record Ptx(String text, String name) {
    /** What the compiler warned of. */
    List<String> warnings() {
      return text.lines()
          .takeWhile(line -> line.startsWith("//"))
          .filter(line -> line.startsWith(WARNING))
          .map(line -> line.substring(WARNING.length()))
          .toList();
    }
  }

  private final SourceCompiler compiler;
  private final CompilerProcess process;
  private final PtxCache cache;
  private final Consumer<String> notes;

  Compilation(
      SourceCompiler compiler, CompilerProcess process, PtxCache cache, Consumer<String> notes) {
    this.compiler = compiler;
    this.process = process;
    this.cache = cache;
    this.notes = notes;
  }

  /** Compiles a file, unless it was compiled before. */
  Ptx of(String file, List<CompilerOption> given) {
    List<String> options = given.stream().map(this::checked).toList();
    Path scratch = null;
    try {
      scratch = ProcessFiles.newFolder();
      return of(file, options, scratch);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      ProcessFiles.delete(scratch);
    }
  }

  private Ptx of(String file, List<String> options, Path scratch) throws IOException {
    // A name that begins like an option or a response file would be taken for one.
    String named = file.startsWith("-") || file.startsWith("@") ? "./" + file : file;
    Path prelude = cache.support("opencl-prelude", compiler.prelude(), scratch);
    List<String> command = compiler.compile(prelude, options, named);
    notes.accept(shown(command));
    List<String> preprocess = compiler.preprocess(prelude, options, named);
    String key = key(file, command, preprocess, scratch);
    Optional<String> before = cache.get(key);
    if (before.isPresent()) {
      notes.accept(file + ": compiled before, " + cache.file(key));
      return new Ptx(before.get(), cache.file(key).toString());
    }
    CompilerProcess.Result made = run(file, command, scratch);
    StringBuilder text = new StringBuilder();
    text.append("// ").append(oneLine(shown(command))).append('\n');
    for (String warning : Diagnostics.warnings(made.messages())) {
      text.append(WARNING).append(oneLine(warning)).append('\n');
    }
    String framed = PtxCache.framed(text.append(made.text()).toString());
    // What was compiled must be what the key was made of, also if somebody saves the file
    // meanwhile.
    boolean same = key.equals(key(file, command, preprocess, scratch));
    if (same && cache.put(key, framed)) {
      notes.accept(file + ": kept as " + cache.file(key));
      return new Ptx(framed, cache.file(key).toString());
    }
    notes.accept(file + ": not kept, " + (same ? "the cache cannot be written" : "it is changing"));
    return new Ptx(framed, file + ".ptx");
  }

  private String checked(CompilerOption option) {
    if (compiler.allowed().stream().noneMatch(p -> p.matcher(option.text()).matches())) {
      throw new InputException(
          option.where(),
          compiler.name()
              + " is not given '"
              + option.text()
              + "' by a workload; expected "
              + compiler.allowedText());
    }
    if (!option.text().startsWith("-I")) {
      return option.text();
    }
    Path folder = Path.of(option.folder()).resolve(option.text().substring(2)).normalize();
    return "-I" + (folder.toString().isEmpty() ? "." : folder);
  }

  private String key(String file, List<String> command, List<String> preprocess, Path scratch)
      throws IOException {
    List<byte[]> parts = new ArrayList<>();
    // The table of lines names the file by its whole path.
    parts.add(bytes(Path.of(file).toAbsolutePath().normalize().toString()));
    parts.add(run(file, compiler.version(), scratch).output());
    parts.add(bytes(String.join("\0", command)));
    for (Path library : compiler.libraries()) {
      parts.add(Files.readAllBytes(library));
    }
    parts.add(run(file, preprocess, scratch).output());
    return PtxCache.key(parts);
  }

  private CompilerProcess.Result run(String file, List<String> command, Path scratch) {
    CompilerProcess.Result result = process.run(file, command, scratch);
    if (result.exit() != 0) {
      // nvcc says some of it on its standard output.
      String said = result.messages().isBlank() ? result.text() : result.messages();
      throw Diagnostics.error(file, compiler.name(), result.exit(), said);
    }
    return result;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\R", " ");
  }

  /** A command as a shell would take it. */
  static String shown(List<String> command) {
    List<String> words = new ArrayList<>();
    for (String word : command) {
      words.add(word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'");
    }
    return String.join(" ", words);
  }
}
