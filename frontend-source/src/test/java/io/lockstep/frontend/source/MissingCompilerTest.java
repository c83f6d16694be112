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
import java.util.Optional;
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
  @DisplayName("neither the pinned clang nor Maven: the ways to a compiler")
  void noClang() throws IOException {
    program("clang-19"); // another compiler is no silent replacement
    assertThatThrownBy(() -> ClangOpenCl.find("k.cl", machine()))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("k.cl: OpenCL C needs a compiler")
        .hasMessageContaining("install Maven");
  }

  @Test
  @DisplayName("where none is pinned the newest on the PATH is taken")
  void whereNoneIsPinnedTheNewestIsTaken() throws IOException {
    program("clang-16");
    program("clang-18");
    Clang found = Clang.onThePath("k.cl", machine(), Optional.empty(), Language.OPENCL);
    assertThat(found.name()).isEqualTo("clang-18");
  }

  @Test
  @DisplayName("where none is pinned and none is on the PATH: the ways to a compiler")
  void whereThereIsNone() {
    assertThatThrownBy(() -> Clang.onThePath("k.cl", machine(), Optional.empty(), Language.OPENCL))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("k.cl: OpenCL C needs clang 16 to 20: none is pinned");
  }

  @Test
  @DisplayName("LOCKSTEP_CLANG decides otherwise")
  void lockstepClangDecides() throws IOException {
    Path named = program("my-clang");
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

  @Test
  @DisplayName("nvcc is taken if it is there, and LOCKSTEP_CUDA decides otherwise")
  void lockstepCudaDecides() throws IOException {
    Path nvcc = program("nvcc");
    Path clang = program("my-clang");
    assertThat(SourceFrontend.cuda("k.cu", machine()).program()).isEqualTo(nvcc);
    Environment own = machine("LOCKSTEP_CUDA", "clang", "LOCKSTEP_CLANG", clang.toString());
    assertThat(SourceFrontend.cuda("k.cu", own).program()).isEqualTo(clang);
    assertThatThrownBy(() -> SourceFrontend.cuda("k.cu", machine("LOCKSTEP_CUDA", "gcc")))
        .hasMessage("k.cu: LOCKSTEP_CUDA is 'gcc'; expected nvcc or clang");
  }

  @Test
  @DisplayName("clang compiles CUDA C++ where there is no nvcc")
  void clangStandsInForNvcc() throws IOException {
    Path clang = program("my-clang");
    Environment own = machine("LOCKSTEP_CLANG", clang.toString());
    assertThat(SourceFrontend.cuda("k.cu", own, false).program()).isEqualTo(clang);
  }
}
