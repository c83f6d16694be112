// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.TextTarget;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Compiles CUDA C++ with nvcc. Clang's CUDA mode is no alternative, since it needs NVIDIA's headers
 * and device library, which come with nvcc.
 */
record NvccCuda(String name, Path program) implements SourceCompiler {
  /** The lowest compute capability that nvcc 13 supports, for texts that all devices run. */
  private static final int OLDEST = 75;

  private static final String ARCHITECTURE = "-arch=compute_";

  /** The macro by which a program has code for particular devices. */
  private static final String CAPABILITY = "__CUDA_ARCH__";

  /** The option that stands for the capability of each device. */
  private static final String NATIVE = "-arch=native";

  private static final List<Pattern> ALLOWED =
      List.of(
          MACRO,
          INCLUDES,
          Pattern.compile("-arch=((compute|sm)_\\d+[af]?|native)"),
          Pattern.compile("-std=c\\+\\+\\d\\d|-w"),
          Pattern.compile("--?(expt-relaxed-constexpr|(expt-)?extended-lambda)"),
          Pattern.compile("--?use_fast_math"),
          Pattern.compile("--?(fmad|ftz|prec-div|prec-sqrt)=(true|false)"));

  static NvccCuda find(String file, Environment machine) {
    Optional<String> asked = machine.variable("LOCKSTEP_NVCC");
    String name = asked.orElse("nvcc");
    return machine
        .program(name)
        .or(
            () ->
                asked.isPresent() ? Optional.empty() : machine.program("/usr/local/cuda/bin/nvcc"))
        .map(path -> new NvccCuda(name, path))
        .orElseThrow(
            () ->
                new InputException(
                    file,
                    asked.isPresent()
                        ? "LOCKSTEP_NVCC names " + name + ", which is not a program"
                        : "CUDA C++ needs nvcc, and there is none on the PATH or in"
                            + " /usr/local/cuda/bin; install the package nvidia-cuda-toolkit (or"
                            + " NVIDIA's cuda-nvcc), name one in LOCKSTEP_NVCC, or name a PTX file"
                            + " in the workload"));
  }

  @Override
  public String kernelKeyword() {
    return "__global__";
  }

  @Override
  public List<Pattern> allowed() {
    return ALLOWED;
  }

  @Override
  public String allowedText() {
    return "-DNAME=VALUE, -UNAME, -IFOLDER, -arch=compute_75 and up, -arch=native, -std=c++17, -w,"
        + " --expt-relaxed-constexpr, --extended-lambda, -use_fast_math, -fmad=, -ftz=, -prec-div=, -prec-sqrt=true|false";
  }

  @Override
  public Optional<String> remark(String file, String text, List<String> options) {
    if (hasArchitecture(options) || !text.contains(CAPABILITY)) {
      return Optional.empty();
    }
    long line =
        1 + text.substring(0, text.indexOf(CAPABILITY)).chars().filter(c -> c == '\n').count();
    return Optional.of(
        ("%s:%s: depends on the compute capability (%s), which is %s.%s for all devices; options:"
                + " [%s] makes a text for each device's")
            .formatted(file, line, CAPABILITY, OLDEST / 10, OLDEST % 10, NATIVE));
  }

  private static boolean hasArchitecture(List<String> options) {
    return options.stream().anyMatch(o -> o.startsWith("-arch="));
  }

  @Override
  public boolean isNative(String option) {
    return option.equals(NATIVE);
  }

  @Override
  public String option(String allowed, TextTarget target) {
    return isNative(allowed) ? ARCHITECTURE + Math.max(OLDEST, target.instructionSet()) : allowed;
  }

  @Override
  public byte[] prelude() {
    return new byte[0];
  }

  private List<String> common(List<String> options) {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    if (!hasArchitecture(options)) {
      command.add(ARCHITECTURE + OLDEST);
    }
    command.addAll(options);
    return command;
  }

  @Override
  public List<String> preprocess(Path prelude, List<String> options, String file) {
    List<String> command = common(options);
    // the device pass, in which __CUDA_ARCH__ is defined
    command.addAll(List.of("-E", file));
    return command;
  }

  @Override
  public List<String> compile(Path prelude, List<String> options, List<Path> linked, String file) {
    List<String> command = common(options);
    command.addAll(List.of("-lineinfo", "-ptx", file, "-o", "-"));
    return command;
  }
}
