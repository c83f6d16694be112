// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.RefusalException;
import io.lockstep.testsupport.Kernels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users read if ptxas is missing or fails; scripts stand for it. */
class PtxasLoweringTest {
  private static final String VARIABLE = "LOCKSTEP_PTXAS";

  private final Kernel kernel = Kernels.corpus("vecadd");

  @TempDir Path folder;

  private Path script(String body) throws IOException {
    Path file = Files.writeString(folder.resolve("ptxas"), "#!/bin/sh\n" + body + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private void refuses(String capability, Path ptxas, String message) {
    PtxasLowering lowering =
        new PtxasLowering(capability, false, Map.of(VARIABLE, ptxas.toString()));
    assertThatThrownBy(() -> lowering.lower(kernel))
        .isInstanceOf(RefusalException.class)
        .hasMessage(message);
  }

  @Test
  void findsTheProgramOnThePath() throws IOException {
    Path program = script("");
    Map<String, String> environment = Map.of("PATH", "/nowhere::" + folder);

    assertThat(Ptxas.find(environment, "/nowhere/ptxas").program()).isEqualTo(program);
    assertThat(Ptxas.find(Map.of(), program.toString()).program()).isEqualTo(program);
  }

  @Test
  void refusesAMachineWithoutPtxas() {
    assertThatThrownBy(() -> Ptxas.find(Map.of("PATH", folder.toString()), "/nowhere/ptxas"))
        .isInstanceOf(RefusalException.class)
        .hasMessage(
            "code.source ptxas needs ptxas, and there is none on the PATH or in"
                + " /usr/local/cuda/bin; install NVIDIA's cuda-nvcc or name one in LOCKSTEP_PTXAS");
  }

  @Test
  void refusesAVariableThatNamesNoProgram() {
    refuses("8.0", folder, VARIABLE + " names " + folder + ", which is no program");
  }

  @Test
  void refusesACapabilityThatPtxasLacks() throws IOException {
    Path ptxas =
        script(
            "echo \"ptxas fatal   : Value 'sm_70' is not defined for option 'gpu-name'\"; exit 1");
    refuses("7.0", ptxas, "kernel 'vecadd': " + ptxas + " has no target sm_70");
  }

  @Test
  void refusesWithTheMessageOfPtxas() throws IOException {
    Path ptxas =
        script("echo 'ptxas kernel.ptx, line 12; error   : Unknown symbol x' >&2; exit 255");
    refuses(
        "8.0",
        ptxas,
        "kernel 'vecadd': " + ptxas + " rejects the kernel: line 12 of the PTX: Unknown symbol x");
  }

  @Test
  void refusesACubinThatCannotBeDecoded() throws IOException {
    Path ptxas = script("for last; do :; done; echo damaged > \"$last\"");
    refuses("8.0", ptxas, "kernel 'vecadd': cannot be decoded: it is not an ELF file of 64 bits");
  }

  @Test
  void ptxasReadsTheTextOnTheSameLinesWithoutExtensions() {
    String text =
        ".target sm_60\n\t.file\t1 \"/x\" \"a.cl\"\n.loc 1 2 3\n$L__tmp4:\nbar.sync.flags 0, 1;\n";

    assertThat(Ptxas.prepared(text)).isEqualTo(".target sm_70\n\n\n\nbar.sync 0;\n");
  }

  @Test
  void refusesAKernelWithoutText() {
    Kernel changed = kernel.withSource("x").with(kernel.code());
    Kernel without =
        new Kernel(
            new Kernel.Origin("k", "ptx", "k.ptx"),
            changed.signature(),
            changed.code(),
            changed.memory(),
            changed.bounds(),
            changed.traits());
    assertThatThrownBy(() -> new PtxasLowering("8.0", false, Map.of()).lower(without))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("needs the kernel's PTX");
  }
}
