// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compiles CUDA C++ with clang, Lockstep's own headers of device code and the mathematical
 * functions of OpenCL C. It translates options of nvcc.
 *
 * @param headers folder of the headers
 */
record ClangCuda(Clang clang, Path headers) implements CudaCompiler {
  /** Capabilities of clang 20, in ascending order. */
  private static final List<Integer> CAPABILITIES =
      List.of(50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 100, 120);

  /** Capabilities that have instructions of their own, for which the name ends in "a". */
  private static final List<Integer> SPECIFIC = List.of(90, 100, 120);

  private static final Pattern CAPABILITY_NAME = Pattern.compile(".*_(\\d+)([af]?)");

  private static final String WAY_OUT = "nvcc compiles this text";

  /** Matches the message about a header of the vendor that is not there. */
  private static final Pattern NO_HEADER =
      Pattern.compile(
          "(?m)(fatal error: )'((?:(?:thrust|cub|cuda|nv|cooperative_groups)/[^']*)"
              + "|(?:cu|nv|device_|vector_|sm_)[^'/]*\\.h(?:pp)?)' file not found$");

  /** Matches the message about a name of the vendor's interface for hosts. */
  private static final Pattern NO_NAME =
      Pattern.compile(
          "(?m)(use of undeclared identifier|unknown type name) '?(cu(?:da)?[A-Z]\\w*)'?$");

  /** As nvcc: functions are inlined and loops unrolled, so that arrays become registers. */
  private static final List<String> THRESHOLDS =
      List.of("-mllvm", "-inline-threshold=10000", "-mllvm", "-unroll-threshold=600");

  static ClangCuda find(String file, Environment machine) {
    Clang clang = Clang.find(file, machine, Language.CUDA);
    return new ClangCuda(clang, GpuHeaders.folder(file, machine.cache()));
  }

  @Override
  public String name() {
    return clang.name();
  }

  @Override
  public Path program() {
    return clang.program();
  }

  /** Returns false: results name the compiler, since nvcc's code is other code. */
  @Override
  public boolean isUsual() {
    return false;
  }

  @Override
  public List<BuiltInLibrary> builtIns(List<String> options, String preprocessed, int subGroup) {
    CudaArithmetic arithmetic = new CudaArithmetic(options);
    return List.of(OpenClExtensions.ofCuda(arithmetic.isFast(), arithmetic.hasExactRoots()));
  }

  @Override
  public List<String> compile(BuiltInLibrary library, Path text, Path bitcode) {
    return clang.compile(library, "nvptx64-nvidia-cuda", text, bitcode);
  }

  /** Returns the name of the nearest capability that clang knows and a device of this has. */
  private static String capability(List<String> options) {
    int number = OLDEST;
    boolean specific = false;
    for (String option : options) {
      Matcher named = CAPABILITY_NAME.matcher(option);
      if (option.startsWith(ARCHITECTURE) && named.matches()) {
        number = Integer.parseInt(named.group(1));
        specific = named.group(2).equals("a") && SPECIFIC.contains(number);
      }
    }
    int known = CAPABILITIES.get(0);
    for (int capability : CAPABILITIES) {
      known = capability <= number ? capability : known;
    }
    return "sm_" + known + (specific ? "a" : "");
  }

  private List<String> common(List<String> options) {
    List<String> command = clang.command();
    command.addAll(List.of("-x", "cuda", "-nocudainc", "-nocudalib", "--cuda-device-only"));
    command.addAll(List.of("--cuda-gpu-arch=" + capability(options), "-O2"));
    command.addAll(List.of("-fno-color-diagnostics", "-fno-crash-diagnostics"));
    // Calls of the C library stay calls, which the linked functions answer.
    command.add("-fmath-errno");
    command.addAll(new CudaArithmetic(options).ofClang());
    command.addAll(List.of("-isystem", headers.toString()));
    command.addAll(List.of("-include", headers.resolve(GpuHeaders.FIRST).toString()));
    for (String option : options) {
      if (option.matches("-[DUI].*|-std=.*|-w")) {
        command.add(option);
      }
    }
    return command;
  }

  @Override
  public List<String> preprocess(Path prelude, List<String> options, String file) {
    List<String> command = common(options);
    command.addAll(List.of("-E", file, "-o", "-"));
    return command;
  }

  @Override
  public List<String> compile(Path prelude, List<String> options, List<Path> linked, String file) {
    List<String> command = common(options);
    command.addAll(THRESHOLDS);
    command.addAll(Clang.KEPT_LOOPS);
    command.addAll(Clang.linking(linked));
    command.addAll(List.of("-gline-directives-only", "-S", file, "-o", "-"));
    return command;
  }

  @Override
  public String explained(String messages) {
    String headers =
        NO_HEADER
            .matcher(messages)
            .replaceAll("$1$2 is not one of Lockstep's headers of CUDA C++; " + WAY_OUT);
    return NO_NAME
        .matcher(headers)
        .replaceAll("$2 is not one of the host's names in Lockstep's headers; " + WAY_OUT);
  }
}
