// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.fit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.check.CheckLog;
import io.lockstep.execute.check.ExecutionCheck;
import io.lockstep.inspect.card.ProgramCard;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.run.Catalogue;
import io.lockstep.run.KernelFiles;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunStatus;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.testsupport.Repository;
import io.lockstep.testsupport.Scratch;
import io.lockstep.trace.record.ProgramSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The devices that a check without simulation refuses are those that refuse a run, and why. */
class DeviceFitTest {
  private static final String REGISTERS =
      "\n .reg .b32 %r<99>; .reg .b64 %rd<9>; .reg .pred %p<9>; ld.param.u64 %rd1, [p0];\n";

  @TempDir private Path folder;

  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));
  private final Runner runner = new Runner(CATALOGUE, Plugins.frontends());

  /** The refusals of a run; asserts that the check finds the same without simulation. */
  private List<DeviceFit.Refusal> refusals(String workload, boolean races) {
    List<DeviceFit.Refusal> found =
        SharedProgram.run(
                runner, Path.of(workload), Map.of(), Runner.all(CATALOGUE), options(races))
            .stream()
            .filter(r -> r.status() == RunStatus.REFUSED)
            .map(r -> new DeviceFit.Refusal(r.device(), r.message()))
            .toList();
    try (ProgramSource source = runner.execute(Path.of(workload), Map.of(), options(races))) {
      ProgramCard card = ProgramCard.measure(source, SourceLines.beside(Path.of(workload)));
      assertThat(DeviceFit.program(CATALOGUE, card)).isEqualTo(found);
    }
    return found;
  }

  private static RunOptions options(boolean races) {
    RunOptions usual = RunOptions.defaults();
    return races ? usual.with().checks(new CheckLog(Set.of(ExecutionCheck.RACES))).build() : usual;
  }

  @ParameterizedTest
  @DisplayName("launches and buffers that are too large")
  @CsvSource(
      delimiter = ';',
      value = {
        "400000000; 1; 64; 0; device memory: the program allocates 1600000000 bytes",
        "1024; 1; 512; 0; work-group size 512 exceeds 256",
        "1024; 1; 1, 1, 128; 0; work-group size 128 along z exceeds 64",
        "1024; 1; 64; 20000; 20000 bytes of local memory exceed",
      })
  void tooLarge(int words, String grid, String block, int shared, String reason)
      throws IOException {
    Scratch scratch = new Scratch(folder);
    String path =
        scratch.workload(
            Scratch.kernel(REGISTERS + "  st.global.u32 [%rd1], 7;\n"), "", words, grid, block);
    Path file = Path.of(path);
    Files.writeString(
        file, Files.readString(file).replace("args: [o]", "args: [o], shared: " + shared));
    assertThat(refusals(path, false))
        .isNotEmpty()
        .hasSizeLessThan(47)
        .anyMatch(r -> r.reason().contains(reason));
  }

  @Test
  @DisplayName("a work-group whose registers fit no compute unit")
  void aWorkGroupWhoseRegistersFitNoComputeUnitIsRefused() throws IOException {
    StringBuilder body = new StringBuilder(REGISTERS);
    body.append(" .shared .align 4 .b8 tile[64];\n");
    IntStream.range(0, 40)
        .forEach(k -> body.append(" ld.global.u32 %r" + k + ", [%rd1+" + 4 * k + "];\n"));
    // Addresses of shared memory are not spilled.
    IntStream.range(1, 40)
        .forEach(
            k ->
                body.append(" ld.shared.u32 %r" + k + ", [%r" + k + "];\n")
                    .append(" xor.b32 %r0, %r0, %r" + k + ";\n"));
    body.append(" st.global.u32 [%rd1], %r0;\n");
    String path =
        new Scratch(folder).workload(Scratch.kernel(body.toString()), "", 1024, "1", "512");
    assertThat(refusals(path, false))
        .anyMatch(r -> r.reason().startsWith("kernel 'k': no block of 512 threads fits"));
  }

  @Test
  @DisplayName("pixels are launched as wavefronts of the device, not as tiles")
  void pixelsAreLaunchedAsWavefrontsOfTheDevice() {
    assertThat(refusals(Repository.workload("il_pixels_odd").toString(), false))
        .hasSize(5)
        .allMatch(r -> r.reason().contains("texture fetches"));
  }

  @ParameterizedTest
  @DisplayName(
      "a width that races have shown refuses narrower devices; one beyond all refuses none")
  @CsvSource({"32, 0", "64, 33", "128, 0"})
  void aWidthThatRacesHaveShownRefusesNarrowerDevices(int apart, int refused) throws IOException {
    // Work-items exchange with the neighbour half the width away, without a barrier.
    String body =
        REGISTERS
            + " .shared .align 4 .b8 tile[2048];\n mov.u32 %r1, %tid.x;\n"
            + " mov.u32 %r2, tile;\n shl.b32 %r3, %r1, 2;\n add.u32 %r4, %r2, %r3;\n"
            + " st.volatile.shared.u32 [%r4], %r1;\n"
            + (" xor.b32 %r3, %r3, " + 2 * apart + ";\n add.u32 %r4, %r2, %r3;\n")
            + " ld.volatile.shared.u32 %r5, [%r4];\n mul.wide.u32 %rd2, %r1, 4;\n"
            + " add.u64 %rd2, %rd2, %rd1;\n st.global.u32 [%rd2], %r5;\n";
    String path = new Scratch(folder).workload(Scratch.kernel(body), "", 1024, "1", "256");
    assertThat(refusals(path, true).stream().filter(r -> r.reason().contains("only at")))
        .hasSize(refused);
  }

  @Test
  @DisplayName("a work-group size that the kernel fixes refuses before any launch")
  void fixedSize() throws IOException {
    String kernel =
        Scratch.kernel(REGISTERS + "  st.global.u32 [%rd1], 7;\n")
            .replace("(.param .u64 p0)", "(.param .u64 p0) .reqntid 512, 1, 1");
    Path file = Path.of(new Scratch(folder).write("k.ptx", kernel));
    assertThat(DeviceFit.kernel(CATALOGUE, KernelFiles.read(file, Plugins.frontends()).get(0)))
        .hasSize(10)
        .allMatch(r -> r.reason().equals("kernel 'k': work-group size 512 exceeds 256"));
  }
}
