// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.execute.ExecutorPool;
import io.lockstep.io.Digests;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.kernel.argument.ImageQuery;
import io.lockstep.kernel.argument.LaunchRange;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.FrontendOptions.CompilerOption;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.frontend.SourceParameter;
import io.lockstep.kernel.frontend.SourcePart;
import io.lockstep.kernel.frontend.TextTarget;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Variable;
import io.lockstep.program.compile.RuntimeSource;
import io.lockstep.program.memory.LiveMemory;
import io.lockstep.program.message.Protocol;
import io.lockstep.program.message.ProtocolException;
import io.lockstep.program.message.RefusedException;
import io.lockstep.program.message.Reply;
import io.lockstep.workload.launch.ModuleVariables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Builds a program's sources with the front-ends. Not thread-safe. */
final class LivePrograms {
  private static final Pattern WORD = Pattern.compile("(?:[^\\s\"]|\"[^\"]*\")+");

  /** Options that concern other compilers' output, or nothing that Lockstep has. */
  private static final Pattern IGNORED =
      Pattern.compile(
          "-g|-s|-w|-x|spir|-f(?:no-)?bin-.*|-save-temps.*|-cl-(?!std=|ext=|single|denorms|fp32|opt-"
              + "|strict|mad|no-s|unsafe|finite|fast|uniform|kernel).*");

  /** AMD's option for its extension "static C++ kernels", now C++ for OpenCL. */
  private static final Pattern STATIC_CXX = Pattern.compile("-x\\s+clc\\+\\+");

  /** File name extension of texts in HIP C++, which programs give to hipRTC. */
  private static final String HIP = "hip";

  /** Position of build options in a front-end's messages. */
  private static final String OPTIONS = "build options";

  /** Options that take the following word. */
  private static final Pattern SEPARATE = Pattern.compile("-[DIU]");

  private final LiveSetup setup;
  private final String name;
  private final LiveMemory memory;
  private final List<LiveProgram> programs = new ArrayList<>();
  private final List<Kernel> launched = new ArrayList<>();
  private final LiveFiles files = new LiveFiles();
  private final Set<String> told = new HashSet<>(); // what this machine lacks; never iterated
  private final ExecutorPool executors = new ExecutorPool();

  /**
   * @param name the program's name, for the names of sources
   */
  LivePrograms(LiveSetup setup, String name, LiveMemory memory) {
    this.setup = setup;
    this.name = name;
    this.memory = memory;
  }

  LiveProgram get(int number) {
    if (number < 0 || number >= programs.size()) {
      throw new ProtocolException("a program that exists, found " + number);
    }
    return programs.get(number);
  }

  /** Returns a kernel of a program. */
  Kernel kernel(int program, int number) {
    List<Kernel> kernels = get(program).kernels();
    if (number < 0 || number >= kernels.size()) {
      throw new ProtocolException("a kernel that exists, found " + number);
    }
    return kernels.get(number);
  }

  ExecutorPool executors() {
    return executors;
  }

  /** Returns the launched kernels in the order of their first launch. */
  List<Kernel> launched() {
    return launched.stream().map(k -> k.withSource(files.name(k.source()))).toList();
  }

  /** Returns the texts of the launched kernels' files, as far as they can be read. */
  SortedMap<String, String> sources() {
    return files.texts();
  }

  /** Returns the launched kernels as they were built; their indices are the numbers. */
  List<Kernel> numbered() {
    return Collections.unmodifiableList(launched);
  }

  /** Returns the kernel's number in the trace. */
  int number(Kernel kernel) {
    for (int i = launched.size() - 1; i >= 0; i--) {
      if (launched.get(i) == kernel) {
        return i;
      }
    }
    launched.add(kernel);
    files.add(kernel.source());
    return launched.size() - 1;
  }

