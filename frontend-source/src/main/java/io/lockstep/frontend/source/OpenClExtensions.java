// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Extensions and features of OpenCL C passed to clang as {@code -cl-ext}. Some are always enabled,
 * the others only for sources that use them: a source that merely tests an extension's macro is
 * compiled as for the catalogue's devices, most of which lack the extension.
 */
final class OpenClExtensions {
  private static final Pattern STANDARD = Pattern.compile("-cl-std=(?:clc|CLC|CL|cl)(\\+\\+)?(.*)");

  /** Optional features that are enabled for OpenCL C 3.0. */
  private static final List<String> FEATURES =
      List.of(
          "images",
          "3d_image_writes",
          "read_write_images",
          "generic_address_space",
          "program_scope_global_variables",
          "atomic_order_acq_rel",
          "atomic_order_seq_cst",
          "atomic_scope_device",
          "atomic_scope_all_devices",
          "work_group_collective_functions",
          "fp64");

  /** Extensions that are enabled if {@code uses} matches the source's text. */
  private record Choice(List<String> names, Pattern uses) {}

  private static final List<Choice> OPTIONAL =
      List.of(
          new Choice(
              List.of("cl_khr_fp16"),
              Pattern.compile(
                  "\\bhalf(?:2|3|4|8|16)?\\b|\\bconvert_half\\w*|\\b(?:read|write)_imageh\\b"
                      + enabled("cl_khr_fp16"))),
          new Choice(
              List.of("cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics"),
              Pattern.compile(
                  "\\batom(?:ic)?_u?(?:long)\\b"
                      + enabled("cl_khr_int64_base_atomics")
                      + enabled("cl_khr_int64_extended_atomics"))),
          new Choice(
              List.of("cl_khr_subgroups"),
              Pattern.compile("\\b(?:get_)?\\w*sub_group_\\w+" + enabled("cl_khr_subgroup\\w*"))));

  /** Macros that clang's declarations test, of extensions that clang does not define. */
  private static final List<String> SUB_GROUP_MACROS =
      List.of(
          "cl_khr_subgroup_extended_types",
          "cl_khr_subgroup_non_uniform_vote",
          "cl_khr_subgroup_ballot",
          "cl_khr_subgroup_non_uniform_arithmetic",
          "cl_khr_subgroup_shuffle",
          "cl_khr_subgroup_shuffle_relative",
          "cl_khr_subgroup_clustered_reduce",
          "cl_khr_subgroup_rotate");

  private static final Pattern SUB_GROUPS = Pattern.compile("sub_group_");
  private static final Pattern COLLECTIVES =
      Pattern.compile("\\bwork_group_(?:all|any|broadcast|reduce|scan)");

  private static final List<String> LANGUAGE =
      List.of(
          "-x",
          "cl",
          "-cl-std=CL3.0",
          "-O1",
          "-cl-no-stdinc",
          "-Xclang",
          "-finclude-default-header",
          "-Xclang",
          "-cl-ext=+cl_khr_fp16,+cl_khr_3d_image_writes,+cl_khr_subgroups,+__opencl_c_subgroups,"
              + "+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,"
              + "+cl_khr_fp64,"
              + FEATURES.stream().map(f -> "+__opencl_c_" + f).collect(Collectors.joining(",")));

  /** The parts of the library, which is one text: each uses what stands before it. */
  private static final List<String> PARTS =
      List.of(
          "base",
          "work-items",
          "integers",
          "relations",
          "common",
          "conversions",
          "memory",
          "geometry",
          "atomics",
          "exact",
          "math-float",
          "math-double",
          "angles-float",
          "angles-double",
          "inverse",
          "gamma",
          "native",
          "halves");

  private OpenClExtensions() {}

