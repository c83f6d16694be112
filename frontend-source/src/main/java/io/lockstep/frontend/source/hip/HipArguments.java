// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source.hip;

import io.lockstep.io.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** A command line of hipcc, taken apart. Options that it does not know go to clang. */
public final class HipArguments {
  /** What is made of the sources. */
  public enum Goal {
    /** Preprocessed text or dependencies. */
    TEXT,
    /** PTX or assembler text. */
    ASSEMBLER,
    OBJECT,
    /** The device's code alone, which programs load. */
    MODULE,
    PROGRAM
  }

  /**
   * A source.
   *
   * @param language the one that {@code -x} names; empty: by the ending
   */
  public record Source(String file, Optional<String> language) {
    private static final Pattern OF_HIP =
        Pattern.compile(".*\\.(hip|cu|cpp|cxx|cc|c\\+\\+|cp|C|CPP)");

    /** Returns whether it may have device code. */
    public boolean isHip() {
      return language
          .map(l -> l.equals("hip") || l.equals("cuda") || l.equals("cu"))
          .orElse(OF_HIP.matcher(file).matches());
    }
  }

  /** The language of sources with device code, as {@code -x} names it. */
  public static final String LANGUAGE = "hip";

  private static final Set<String> WITH_VALUE =
      Set.of(
          "-o",
          "-x",
          "-I",
          "-D",
          "-U",
          "-L",
          "-l",
          "-include",
          "-imacros",
          "-isystem",
          "-idirafter",
          "-iquote",
          "-isysroot",
          "-Xclang",
          "-Xpreprocessor",
          "-Xlinker",
          "-MF",
          "-MT",
          "-MQ",
          "-mllvm",
          "-u",
          "-z",
          "-T",
          "--param",
          "-target",
          "-arch",
          "--offload-arch");

  /** Options about AMD's processors and ROCm's folders, which change nothing here. */
  private static final Pattern WITHOUT_EFFECT =
      Pattern.compile(
          "--(offload-arch|gpu-architecture|amdgpu-target|rocm-path|hip-path|hip-device-lib-path"
              + "|rocm-device-lib-path|gpu-max-threads-per-block|hip-version|offload)=.*"
              + "|--hip-link|-m(no-)?(unsafe-fp-atomics|wavefrontsize64|cumode|tgsplit)"
              + "|-f(no-)?(hip-.*|gpu-(defer-diag|sanitize|flush-denormals-to-zero)|cuda-.*"
              + "|offload-.*)|-parallel-jobs=.*|-lamdhip64|-lhiprtc-builtins");

  private static final Pattern OF_LINKER =
      Pattern.compile(
          "-[Ll].*|-Wl,.*|-static.*|-shared.*|-rdynamic|-no-pie|-pie|-s|-fuse-ld=.*|-nostdlib"
              + "|-nodefaultlibs|-nostartfiles");

  /** Options of compilation that concern the host's code, or files that are written beside it. */
  private static final Pattern OF_HOST =
      Pattern.compile(
          "-g.*|-M.*|-m(arch|tune|cpu|cmodel)=.*|-m(no-)?(sse|avx|fma|bmi|f16c).*|-fopenmp.*"
              + "|-pthread|-fsanitize.*|-f(no-)?(data|function)-sections|-flto.*|-fprofile.*"
              + "|--?coverage|-f(no-)?(pic|PIC|pie|PIE)|-Wa,.*|-pedantic.*");

  private static final Pattern OBJECT = Pattern.compile(".*\\.(o|obj|a|lo|so|so\\.[0-9.]+)|-");

  private final List<Source> sources = new ArrayList<>();
  private final List<String> compile = new ArrayList<>();
  private final List<String> device = new ArrayList<>();
  private final List<String> link = new ArrayList<>();
  private Optional<String> output = Optional.empty();
  private Goal goal = Goal.PROGRAM;
  private boolean openMp;
  private boolean linksDeviceCode;
  private boolean version;