  /**
   * Builds a source.
   *
   * @param extension file name extension of its language
   * @param options options for the compiler of its language, if it has one
   * @param folder the program's working folder, for includes
   */
  Reply build(String extension, String options, byte[] source, String folder) {
    KernelFrontend frontend = frontend(extension);
    Path file = file(source, "." + extension);
    List<String> words = compilerWords(frontend, options);
    return build(
        frontend,
        file,
        Optional.of(words.stream().map(word -> absolute(word, folder)).toList()),
        (more, refused) -> read(frontend, file, with(words, more), folder, refused));
  }

  /**
   * Compiles the parts of a library.
   *
   * @param parts each its options and its source, both with a 0 behind them
   */
  void check(String extension, byte[] parts, String folder) {
    KernelFrontend frontend = frontend(extension);
    try {
      frontend.check(
          parts(frontend, extension, parts, folder, List.of()), given(List.of(), folder));
    } catch (InputException e) {
      throw failed(e);
    }
  }

  /** Compiles and links the parts of a program; the parameters are those of {@link #check}. */
  Reply link(String extension, byte[] parts, String folder) {
    KernelFrontend frontend = frontend(extension);
    List<SourcePart> own = parts(frontend, extension, parts, folder, List.of());
    Optional<List<String>> options = Optional.empty();
    if (own.size() == 1) {
      options =
          Optional.of(own.get(0).compiler().stream().map(o -> absolute(o.text(), folder)).toList());
    }
    return build(
        frontend,
        Path.of(own.get(0).file()),
        options,
        (more, refused) -> {
          try {
            return frontend.link(
                parts(frontend, extension, parts, folder, more), given(List.of(), folder));
          } catch (InputException e) {
            throw failed(e);
          }
        });
  }

  /**
   * Compiles a text to PTX, which the program loads or writes itself.
   *
   * @param options for NVRTC or hipRTC, with line feeds between them
   * @param parts see {@link RuntimeSource#write}
   */
  Reply compile(String extension, String options, byte[] parts, String folder) {
    RuntimeSource source;
    try {
      source = RuntimeSource.write(parts, setup.sources(), extension);
    } catch (InputException e) {
      throw failed(e);
    } catch (IllegalArgumentException e) {
      throw new ProtocolException(e.getMessage());
    }
    try {
      String ptx =
          extension.equals(HIP)
              ? source.compiledAsHip(options, setup.options().subGroup())
              : frontend(extension)
                  .compile(
                      source.file().toString(),
                      source.text(),
                      given(source.options(options), folder));
      RuntimeSource.Compiled compiled = source.named(ptx);
      Reply reply = new Reply().text(compiled.text());
      compiled.names().forEach(reply::text);
      return reply;
    } catch (InputException e) {
      throw failed(e, source.ofProgram(e.getMessage()));
    }
  }

  private List<SourcePart> parts(
      KernelFrontend frontend, String extension, byte[] parts, String folder, List<String> more) {
    List<SourcePart> all = new ArrayList<>();
    for (int at = 0; at < parts.length; ) {
      int options = end(parts, at);
      int source = end(parts, options + 1);
      String words = new String(parts, at, options - at, StandardCharsets.UTF_8);
      byte[] text = Arrays.copyOfRange(parts, options + 1, source);
      all.add(
          new SourcePart(
              file(text, "." + extension).toString(),
              new String(text, StandardCharsets.ISO_8859_1),
              given(with(compilerWords(frontend, words), more), folder).compiler()));
      at = source + 1;
    }
    if (all.isEmpty()) {
      throw new ProtocolException("at least one part");
    }
    return all;
  }

  /** Returns the position of the 0 that ends a text. */
  private static int end(byte[] parts, int from) {
    for (int i = from; i < parts.length; i++) {
      if (parts[i] == 0) {
        return i;
      }
    }
    throw new ProtocolException("a text that ends with 0");
  }

  private static List<String> with(List<String> words, List<String> more) {
    List<String> all = new ArrayList<>(words);
    all.addAll(more);
    return all;
  }

