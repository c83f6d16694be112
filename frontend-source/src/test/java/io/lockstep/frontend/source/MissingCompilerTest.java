// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said on a machine that lacks a compiler, and which one is taken. */
class MissingCompilerTest {
  @TempDir private Path folder;

  private Path program(String name) throws IOException {
    Path path = Files.writeString(folder.resolve(name), "#!/bin/sh\n");
    return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Environment machine(String... more) {
    Map<String, String> variables =
        new HashMap<>(Map.of("PATH", folder.toString(), "HOME", folder.toString()));
    for (int i = 0; i < more.length; i += 2) {
      variables.put(more[i], more[i + 1]);
    }
    return new Environment(variables);
  }

  @Test
  @DisplayName("neither clang nor Maven: the ways to a compiler")
  void noClang() {
    assertThatThrownBy(() -> ClangOpenCl.find("k.cl", machine()))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("k.cl: OpenCL C needs clang: there is none on the PATH")
        .hasMessageContaining("install clang or Maven");
  }

  @Test
  @DisplayName("LOCKSTEP_CLANG=pinned takes the pinned clang in place of one on the PATH")
  void pinnedTakesThePinnedClang() throws IOException {
    program("clang-19");
    Environment machine = machine("LOCKSTEP_CLANG", "pinned", "LOCKSTEP_LLVM", "/no/llvm.jar");
    assertThatThrownBy(() -> ClangOpenCl.find("k.cl", machine))
        .isInstanceOf(InputException.class)
        .hasMessage("k.cl: LOCKSTEP_LLVM names /no/llvm.jar, which is not a file");
  }

  @Test
  @DisplayName("of several the newest is taken; LOCKSTEP_CLANG decides otherwise")
  void ofSeveralTheNewestIsTaken() throws IOException {
    program("clang-16");
    program("clang-18");
    Path named = program("my-clang");
    assertThat(ClangOpenCl.find("k.cl", machine()).name()).isEqualTo("clang-18");
    Environment own = machine("LOCKSTEP_CLANG", named.toString());
    assertThat(ClangOpenCl.find("k.cl", own).program()).isEqualTo(named);
  }

  @Test
  @DisplayName("a compiler that is named and not there is no reason to take another")
  void aMissingNamedCompilerIsNotReplacedByAnother() throws IOException {
    program("clang-19");
    assertThatThrownBy(() -> ClangOpenCl.find("k.cl", machine("LOCKSTEP_CLANG", "/no/clang")))
        .hasMessage("k.cl: LOCKSTEP_CLANG names /no/clang, which is not a program");
    assertThatThrownBy(() -> NvccCuda.find("k.cu", machine("LOCKSTEP_NVCC", "/no/nvcc")))
        .hasMessage("k.cu: LOCKSTEP_NVCC names /no/nvcc, which is not a program");
  }
}
