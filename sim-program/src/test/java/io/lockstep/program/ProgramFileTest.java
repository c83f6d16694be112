// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.program.driver.NativeDriver;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramFileTest {
  private static final long BASE = 0x400000; // address of the file's start
  @TempDir private Path folder;

  /**
   * Returns a file with a segment of the program, a dynamic section and its names.
   *
   * @param text further text in the file
   */
  private static byte[] elf(List<String> needed, String text) {
    int dynamic = 64 + 2 * 56;
    int names = dynamic + 16 * (needed.size() + 2);
    String joined = "\0" + String.join("\0", needed) + "\0" + text;
    ByteBuffer file = ByteBuffer.allocate(names + joined.length()).order(ByteOrder.LITTLE_ENDIAN);
    file.put("\177ELF\2\1\1".getBytes(StandardCharsets.ISO_8859_1));
    file.putLong(32, 64).putShort(54, (short) 56).putShort(56, (short) 2);
    file.putInt(64, 1).putLong(64 + 16, BASE).putLong(64 + 32, file.capacity());
    int second = 64 + 56;
    file.putInt(second, 2).putLong(second + 8, dynamic).putLong(second + 16, BASE + dynamic);
    file.putLong(second + 32, names - dynamic);
    int name = 1;
    int at = dynamic;
    for (String library : needed) {
      file.putLong(at, 1).putLong(at + 8, name);
      name += library.length() + 1;
      at += 16;
    }
    file.putLong(at, 5).putLong(at + 8, BASE + names);
    file.position(names);
    file.put(joined.getBytes(StandardCharsets.ISO_8859_1));
    return file.array();
  }

  private String write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("app"), bytes).toString();
  }

  private void refuse(byte[] bytes, String message) throws IOException {
    String app = write(bytes);
    assertThatThrownBy(() -> ProgramFile.find(app).refuseUnsupported(false))
        .isInstanceOf(InputException.class)
        .hasMessage(app + message);
  }

  @ParameterizedTest(name = "{0} beside it")
  @ValueSource(strings = {"libc.so.6", "libcudart.so.12"})
  void allowsTheDriverInterfaceWhateverElseAProgramNeeds(String other) throws IOException {
    for (String text : List.of("", "\0.nv_fatbin\0")) {
      ProgramFile app = ProgramFile.find(write(elf(List.of(other, "libcuda.so.1"), text)));
      assertThatCode(() -> app.refuseUnsupported(false)).doesNotThrowAnyException();
      assertThat(app.usesCuda()).isTrue();
      assertThat(app.drivers(false))
          .containsExactly(
              other.startsWith("libcudart") ? NativeDriver.CUDA_12 : NativeDriver.CUDA_13);
    }
  }

  @ParameterizedTest
  @CsvSource({"libnvrtc.so.11.2, CUDA_11", "libnvrtc.so.12, CUDA_12", "libnvrtc.so.13, CUDA_13"})
  void nvrtcComesWithTheInterfacesOfItsVersion(String library, NativeDriver driver)
      throws IOException {
    ProgramFile app = ProgramFile.find(write(elf(List.of("libcuda.so.1", library), "")));
    assertThatCode(() -> app.refuseUnsupported(false)).doesNotThrowAnyException();
    assertThat(app.drivers(false)).containsExactly(driver);
    assertThat(driver.names()).contains(library, "libcuda.so.1");
  }

  @Test
  void saysHowToBuildAProgramThatContainsTheRuntime() throws IOException {
    refuse(
        elf(List.of("libc.so.6"), "\0libcuda.so.1\0.nv_fatbin\0"),
        ": contains the CUDA runtime, so that Lockstep cannot take its place; build it anew with:"
            + " NVCC_APPEND_FLAGS=\"-cudart shared -lineinfo\" make");
  }

  @ParameterizedTest
  @CsvSource({
    "libhsa-runtime64.so.1, the HSA runtime (libhsa-runtime64)",
    "libsycl.so.8, SYCL (libsycl)",
    "libze_loader.so.1, Level Zero (libze_loader)"
  })
  void refusesInterfacesThatLockstepLacksByName(String library, String named) throws IOException {
    refuse(
        elf(List.of("libstdc++.so.6", library), ""),
        ": uses "
            + named
            + ", which is not supported; Lockstep runs programs that use OpenCL or HIP (on all"
            + " devices), or CUDA's interfaces (libcudart, libcuda)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so"})
  void saysHowToBuildAProgramWithCodeForAmdsProcessorsAlone(String library) throws IOException {
    refuse(
        elf(List.of("libstdc++.so.6", library), "\0.hip_fatbin\0"),
        ": uses HIP (libamdhip64) and has code for AMD's processors only, which Lockstep does not"
            + " execute; build it anew with: make HIPCC=\"lockstep hipcc\"");
  }

  @Test
  void refusesAmdsLibrariesOfMachineCode() throws IOException {
    refuse(
        elf(List.of("liblockstep-hip.so.1", "librocblas.so.4"), "\0librocblas.so.4\0"),
        ": uses librocblas.so, whose kernels exist as machine code only; Lockstep executes PTX and"
            + " OpenCL C");
  }

  @ParameterizedTest
  @ValueSource(strings = {"libcudart.so.13", "libOpenCL.so.1"})
  void allowsAProgramThatOnlyMentionsALibrary(String needed) throws IOException {
    String driver = needed.startsWith("libcudart") ? "\0libcuda.so.1\0" : "\0";
    String app = write(elf(List.of(needed), driver + "libamdhip64.so.6\0libamdhip64.so.6"));
    assertThatCode(() -> ProgramFile.find(app).refuseUnsupported(false)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "libcublas.so.13, libcublas",
    "libcublas.so.11, libcublas",
    "libcurand.so.10, libcurand",
    "liblockstep-rocblas.so.1, librocblas",
    "liblockstep-hipblas.so.1, libhipblas",
    "liblockstep-hiprand.so.1, libhiprand"
  })
  void allowsLibrariesOfItsOwnOnlyIfTheyAreWanted(String library, String named) throws IOException {
    byte[] file = elf(List.of("libcudart.so.13", library), "");
    refuse(
        file,
        ": uses "
            + named
            + ", whose kernels exist as machine code only; with --libraries, a library of Lockstep"
            + " with kernels of its own takes its place");
    ProgramFile app = ProgramFile.find(write(file));
    assertThatCode(() -> app.refuseUnsupported(true)).doesNotThrowAnyException();
    assertThat(app.drivers(true)).extracting(NativeDriver::file).contains(library);
    assertThat(app.drivers(false)).extracting(NativeDriver::library).containsOnly("");
  }

  @Test
  void cublasLtIsInTheFileOfCublas() throws IOException {
    byte[] file = elf(List.of("libcudart.so.13", "libcublasLt.so.12"), "");
    refuse(
        file,
        ": uses libcublasLt, whose kernels exist as machine code only; with --libraries, a library"
            + " of Lockstep with kernels of its own takes its place");
    ProgramFile app = ProgramFile.find(write(file));
    assertThatCode(() -> app.refuseUnsupported(true)).doesNotThrowAnyException();
    assertThat(app.drivers(true))
        .containsExactlyInAnyOrder(NativeDriver.CUDA_13, NativeDriver.CUBLAS_12);
    assertThat(NativeDriver.CUBLAS_12.names()).contains("libcublasLt.so.12");
  }

  @ParameterizedTest
  @ValueSource(strings = {"libcublas.so.10", "libcublasLt.so.10", "libcudnn.so.9"})
  void refusesOtherLibrariesOfKernels(String library) throws IOException {
    String app = write(elf(List.of("libcudart.so.13", library), ""));
    assertThatThrownBy(() -> ProgramFile.find(app).refuseUnsupported(true))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("uses " + library.substring(0, library.indexOf('.')) + ".so, whose");
  }

  @Test
  void allowsStaticProgramsAndScripts() throws IOException {
    byte[] file = elf(List.of(), "");
    file[64 + 56] = 0; // no dynamic section
    for (byte[] bytes : List.of(file, "#!/bin/sh\n".getBytes(StandardCharsets.UTF_8))) {
      String app = write(bytes);
      assertThatCode(() -> ProgramFile.find(app).refuseUnsupported(false))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void namesADamagedFile() throws IOException {
    byte[] file = elf(List.of("libamdhip64.so.6"), "");
    String where = write(Arrays.copyOf(file, 100));
    assertThatThrownBy(() -> ProgramFile.find(where))
        .isInstanceOf(InputException.class)
        .hasMessage(
            where + ": is a damaged executable file: it ends before its table of segments does");
  }

  @Test
  void readsOrRefusesAnyDamagedFile() throws IOException {
    byte[] file = elf(List.of("libc.so.6", "libamdhip64.so.6"), "");
    for (int at = 6; at < file.length; at++) {
      readOrRefuse(Arrays.copyOf(file, at));
      for (int bits : new int[] {0x01, 0x80, 0xFF}) {
        byte[] changed = file.clone();
        changed[at] ^= (byte) bits;
        readOrRefuse(changed);
      }
    }
  }

  /** Requires that nothing but an error of the input is thrown. */
  private void readOrRefuse(byte[] bytes) throws IOException {
    String app = write(bytes);
    try {
      ProgramFile.find(app).refuseUnsupported(false);
    } catch (InputException e) {
      return; // one message
    }
  }
}