  private static List<String> compilerWords(KernelFrontend frontend, String options) {
    List<String> words = new ArrayList<>();
    if (frontend.takesCompilerOptions()) {
      words.addAll(words(options));
      words.add(SourceParameter.OPTION);
      if (words.stream().noneMatch(w -> w.startsWith("-W"))) {
        words.add("-w");
      }
      words.add("-I.");
    }
    return words;
  }

  private FrontendOptions given(List<String> words, String folder) {
    return FrontendOptions.defaults()
        .withTarget(new TextTarget(setup.options().subGroup(), 0))
        .withCompiler(
            words.stream().map(word -> new CompilerOption(OPTIONS, word, folder)).toList());
  }

  private RefusedException failed(InputException e) {
    return failed(e, e.getMessage());
  }

  private RefusedException failed(InputException e, String message) {
    if (e.isOfMachine() && told.add(e.getMessage())) {
      setup.notes().accept(e.getMessage()); // the log of a build is not shown by every program
    }
    boolean option = e.getMessage().startsWith(OPTIONS + ":");
    return new RefusedException(
        option ? Protocol.Status.WRONG_OPTION : Protocol.Status.BUILD_FAILED, message);
  }

  /** Compiles a program, with some options besides its own. */
  private interface Compiled {
    List<Kernel> kernels(List<String> more, BiConsumer<Kernel, InputException> refused);
  }

  /**
   * @param options options of the build, with absolute folders; empty if the program is linked
   */
  private Reply build(
      KernelFrontend frontend, Path file, Optional<List<String>> options, Compiled compiled) {
    Map<Kernel, String> refused = new LinkedHashMap<>();
    List<Kernel> kernels = compiled.kernels(List.of(), (k, e) -> refused.put(k, e.getMessage()));
    List<Kernel> all = new ArrayList<>(kernels);
    all.addAll(refused.keySet());
    ModuleVariables variables = new ModuleVariables();
    List<Variable> own = new ArrayList<>();
    Reply variableTable = new Reply();
    for (Kernel kernel : all) {
      for (Variable v : kernel.variables()) {
        if (ModuleVariables.isModuleScope(v) && !variables.has(v.name())) {
          int buffer = memory.add(v.name(), v.bytes(), variables.initial(v, kernel));
          variables.bind(v.name(), buffer);
          own.add(v);
          variableTable.text(v.name()).word(v.bytes()).word(Address.of(buffer, 0));
          variableTable.number(v.space() == Space.CONSTANT ? 1 : 0);
        }
      }
    }
    List<List<Kernel>> kept = new ArrayList<>();
    programs.add(
        new LiveProgram(
            options,
            kernels,
            () -> {
              if (kept.isEmpty()) {
                kept.add(
                    frontend.takesRanges(file.toString())
                        ? compiled.kernels(List.of(LaunchRange.OPTION), LivePrograms::fail)
                        : kernels);
              }
              return kept.get(0);
            },
            variables,
            frontend.wantsAllAtBarriers(file.toString())));
    Reply reply = new Reply().number(programs.size() - 1).text("").number(all.size());
    all.forEach(k -> describe(k, refused.getOrDefault(k, ""), reply));
    reply.number(own.size());
    reply.bytes(Arrays.copyOf(variableTable.array(), variableTable.size()));
    return reply;
  }

  /** Returns an option that names a folder with its absolute path. */
  private static String absolute(String option, String folder) {
    return option.startsWith("-I")
        ? "-I" + Path.of(folder).resolve(option.substring(2)).normalize()
        : option;
  }

  private static void fail(Kernel kernel, InputException reason) {
    throw reason;
  }

