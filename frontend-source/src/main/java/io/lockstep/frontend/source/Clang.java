// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.io.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A clang, for the compilers of both languages.
 *
 * @param ptx options that fix the version of PTX, which clang takes from a CUDA installation of the
 *     machine otherwise; empty unless it is the pinned one
 */
record Clang(String name, Path program, List<String> ptx) {
  private static final List<String> PINNED =
      List.of("--cuda-path=/nonexistent", "-Xclang", "-target-feature", "-Xclang", "+ptx87");

  /**
   * Keeps loops of device code as they are written. A branch of a loop that repeats an earlier one
   * would otherwise lead past the loop's head, so that the lanes that take it wait at a barrier
   * while others are still on their way to it.
   */
  static final List<String> KEPT_LOOPS = List.of("-mllvm", "-keep-loops=1");

  private static final List<String> NAMES =
      List.of("clang-20", "clang-19", "clang-18", "clang-17", "clang-16", "clang");

  /**
   * Finds the clang that LOCKSTEP_CLANG names, or else the pinned one. On machines without an
   * archive of it, one on the PATH is taken.
   *
   * @param language what is compiled, for messages
   */
  static Clang find(String file, Environment machine, Language language) {
    Optional<LlvmArchive> archive = LlvmArchive.ofThisMachine();
    Optional<String> asked = machine.variable("LOCKSTEP_CLANG");
    if (asked.isEmpty() && archive.isPresent()) {
      PinnedClang pinned = new PinnedClang(machine, archive.get(), Diagnostics::warn);
      return new Clang(LlvmArchive.PROGRAM, pinned.program(file, language), PINNED);
    }
    return onThePath(file, machine, asked, language);
  }

  /**
   * Finds a clang of the machine.
   *
   * @param asked its name or path; empty for the newest that is known
   */
  static Clang onThePath(
      String file, Environment machine, Optional<String> asked, Language language) {
    for (String name : asked.map(List::of).orElse(NAMES)) {
      Optional<Path> program = machine.program(name);
      if (program.isPresent()) {
        return new Clang(name, program.get(), List.of());
      }
    }
    throw InputException.ofMachine(
        file,
        asked
            .map(name -> "LOCKSTEP_CLANG names " + name + ", which is not a program")
            .orElse(
                language.text()
                    + " needs clang 16 to 20: none is pinned for this machine, and there is none"
                    + " on the PATH; install it, name one in LOCKSTEP_CLANG, or name a PTX file in"
                    + " the workload"),
        null);
  }

  boolean isPinned() {
    return !ptx.isEmpty();
  }

  /** Returns the start of every command. */
  List<String> command() {
    List<String> command = new ArrayList<>(List.of(program.toString(), "--no-default-config"));
    command.addAll(ptx);
    return command;
  }

  /** Returns the command that compiles a library's text to bitcode. */
  List<String> compile(BuiltInLibrary library, String target, Path text, Path bitcode) {
    List<String> command = command();
    command.addAll(library.options());
    command.addAll(List.of("-w", "-target", target, "-fno-color-diagnostics"));
    command.addAll(List.of("-Xclang", "-target-cpu", "-Xclang", "sm_60"));
    command.addAll(List.of("-emit-llvm", "-c", text.toString(), "-o", bitcode.toString()));
    return command;
  }

  /** Returns the options that link bitcode of built-in functions. */
  static List<String> linking(List<Path> linked) {
    List<String> options = new ArrayList<>();
    for (Path bitcode : linked) {
      options.addAll(List.of("-Xclang", "-mlink-builtin-bitcode", "-Xclang", bitcode.toString()));
    }
    return options;
  }
}