  /** Takes a command line apart. */
  public static HipArguments of(List<String> words) {
    HipArguments all = new HipArguments();
    Optional<String> language = Optional.empty();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      Optional<String> value = Optional.empty();
      if (WITH_VALUE.contains(word)) {
        if (i + 1 == words.size()) {
          throw new InputException("hipcc", "no value behind " + word);
        }
        i++;
        value = Optional.of(words.get(i));
      }
      if (word.equals("-x") || word.startsWith("-x") && value.isEmpty()) {
        String named = value.orElse(word.substring(2));
        language = named.equals("none") ? Optional.empty() : Optional.of(named);
      } else if (word.startsWith("-") && word.length() > 1) {
        all.option(word, value);
      } else if (language.isEmpty() && OBJECT.matcher(word).matches()) {
        all.link.add(word);
      } else {
        all.sources.add(new Source(word, language));
        all.link.add(source(all.sources.size() - 1));
      }
    }
    return all;
  }

  /** What stands for the object of a source among the arguments of the link. */
  static String source(int number) {
    return "\0" + number;
  }

  private void option(String word, Optional<String> value) {
    List<String> both = new ArrayList<>(List.of(word));
    value.ifPresent(both::add);
    switch (word) {
      case "-o" -> output = value;
      case "-c" -> goal = goal == Goal.MODULE ? goal : Goal.OBJECT;
      case "-S" -> goal = Goal.ASSEMBLER;
      case "-E", "-M", "-MM", "-fsyntax-only" -> {
        goal = Goal.TEXT;
        compile.add(word);
      }
      case "--version" -> version = true;
      case "--genco", "--cuda-device-only", "--offload-device-only" -> goal = Goal.MODULE;
      case "-fopenmp" -> openMp = true;
      case "-fgpu-rdc" -> linksDeviceCode = true;
      case "-fno-gpu-rdc" -> linksDeviceCode = false;
      case "-pthread" -> {
        compile.add(word);
        link.add(word);
      }
      case "-Xlinker", "-u", "-z", "-T" -> link.addAll(both);
      case "-L", "-l" -> linked(word + value.orElseThrow(), List.of(word + value.orElseThrow()));
      case "-MF", "-MT", "-MQ", "-arch" -> compile.addAll(both);
      case "-mllvm" -> ofLlvm(value.orElseThrow());
      default -> other(word, value, both);
    }
  }

  private void ofLlvm(String value) {
    if (!value.startsWith("-amdgpu")) {
      compile.addAll(List.of("-mllvm", value));
    }
  }

  private void other(String word, Optional<String> value, List<String> both) {
    if (WITHOUT_EFFECT.matcher(word).matches() || word.equals("--offload-arch")) {
      return;
    }
    if (value.isEmpty() && OF_LINKER.matcher(word).matches()) {
      linked(word, both);
      return;
    }
    compile.addAll(both);
    if (value.isPresent() || !OF_HOST.matcher(word).matches()) {
      device.addAll(both);
    }
  }

  private void linked(String word, List<String> both) {
    if (word.equals("-lamdhip64") || word.equals("-lhiprtc")) {
      return;
    }
    HipLibraries.refuseLinked(word);
    link.addAll(both);
  }

  public List<Source> sources() {
    return sources;
  }

  /** Returns options for the host's code. */
  public List<String> compile() {
    return compile;
  }

  /** Returns options for the device's code. */
  public List<String> device() {
    return device;
  }

  /** Returns options and files of the link, with {@link #source} for sources. */
  public List<String> link() {
    return link;
  }

  public Optional<String> output() {
    return output;
  }

  public Goal goal() {
    return goal;
  }

  public boolean openMp() {
    return openMp;
  }

  /** Returns whether kernels call functions of other objects. */
  public boolean linksDeviceCode() {
    return linksDeviceCode;
  }

  public boolean asksForVersion() {
    return version;
  }
}