  private List<Kernel> read(
      KernelFrontend frontend,
      Path file,
      List<String> words,
      String folder,
      BiConsumer<Kernel, InputException> refused) {
    FrontendOptions given = given(words, folder);
    try {
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      // a compiler's output stands for the sources that it names
      return frontend.readEach(
          file.toString(),
          text,
          frontend.takesCompilerOptions() ? given : given.withGenerated(file.toString()),
          refused);
    } catch (InputException e) {
      throw failed(e);
    } catch (IOException e) {
      throw new OutputException(file.toString(), e);
    }
  }

  private KernelFrontend frontend(String extension) {
    return setup.frontends().stream()
        .filter(f -> f.extensions().contains(extension))
        .findFirst()
        .orElseThrow(
            () ->
                new RefusedException(
                    Protocol.Status.BUILD_FAILED, "no front-end reads ." + extension));
  }

  /** Writes a source to a file that stays, since results name its lines. */
  private Path file(byte[] source, String ending) {
    MessageDigest digest = Digests.start();
    digest.update(source);
    String hash = Digests.hex(digest.digest()).substring(0, 16);
    Path file = setup.sources().resolve(hash).resolve(name + ending);
    try {
      if (!Files.isRegularFile(file) || Files.size(file) != source.length) {
        Files.createDirectories(file.getParent());
        Path aside = Files.createTempFile(file.getParent(), "write", ".tmp");
        Files.write(aside, source);
        Files.move(aside, file, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
      }
      return file;
    } catch (IOException e) {
      throw new OutputException(file.toString(), e);
    }
  }

  /** Splits build options, and joins those that have a separate value. */
  static List<String> words(String options) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(STATIC_CXX.matcher(options).replaceAll("-cl-std=CLC++"));
    Optional<String> before = Optional.empty();
    while (word.find()) {
      String text = before.orElse("") + word.group().replace("\"", "");
      before = SEPARATE.matcher(text).matches() ? Optional.of(text) : Optional.empty();
      if (before.isEmpty() && !IGNORED.matcher(text).matches()) {
        words.add(text);
      }
    }
    return words;
  }

  private static void describe(Kernel kernel, String refusal, Reply reply) {
    List<SourceParameter> source = SourceParameter.of(kernel);
    List<Parameter> parameters = ImageQuery.written(kernel);
    boolean known = source.size() == parameters.size();
    reply.text(kernel.name()).number(parameters.size());
    for (int i = 0; i < parameters.size(); i++) {
      Parameter p = parameters.get(i);
      SourceParameter s =
          known ? source.get(i) : new SourceParameter(0, "none", "", List.of(), p.name());
      reply.number(kind(s)).number(p.bytes()).number(p.offset()).number(s.space());
      reply.number(List.of("none", "read_only", "write_only", "read_write").indexOf(s.access()));
      int qualifiers = 0;
      List<String> words = List.of("const", "restrict", "volatile", "pipe");
      for (String word : s.qualifiers()) {
        qualifiers |= words.contains(word) ? 1 << words.indexOf(word) : 0;
      }
      reply.number(qualifiers).text(s.type()).text(s.name());
    }
    size(kernel.bounds().groupSize(), reply);
    size(kernel.bounds().hints().groupSize(), reply);
    reply.number(kernel.bounds().mostItems());
    reply.number(kernel.localBytes()).number(kernel.privateBytes());
    reply.number(kernel.fixedWidth());
    String vector = kernel.bounds().hints().vectorType();
    reply.text(vector.isEmpty() ? "" : "vec_type_hint(" + vector + ")").text(refusal);
  }

  private static void size(List<Integer> size, Reply reply) {
    for (int d = 0; d < 3; d++) {
      reply.number(d < size.size() ? size.get(d) : 0);
    }
  }

  private static int kind(SourceParameter s) {
    if (s.type().startsWith("image")) {
      return Protocol.IMAGE;
    }
    if (s.type().equals("sampler_t")) {
      return Protocol.SAMPLER;
    }
    if (s.space() == 3) {
      return Protocol.LOCAL;
    }
    return s.space() == 1 || s.space() == 2 ? Protocol.POINTER : Protocol.VALUE;
  }
}
