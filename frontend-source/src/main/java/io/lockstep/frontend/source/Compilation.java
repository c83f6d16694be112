// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.io.InputException;
import io.lockstep.io.ShellWord;
import io.lockstep.io.output.ProcessFiles;
import io.lockstep.kernel.frontend.FrontendOptions.CompilerOption;
import io.lockstep.kernel.frontend.SourcePart;
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
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Compiles a source file to PTX through the cache. The key covers the preprocessed source (so every
 * included file and macro), the command, the compiler's version and the contents of its libraries.
 */
record Compilation(
    SourceCompiler compiler, CompilerProcess process, PtxCache cache, Consumer<String> notes) {
  private static final String WARNING = "// warning: ";
  private static final String ATTRIBUTE = "// attribute: ";

  /** Position of messages about linked parts. */
  private static final String LINK = "link";

  private static final Pattern TWICE =
      Pattern.compile("Linking globals named '([^']*)': symbol multiply defined");

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
      return comments(text, WARNING);
    }

    KernelMetadata metadata() {
      return new KernelMetadata(comments(text, ATTRIBUTE));
    }
  }

  private static List<String> comments(String text, String start) {
    return text.lines()
        .takeWhile(line -> line.startsWith("//"))
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length()))
        .toList();
  }

  /** Compiles a program for some devices, unless it is cached. */
  Ptx of(SourceProgram program, List<CompilerOption> given, TextTarget target) {
    return inFolder(
        scratch -> {
          Input input = input(program, options(program, given, target), target, scratch);
          String file = program.file();
          List<String> command =
              compiler.compile(input.prelude(), input.options(), input.linked(), input.named());
          List<String> describe =
              compiler.describe(input.prelude(), input.options(), input.named(), input.text());
          notes.accept(shown(command, scratch));
          Text made =
              kept(
                  file,
                  input,
                  command,
                  describe,
                  () -> {
                    CompilerProcess.Result result = run(file, command, scratch);
                    StringBuilder ptx = head(command, result, scratch);
                    if (!describe.isEmpty()) {
                      attributes(KernelMetadata.of(run(file, describe, scratch).text()), ptx);
                    }
                    return ptx.append(result.text()).toString();
                  },
                  scratch);
          return new Ptx(
              made.content(),
              made.name(),
              UnrollRequests.in(input.text()),
              compiler.uncached(input.text()));
        });
  }

  /** Compiles the parts of a program and links them. */
  Ptx linked(List<SourcePart> parts, TextTarget target) {
    return inFolder(scratch -> linked(parts, target, scratch));
  }

  /** Compiles parts of a program; reports the first error, and symbols that two parts define. */
  void check(List<SourcePart> parts, TextTarget target) {
    inFolder(
        scratch -> {
          List<Part> compiled = parts(parts, target, scratch);
          if (compiled.size() > 1) {
            joined(compiled, command(compiled, scratch), scratch);
          }
          return compiled;
        });
  }

  private interface InFolder<T> {
    T with(Path scratch) throws IOException;
  }

  private static <T> T inFolder(InFolder<T> work) {
    Path scratch = null;
    try {
      scratch = ProcessFiles.newFolder();
      return work.with(scratch);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      ProcessFiles.delete(scratch);
    }
  }

  private List<String> options(
      SourceProgram program, List<CompilerOption> given, TextTarget target) {
    List<String> options = new ArrayList<>();
    given.forEach(o -> options.add(compiler.option(checked(o), target)));
    program.folders().forEach(folder -> options.add("-I" + folder));
    return options;
  }

  /**
   * What the compiler is given.
   *
   * @param named file name for a command line
   * @param options checked options, with those that the source needs
   * @param linked bitcode of built-in functions
   */
  private record Input(
      String named, Path prelude, List<String> options, byte[] preprocessed, List<Path> linked) {
    String text() {
      return new String(preprocessed, StandardCharsets.UTF_8);
    }
  }

  private Input input(SourceProgram program, List<String> options, TextTarget target, Path scratch)
      throws IOException {
    String file = program.file();
    String named = named(program, scratch);
    Path prelude = cache.support("opencl-prelude", compiler.prelude(), scratch);
    byte[] preprocessed = preprocessed(file, named, prelude, options, scratch);
    String text = new String(preprocessed, StandardCharsets.UTF_8);
    List<Path> linked = new ArrayList<>();
    for (BuiltInLibrary library : compiler.builtIns(options, text, target.subGroup())) {
      linked.add(bitcode(file, library, scratch));
    }
    return new Input(named, prelude, options, preprocessed, linked);
  }

  /**
   * A compiled text.
   *
   * @param name cached file, for messages
   */
  private record Text(String content, String name) {}

  private interface Compile {
    String text() throws IOException;
  }

  /** Returns what a command makes of a source, from the cache if it did so before. */
  private Text kept(
      String file,
      Input input,
      List<String> command,
      List<String> describe,
      Compile compile,
      Path scratch)
      throws IOException {
    List<String> commands = new ArrayList<>(command);
    commands.addAll(describe);
    String key = key(file, commands, input.preprocessed(), scratch);
    Optional<String> before = cache.get(key);
    if (before.isPresent()) {
      notes.accept(file + ": compiled before, " + cache.file(key));
      return new Text(before.get(), cache.file(key).toString());
    }
    String framed = PtxCache.framed(compile.text());
    // If the file was saved meanwhile, the compiled text may not match the key.
    List<String> preprocess = compiler.preprocess(input.prelude(), input.options(), input.named());
    byte[] again = run(file, preprocess, scratch).output();
    boolean same = key.equals(key(file, commands, again, scratch));
    if (same && cache.put(key, framed)) {
      notes.accept(file + ": kept as " + cache.file(key));
      return new Text(framed, cache.file(key).toString());
    }
    notes.accept(file + ": not kept, " + (same ? "the cache cannot be written" : "it is changing"));
    return new Text(framed, file + ".ptx");
  }

  /** Returns the comments in front of a compiled text: the command, and the compiler's warnings. */
  private static StringBuilder head(
      List<String> command, CompilerProcess.Result result, Path scratch) {
    StringBuilder text = new StringBuilder();
    text.append("// ").append(oneLine(shown(command, scratch))).append('\n');
    for (String warning : Diagnostics.warnings(result.messages())) {
      text.append(WARNING).append(oneLine(warning)).append('\n');
    }
    return text;
  }

  private static void attributes(KernelMetadata metadata, StringBuilder text) {
    for (String line : metadata.lines()) {
      text.append(ATTRIBUTE).append(line).append('\n');
    }
  }

  /**
   * A compiled part.
   *
   * @param compiled LLVM IR, preceded by comments
   * @param options checked options, with those that the source needs
   */
  private record Part(String compiled, List<String> options, String preprocessed) {
    String ir() {
      return compiled
          .lines()
          .dropWhile(line -> line.startsWith("//"))
          .collect(Collectors.joining("\n", "", "\n"));
    }
  }

  private List<Part> parts(List<SourcePart> parts, TextTarget target, Path scratch)
      throws IOException {
    List<Part> compiled = new ArrayList<>();
    for (SourcePart part : parts) {
      SourceProgram program = SourceProgram.of(part.file());
      Input input = input(program, options(program, part.compiler(), target), target, scratch);
      List<String> command =
          compiler.part(input.prelude(), input.options(), input.linked(), input.named());
      notes.accept(shown(command, scratch));
      Compile compile =
          () -> {
            CompilerProcess.Result result = run(part.file(), command, scratch);
            return head(command, result, scratch)
                .append(PartLinkage.merged(result.text()))
                .toString();
          };
      Text text = kept(part.file(), input, command, List.of(), compile, scratch);
      compiled.add(new Part(text.content(), input.options(), input.text()));
    }
    return compiled;
  }

  /** Returns the command that links parts, whose files are in a folder. */
  private List<String> command(List<Part> parts, Path scratch) {
    List<Path> others = new ArrayList<>();
    for (int i = 1; i < parts.size(); i++) {
      others.add(scratch.resolve("part" + i + ".bc"));
    }
    return compiler.link(
        parts.stream().map(Part::options).toList(), scratch.resolve("part0.ll"), others);
  }

  private CompilerProcess.Result joined(List<Part> parts, List<String> command, Path scratch)
      throws IOException {
    for (int i = 0; i < parts.size(); i++) {
      Path ir = Files.writeString(scratch.resolve("part" + i + ".ll"), parts.get(i).ir());
      if (i > 0) {
        run(LINK, compiler.assemble(ir, scratch.resolve("part" + i + ".bc")), scratch);
      }
    }
    CompilerProcess.Result result = process.run(LINK, command, scratch);
    Matcher twice = TWICE.matcher(result.messages());
    if (result.exit() != 0 && twice.find()) {
      throw new InputException(
          LINK, "'%s' is defined by two of the programs".formatted(twice.group(1)));
    }
    return checked(LINK, result);
  }

  private Ptx linked(List<SourcePart> sources, TextTarget target, Path scratch) throws IOException {
    List<Part> parts = parts(sources, target, scratch);
    List<String> command = command(parts, scratch);
    notes.accept(shown(command, scratch));
    List<byte[]> inputs = new ArrayList<>();
    inputs.add(toolchain(LINK, scratch));
    inputs.add(bytes(without(scratch, String.join("\0", command))));
    parts.forEach(part -> inputs.add(bytes(part.compiled())));
    String key = PtxCache.key(inputs);
    String text = cache.get(key).orElse("");
    if (text.isEmpty()) {
      CompilerProcess.Result result = joined(parts, command, scratch);
      StringBuilder ptx = head(command, result, scratch);
      for (Part part : parts) {
        comments(part.compiled(), WARNING).forEach(w -> ptx.append(WARNING).append(w).append('\n'));
        attributes(KernelMetadata.of(part.ir()), ptx);
      }
      text = PtxCache.framed(ptx.append(result.text()).toString());
      cache.put(key, text);
    }
    Map<String, Set<Integer>> uncached = new TreeMap<>();
    parts.forEach(part -> uncached.putAll(compiler.uncached(part.preprocessed())));
    String all = parts.stream().map(Part::preprocessed).collect(Collectors.joining("\n"));
    return new Ptx(text, cache.file(key).toString(), UnrollRequests.in(all), uncached);
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

  /** Returns a library's bitcode, from the cache if a file with its hash exists. */
  Path bitcode(String file, BuiltInLibrary library, Path scratch) throws IOException {
    byte[] text = library.text();
    byte[] options = bytes(String.join("\0", library.options()));
    List<byte[]> parts = List.of(text, options, toolchain(file, scratch));
    String name = library.name() + "-" + PtxCache.key(parts).substring(0, 16) + ".bc";
    Optional<Path> kept = cache.binary(name);
    if (kept.isPresent()) {
      return kept.get();
    }
    Path source = Files.write(scratch.resolve(library.name()), text);
    Path made = scratch.resolve(name);
    run(file, compiler.compile(library, source, made), scratch);
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

  /** Returns the first line of what the compiler says of its version. */
  String version(String file) {
    return inFolder(
            scratch -> new String(versionText(file, scratch), StandardCharsets.UTF_8).lines())
        .findFirst()
        .orElse(compiler.name());
  }

  private byte[] versionText(String file, Path scratch) throws IOException {
    return Toolchain.version(compiler, () -> run(file, compiler.version(), scratch).output());
  }

  private byte[] toolchain(String file, Path scratch) throws IOException {
    return bytes(PtxCache.key(List.of(versionText(file, scratch))));
  }

  private CompilerProcess.Result run(String file, List<String> command, Path scratch) {
    return checked(file, process.run(file, command, scratch));
  }

  private CompilerProcess.Result checked(String file, CompilerProcess.Result result) {
    if (result.exit() != 0) {
      // nvcc writes some errors to standard output.
      String said = result.messages().isBlank() ? result.text() : result.messages();
      throw Diagnostics.error(file, compiler.name(), result.exit(), compiler.explained(said));
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
