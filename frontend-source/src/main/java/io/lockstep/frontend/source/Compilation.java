// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.io.InputException;
import io.lockstep.io.ShellWord;
import io.lockstep.io.output.ProcessFiles;
import io.lockstep.kernel.frontend.FrontendOptions.CompilerOption;
import io.lockstep.kernel.frontend.TextTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Compiles a source file to PTX through the cache. The key covers the preprocessed source (so every
 * included file and macro), the command, the compiler's version and the contents of its libraries.
 */
final class Compilation {
  private static final String WARNING = "// warning: ";
  private static final String ATTRIBUTE = "// attribute: ";

  /**
   * The result of a compilation.
   *
   * @param text PTX, preceded by comments
   * @param name cached file, for messages
   * @param unrolled kernels that request unrolled loops
   * @param uncached positions of pointers whose qualifiers forbid caching, by kernel
   */
  record Ptx(
      String text, String name, UnrollRequests unrolled, Map<String, Set<Integer>> uncached) {
    List<String> warnings() {
      return comments(WARNING);
    }

    KernelMetadata metadata() {
      return new KernelMetadata(comments(ATTRIBUTE));
    }

    private List<String> comments(String start) {
      return text.lines()
          .takeWhile(line -> line.startsWith("//"))
          .filter(line -> line.startsWith(start))
          .map(line -> line.substring(start.length()))
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

  /** Compiles a program for some devices, unless it is cached. */
  Ptx of(SourceProgram program, List<CompilerOption> given, TextTarget target) {
    List<String> options = new ArrayList<>();
    given.forEach(o -> options.add(compiler.option(checked(o), target)));
    program.folders().forEach(folder -> options.add("-I" + folder));
    Path scratch = null;
    try {
      scratch = ProcessFiles.newFolder();
      return of(program, options, target.subGroup(), scratch);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      ProcessFiles.delete(scratch);
    }
  }

  /** Reports the first error of a part of a program. */
  void check(SourceProgram program, List<CompilerOption> given) {
    List<String> options = new ArrayList<>();
    given.forEach(o -> options.add(checked(o)));
    Path scratch = null;
    try {
      scratch = ProcessFiles.newFolder();
      String named = named(program, scratch);
      Path prelude = cache.support("opencl-prelude", compiler.prelude(), scratch);
      preprocessed(program.file(), named, prelude, options, scratch);
      List<String> command = compiler.check(prelude, options, named);
      if (!command.isEmpty()) {
        run(program.file(), command, scratch);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      ProcessFiles.delete(scratch);
    }
  }

  private Ptx of(SourceProgram program, List<String> options, int subGroup, Path scratch)
      throws IOException {
    String file = program.file();
    String named = named(program, scratch);
    Path prelude = cache.support("opencl-prelude", compiler.prelude(), scratch);
    byte[] preprocessed = preprocessed(file, named, prelude, options, scratch);
    String text = new String(preprocessed, StandardCharsets.UTF_8);
    List<Path> linked = new ArrayList<>();
    for (Supplement supplement : compiler.supplements(options, text, subGroup)) {
      linked.add(bitcode(file, supplement, scratch));
    }
    UnrollRequests unrolled = UnrollRequests.in(text);
    Map<String, Set<Integer>> uncached = compiler.uncached(text);
    List<String> command = compiler.compile(prelude, options, linked, named);
    notes.accept(shown(command, scratch));
    List<String> describe = compiler.describe(prelude, options, named, text);
    List<String> commands = new ArrayList<>(command);
    commands.addAll(describe);
    List<String> preprocess = compiler.preprocess(prelude, options, named);
    String key = key(file, commands, preprocessed, scratch);
    Optional<String> before = cache.get(key);
    if (before.isPresent()) {
      notes.accept(file + ": compiled before, " + cache.file(key));
      return new Ptx(before.get(), cache.file(key).toString(), unrolled, uncached);
    }
    CompilerProcess.Result made = run(file, command, scratch);
    StringBuilder ptx = new StringBuilder();
    ptx.append("// ").append(oneLine(shown(command, scratch))).append('\n');
    for (String warning : Diagnostics.warnings(made.messages())) {
      ptx.append(WARNING).append(oneLine(warning)).append('\n');
    }
    if (!describe.isEmpty()) {
      for (String line : KernelMetadata.of(run(file, describe, scratch).text()).lines()) {
        ptx.append(ATTRIBUTE).append(line).append('\n');
      }
    }
    String framed = PtxCache.framed(ptx.append(made.text()).toString());
    // If the file was saved meanwhile, the compiled text may not match the key.
    byte[] again = run(file, preprocess, scratch).output();
    boolean same = key.equals(key(file, commands, again, scratch));
    if (same && cache.put(key, framed)) {
      notes.accept(file + ": kept as " + cache.file(key));
      return new Ptx(framed, cache.file(key).toString(), unrolled, uncached);
    }
    notes.accept(file + ": not kept, " + (same ? "the cache cannot be written" : "it is changing"));
    return new Ptx(framed, file + ".ptx", unrolled, uncached);
  }

  /**
   * Preprocesses a program; repeats this if the program needs further options.
   *
   * @param options options of the workload, to which further options are added
   * @return preprocessed text, as bytes
   */
  private byte[] preprocessed(
      String file, String named, Path prelude, List<String> options, Path scratch) {
    CompilerProcess.Result plain =
        process.run(file, compiler.preprocess(prelude, options, named), scratch);
    boolean done = plain.exit() == 0;
    List<String> needed =
        compiler.needed(options, done ? Optional.of(plain.text()) : Optional.empty());
    if (done && needed.isEmpty()) {
      return plain.output();
    }
    List<String> with = new ArrayList<>(options);
    with.addAll(needed);
    CompilerProcess.Result full =
        process.run(file, compiler.preprocess(prelude, with, named), scratch);
    if (done || full.exit() == 0) {
      options.addAll(needed);
    }
    // If both attempts fail, the error without the further options is reported.
    return checked(file, full.exit() == 0 ? full : plain).output();
  }

  /** Returns a supplement's bitcode, from the cache if a file with its hash exists. */
  private Path bitcode(String file, Supplement supplement, Path scratch) throws IOException {
    byte[] text = supplement.text();
    byte[] options = bytes(String.join("\0", supplement.options()));
    List<byte[]> parts = new ArrayList<>();
    parts.addAll(List.of(text, options, toolchain(file, scratch)));
    String stem = supplement.name().substring(0, supplement.name().lastIndexOf('.'));
    String name = stem + "-" + PtxCache.key(parts).substring(0, 16) + ".bc";
    Optional<Path> kept = cache.binary(name);
    if (kept.isPresent()) {
      return kept.get();
    }
    Path source = Files.write(scratch.resolve(supplement.name()), text);
    Path made = scratch.resolve(name);
    run(file, compiler.compile(supplement, source, made), scratch);
    return cache.binary(name, made);
  }

  /** Returns the program's file name for a command line. */
  private String named(SourceProgram program, Path scratch) throws IOException {
    String file = program.file();
    if (program.made().isPresent()) {
      String ending = file.endsWith(".cu") ? ".cu" : ".cl";
      Path made = scratch.resolve("program" + ending);
      return Files.write(made, SourceProgram.bytes(program.made().get())).toString();
    }
    // A name that begins with - or @ would be taken for an option or a response file.
    return file.startsWith("-") || file.startsWith("@") ? "./" + file : file;
  }

  private String checked(CompilerOption option) {
    if (compiler.allowed().stream().noneMatch(p -> p.matcher(option.text()).matches())) {
      throw new InputException(
          option.where(),
          "%s is not given '%s' by a workload; expected %s"
              .formatted(compiler.name(), option.text(), compiler.allowedText()));
    }
    if (!option.text().startsWith("-I")) {
      return option.text();
    }
    Path folder = Path.of(option.folder()).resolve(option.text().substring(2)).normalize();
    return "-I" + (folder.toString().isEmpty() ? "." : folder);
  }

  private String key(String file, List<String> command, byte[] preprocessed, Path scratch)
      throws IOException {
    List<byte[]> parts = new ArrayList<>();
    // The PTX line table contains the absolute path.
    parts.add(bytes(Path.of(file).toAbsolutePath().normalize().toString()));
    parts.add(toolchain(file, scratch));
    parts.add(bytes(without(scratch, String.join("\0", command))));
    String text = new String(preprocessed, StandardCharsets.ISO_8859_1);
    parts.add(without(scratch, text).getBytes(StandardCharsets.ISO_8859_1));
    return PtxCache.key(parts);
  }

  private byte[] toolchain(String file, Path scratch) throws IOException {
    return Toolchain.digest(compiler, () -> run(file, compiler.version(), scratch).output());
  }

  private CompilerProcess.Result run(String file, List<String> command, Path scratch) {
    return checked(file, process.run(file, command, scratch));
  }

  private CompilerProcess.Result checked(String file, CompilerProcess.Result result) {
    if (result.exit() != 0) {
      // nvcc writes some errors to standard output.
      String said = result.messages().isBlank() ? result.text() : result.messages();
      throw Diagnostics.error(file, compiler.name(), result.exit(), said);
    }
    return result;
  }

  /** Removes the path of this run's temporary folder. */
  private static String without(Path scratch, String text) {
    return text.replace(scratch + "/", "");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\R", " ");
  }

  private static String shown(List<String> command, Path scratch) {
    return without(scratch, shown(command));
  }

  static String shown(List<String> command) {
    return command.stream().map(ShellWord::of).collect(Collectors.joining(" "));
  }
}
