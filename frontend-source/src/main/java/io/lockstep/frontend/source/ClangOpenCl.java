// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.kernel.frontend.SourceParameter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Compiles OpenCL C with clang. */
record ClangOpenCl(Clang clang) implements SourceCompiler {
  /** Matrix instructions, which HIP has, too. */
  private static final String MATRIX = "gpu/lockstep_matrix.h";

  /** Matches options for C++ for OpenCL, for which clang lacks GNU89 inline rules. */
  private static final Predicate<String> CPLUSPLUS =
      Pattern.compile("-cl-std=(clc|CLC)\\+\\+.*").asMatchPredicate();

  private static final List<Pattern> ALLOWED =
      List.of(
          MACRO,
          INCLUDES,
          Pattern.compile("-O[0-3s]"),
          Pattern.compile("-cl-(?!std=)[a-z0-9-]+(=[\\w.+,-]*)?"),
          Pattern.compile("-cl-std=(cl|CL)(1\\.[0-2]|2\\.0|3\\.0|[cC]\\+\\+(1\\.0|2021)?)?"),
          Pattern.compile("-W[a-z][\\w+=-]*|-w"),
          Pattern.compile("-f(no-)?(unroll-loops|fast-math|inline-functions)"),
          Pattern.compile("-ffp-contract=(on|off|fast)"));

  static ClangOpenCl find(String file, Environment machine) {
    return new ClangOpenCl(Clang.find(file, machine, Language.OPENCL));
  }

  @Override
  public String name() {
    return clang.name();
  }

  @Override
  public Path program() {
    return clang.program();
  }

  @Override
  public boolean isUsual() {
    return clang.isPinned();
  }

  @Override
  public String usual() {
    return "the pinned compiler";
  }

  @Override
  public String kernelKeyword() {
    return "__kernel";
  }

  @Override
  public List<Pattern> allowed() {
    return ALLOWED;
  }

  @Override
  public String allowedText() {
    return "-DNAME=VALUE, -UNAME, -IFOLDER, -O0 to -O3, -cl-std=CL1.0 to CL3.0, -cl-…, -W…, -w,"
        + " -f[no-]unroll-loops, -f[no-]fast-math, -f[no-]inline-functions, -ffp-contract=on|off|fast";
  }

  @Override
  public byte[] prelude() {
    return new BuiltInLibrary("prelude", List.of("opencl-prelude.h", MATRIX), List.of()).text();
  }

  /** Returns the options common to preprocessing and compilation. */
  private List<String> common(Path prelude, List<String> options) {
    List<String> command = clang.command();
    command.addAll(List.of("-x", "cl", "-cl-std=CL1.2", "-O2", "-target", "nvptx64--"));
    command.addAll(List.of("-fno-color-diagnostics", "-fno-crash-diagnostics"));
    if (options.stream().noneMatch(CPLUSPLUS)) {
      // A plain "inline" is a definition, as in vendors' drivers; C99 would leave an external call.
      command.add("-fgnu89-inline");
    }
    command.addAll(List.of("-Xclang", "-cl-ext=" + OpenClExtensions.always(options)));
    command.addAll(List.of("-include", prelude.toString()));
    for (String option : options) {
      if (option.startsWith("-cl-ext=")) {
        command.add("-Xclang"); // the driver accepts the option but does not pass it on
      }
      command.add(option);
    }
    return command;
  }

  @Override
  public List<String> needed(List<String> options, Optional<String> preprocessed) {
    return OpenClExtensions.needed(options, preprocessed);
  }

  @Override
  public List<String> preprocess(Path prelude, List<String> options, String file) {
    List<String> command = common(prelude, options);
    command.addAll(List.of("-E", file));
    return command;
  }

  @Override
  public List<BuiltInLibrary> builtIns(List<String> options, String preprocessed, int subGroup) {
    return OpenClExtensions.builtIns(preprocessed, subGroup, Accuracy.isExact(options));
  }

  @Override
  public List<String> describe(
      Path prelude, List<String> options, String file, String preprocessed) {
    if (!KernelMetadata.isIn(preprocessed) && !options.contains(SourceParameter.OPTION)) {
      return List.of();
    }
    List<String> command = common(prelude, options);
    command.addAll(List.of("-w", "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-S"));
    command.addAll(List.of(file, "-o", "-"));
    return command;
  }

  @Override
  public Map<String, Set<Integer>> uncached(String preprocessed) {
    return PointerQualifiers.lacking(preprocessed);
  }

  @Override
  public List<String> compile(BuiltInLibrary library, Path text, Path bitcode) {
    return clang.compile(library, "nvptx64--", text, bitcode);
  }

  @Override
  public List<String> compile(Path prelude, List<String> options, List<Path> linked, String file) {
    List<String> command = withBuiltIns(prelude, options, linked);
    command.addAll(Accuracy.ofDivisions(options));
    command.addAll(List.of("-gline-directives-only", "-S", file, "-o", "-"));
    return command;
  }

  private List<String> withBuiltIns(Path prelude, List<String> options, List<Path> linked) {
    List<String> command = common(prelude, options);
    command.addAll(List.of("-Xclang", "-target-cpu", "-Xclang", "sm_60"));
    command.addAll(Clang.linking(linked));
    return command;
  }

  @Override
  public List<String> part(Path prelude, List<String> options, List<Path> linked, String file) {
    List<String> command = withBuiltIns(prelude, options, linked);
    command.addAll(List.of("-gline-directives-only", "-emit-llvm", "-S", file, "-o", "-"));
    return command;
  }

  /** Returns the options common to commands that read LLVM IR. */
  private List<String> ofIr() {
    List<String> command = clang.command();
    command.addAll(List.of("-x", "ir", "-target", "nvptx64--", "-w"));
    command.addAll(List.of("-fno-color-diagnostics", "-fno-crash-diagnostics"));
    return command;
  }

  @Override
  public List<String> assemble(Path part, Path bitcode) {
    List<String> command = ofIr();
    command.addAll(List.of("-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c"));
    command.addAll(List.of(part.toString(), "-o", bitcode.toString()));
    return command;
  }

  @Override
  public List<String> link(List<List<String>> options, Path first, List<Path> others) {
    List<String> command = ofIr();
    command.addAll(List.of("-O2", "-Xclang", "-target-cpu", "-Xclang", "sm_60"));
    for (Path bitcode : others) {
      command.addAll(List.of("-Xclang", "-mlink-bitcode-file", "-Xclang", bitcode.toString()));
    }
    command.addAll(Accuracy.ofLinkedDivisions(options));
    command.addAll(List.of("-S", first.toString(), "-o", "-"));
    return command;
  }
}