  private static List<String> with(List<String> options, String... more) {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of(more));
    return all;
  }

  /**
   * Returns the library of all functions; they are optimised where they are called, so that unused
   * ones cost little.
   */
  private static BuiltInLibrary library(boolean exact) {
    return library("opencl", exact, List.of(), List.of());
  }

  private static BuiltInLibrary library(
      String name, boolean exact, List<String> parts, List<String> macros) {
    List<String> options = with(LANGUAGE, "-Xclang", "-disable-llvm-passes", "-fno-math-errno");
    options.add("-DEXACT_ROOTS=" + (exact ? 1 : 0));
    options.addAll(macros);
    List<String> all = new ArrayList<>();
    PARTS.forEach(part -> all.add("opencl/" + part + ".cl"));
    all.addAll(parts);
    return new BuiltInLibrary(name, all, options);
  }

  /**
   * Returns the mathematical functions of CUDA C++: those of OpenCL C under other names.
   *
   * @param fast whether functions of floats are approximate instructions where there are some
   * @param exact whether square roots are correctly rounded
   */
  static BuiltInLibrary ofCuda(boolean fast, boolean exact) {
    return library(
        "cuda", exact, List.of("gpu/math.cl"), List.of("-DAPPROXIMATE=" + (fast ? 1 : 0)));
  }

  /**
   * Returns the built-in functions for a source, whose sub-groups have this size.
   *
   * @param exact whether square roots are correctly rounded
   */
  static List<BuiltInLibrary> builtIns(String preprocessed, int subGroup, boolean exact) {
    String text = code(preprocessed);
    List<BuiltInLibrary> used = new ArrayList<>();
    if (SUB_GROUPS.matcher(text).find()) {
      List<String> options = with(LANGUAGE, "-DWIDTH=" + subGroup);
      SUB_GROUP_MACROS.forEach(m -> options.add("-D" + m + "=1"));
      used.add(new BuiltInLibrary("opencl-subgroups", List.of("opencl-subgroups.cl"), options));
    }
    if (COLLECTIVES.matcher(text).find()) {
      List<String> options = List.of("-x", "c", "-std=gnu17", "-O1");
      used.add(new BuiltInLibrary("opencl-collectives", List.of("opencl-collectives.c"), options));
    }
    used.add(library(exact)); // the last, since the others call its functions
    return used;
  }

  private static String enabled(String name) {
    return "|#pragma\\s+OPENCL\\s+EXTENSION\\s+" + name + "\\s*:\\s*(?:enable|require)";
  }

  /** Returns the extensions enabled for every source, in the syntax of clang's option. */
  static String always(List<String> options) {
    List<String> all = new ArrayList<>(List.of("+cl_khr_3d_image_writes"));
    if (isThree(options)) {
      FEATURES.forEach(f -> all.add("+__opencl_c_" + f));
      all.add("+cl_khr_fp64");
    }
    return String.join(",", all);
  }

  /** Returns whether the standard is OpenCL C 3.0 or C++ for OpenCL 2021. */
  private static boolean isThree(List<String> options) {
    boolean three = false;
    for (String option : options) {
      var matcher = STANDARD.matcher(option);
      if (matcher.matches()) {
        three =
            matcher.group(1) == null
                ? matcher.group(2).startsWith("3")
                : matcher.group(2).equals("2021");
      }
    }
    return three;
  }

  /**
   * Returns the options that enable the extensions a source uses.
   *
   * @param options options of the workload, which take precedence
   * @param preprocessed preprocessed source; empty to enable all optional extensions
   */
  static List<String> needed(List<String> options, Optional<String> preprocessed) {
    Set<String> names = new LinkedHashSet<>();
    String text = preprocessed.map(OpenClExtensions::code).orElse("");
    for (Choice extension : OPTIONAL) {
      if (preprocessed.isEmpty() || extension.uses().matcher(text).find()) {
        names.addAll(extension.names());
      }
    }
    String given = String.join(",", options);
    names.removeIf(given::contains);
    List<String> needed = new ArrayList<>();
    for (String name : names) {
      needed.add("-cl-ext=+" + name);
    }
    if (names.contains("cl_khr_subgroups") || given.contains("+cl_khr_subgroups")) {
      if (isThree(options)) {
        needed.add("-cl-ext=+__opencl_c_subgroups");
      } else {
        // clang accepts the option for 2.0 only, but its declarations test the macro
        needed.add("-Dcl_khr_subgroups=1");
      }
      SUB_GROUP_MACROS.forEach(m -> needed.add("-D" + m + "=1"));
    }
    return needed;
  }

  /** Returns the preprocessed text without line markers. */
  private static String code(String preprocessed) {
    StringBuilder code = new StringBuilder(preprocessed.length());
    preprocessed
        .lines()
        .filter(line -> !line.startsWith("# "))
        .forEach(line -> code.append(line).append('\n'));
    return code.toString();
  }
}
