// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.help.HelpPage;
import io.lockstep.cli.option.FileUse;
import io.lockstep.cli.option.SourceOptions;
import io.lockstep.cli.option.Verbosity;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.inspect.skeleton.WorkloadSkeleton;
import io.lockstep.io.InputException;
import io.lockstep.io.ShellWord;
import io.lockstep.io.Suggestions;
import io.lockstep.io.output.OutputFile;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.run.KernelFiles;
import io.lockstep.workload.reader.TritonLaunch;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "import",
    description = {
      "Writes the skeleton of a workload for a kernel file.",
      "Sizes and contents are guesses; 'fill in' marks them."
    })
@HelpPage(
    group = HelpPage.Group.DATA,
    place = 14,
    codes = {0, 2, 3, 6},
    examples = {
      "lockstep import examples/kernels/spmv.cl",
      "lockstep import examples/kernels/spmv.ptx -k spmv -o spmv.yaml",
      "lockstep import ~/.triton/cache/HASH/add_kernel.json -o add.yaml"
    })
public final class ImportCommand implements Callable<Integer> {
  private static final List<String> SOURCES = List.of("cl", "cu");
  private static final Set<String> UNCOMPILED = Set.of("ptx", "il");

  @Parameters(
      paramLabel = "KERNELS",
      description = "A kernel file (.ptx, .il, .cl, .cu), or Triton's .json.")
  private Path input;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Workload to write (.yaml; default: standard output).")
  @FileUse(FileUse.Kind.WRITE_FILE)
  private Path output;

  @Option(
      names = {"-k", "--kernel"},
      paramLabel = "NAME,…",
      hideParamSyntax = true,
      split = ",",
      description = "Only this kernel of the file; repeatable.")
  private List<String> wanted = new ArrayList<>();

  @Option(names = "--streams", description = "A stream for each kernel, ordered by events.")
  private boolean streams;

  @Mixin private SourceOptions compilation;

  @Mixin private Verbosity verbosity;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    Optional<Path> metadata = ending(input).equals("json") ? Optional.of(input) : Optional.empty();
    Optional<TritonLaunch> triton = metadata.map(TritonLaunch::read);
    if (triton.isPresent()) {
      input = input.resolveSibling(stem(input) + ".ptx");
      wanted = List.of(triton.get().kernel());
    }
    check();
    PrintWriter out = spec.commandLine().getOut();
    Path folder = output == null ? Path.of("") : parent(output);
    List<KernelFrontend> frontends = verbosity.frontends(spec.commandLine().getErr());
    List<Kernel> kernels =
        chosen(KernelFiles.read(input, frontends, compilation.forFrontends(folder)));
    Optional<Path> source = source();
    WorkloadSkeleton skeleton =
        new WorkloadSkeleton(
            output == null ? stem(input) : stem(output),
            relative(folder, input),
            source.filter(s -> !s.equals(input)).map(s -> relative(folder, s)),
            new WorkloadSkeleton.Compilation(
                compilation.options(),
                compilation.joined().stream().map(f -> relative(folder, f)).toList(),
                metadata.map(m -> relative(folder, m)),
                triton.map(TritonLaunch::scratch).orElse(0)),
            source.map(ImportCommand::text).orElse(""),
            frontends.stream()
                .filter(KernelFrontend::bindsResources)
                .map(KernelFrontend::id)
                .collect(Collectors.toSet()));
    String text = skeleton.of(kernels, streams);
    if (output == null) {
      out.print(text);
    } else {
      try (OutputFile file = new OutputFile(output)) {
        file.write(text.getBytes(StandardCharsets.UTF_8));
        file.commit();
      }
      out.println(
          output
              + ": "
              + kernels.size()
              + (kernels.size() == 1 ? " kernel" : " kernels")
              + "; look for 'fill in', then: lockstep run "
              + ShellWord.of(output)
              + " -d DEVICE");
    }
    out.flush();
    return ExitCode.DONE;
  }

  private void check() {
    String ending = ending(input);
    if (ending.equals("yaml") || ending.equals("lkt")) {
      throw new InputException(
          input.toString(), "is not a kernel file; expected one of .cl, .cu, .il, .ptx, .json");
    }
    if (output != null && !output.toString().endsWith(".yaml")) {
      throw new UsageException("--output: expected a name that ends in .yaml, found " + output);
    }
    if (output != null && Files.exists(output)) {
      throw new InputException(
          output.toString(), "already exists and may contain your edits; choose another file");
    }
    compilation.check(input);
  }

  private List<Kernel> chosen(List<Kernel> all) {
    List<String> names = all.stream().map(Kernel::name).toList();
    if (all.isEmpty()) {
      throw new InputException(input.toString(), "holds no kernel");
    }
    for (String name : wanted) {
      if (!names.contains(name)) {
        throw new InputException(
            input.toString(), "no kernel '" + name + "'" + Suggestions.hint(name, names));
      }
    }
    return wanted.isEmpty() ? all : all.stream().filter(k -> wanted.contains(k.name())).toList();
  }

  /** Returns the source of the kernels: the input, or the .cl or .cu file of the same name. */
  private Optional<Path> source() {
    if (!UNCOMPILED.contains(ending(input))) {
      return Optional.of(input);
    }
    return SOURCES.stream()
        .map(s -> input.resolveSibling(stem(input) + "." + s))
        .filter(Files::isRegularFile)
        .filter(s -> ending(input).equals("ptx"))
        .findFirst();
  }

  /** Reads a source that only supplies names; an unreadable source is ignored. */
  private static String text(Path source) {
    try {
      return Files.readString(source);
    } catch (IOException e) {
      return "";
    }
  }

  private static String relative(Path folder, Path file) {
    Path from = folder.toAbsolutePath().normalize();
    Path to = file.toAbsolutePath().normalize();
    return from.relativize(to).toString().replace(java.io.File.separatorChar, '/');
  }

  private static Path parent(Path file) {
    return file.getParent() == null ? Path.of("") : file.getParent();
  }

  private static String ending(Path file) {
    String name = file.toString();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static String stem(Path file) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
