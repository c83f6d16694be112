// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.kernel.frontend.TextTarget;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A compiler of CUDA C++. Options of workloads are those of nvcc, whichever compiler it is. */
interface CudaCompiler extends SourceCompiler {
  /** The environment variable that chooses the compiler. */
  String VARIABLE = "LOCKSTEP_CUDA";

  /** The lowest compute capability that nvcc 13 supports, for texts that all devices run. */
  int OLDEST = 75;

  /** Start of the option that names the capability. */
  String ARCHITECTURE = "-arch=";

  /** The macro by which a program has code for particular devices. */
  String CAPABILITY = "__CUDA_ARCH__";

  /** The option that stands for the capability of each device. */
  String NATIVE = "-arch=native";

  List<Pattern> ALLOWED =
      List.of(
          MACRO,
          INCLUDES,
          Pattern.compile("-arch=((compute|sm)_\\d+[af]?|native)"),
          Pattern.compile("-std=c\\+\\+\\d\\d|-w"),
          Pattern.compile("--?(expt-relaxed-constexpr|(expt-)?extended-lambda)"),
          Pattern.compile("--?use_fast_math"),
          Pattern.compile("--?(fmad|ftz|prec-div|prec-sqrt)=(true|false)"));

  @Override
  default String usual() {
    return "nvcc";
  }

  @Override
  default String kernelKeyword() {
    return "__global__";
  }

  @Override
  default List<Pattern> allowed() {
    return ALLOWED;
  }

  @Override
  default String allowedText() {
    return "-DNAME=VALUE, -UNAME, -IFOLDER, -arch=compute_75 and up, -arch=native, -std=c++17, -w,"
        + " --expt-relaxed-constexpr, --extended-lambda, -use_fast_math, -fmad=, -ftz=,"
        + " -prec-div=, -prec-sqrt=true|false";
  }

  @Override
  default Optional<String> remark(String file, String text, List<String> options) {
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

  static boolean hasArchitecture(List<String> options) {
    return options.stream().anyMatch(o -> o.startsWith(ARCHITECTURE));
  }

  @Override
  default boolean isNative(String option) {
    return option.equals(NATIVE);
  }

  @Override
  default String option(String allowed, TextTarget target) {
    return isNative(allowed)
        ? ARCHITECTURE + "compute_" + Math.max(OLDEST, target.instructionSet())
        : allowed;
  }

  @Override
  default byte[] prelude() {
    return new byte[0];
  }
}
