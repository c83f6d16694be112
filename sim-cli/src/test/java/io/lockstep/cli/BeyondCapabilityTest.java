// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.testsupport.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernels that exceed the compute capability of a board, each refused with one line. */
class BeyondCapabilityTest {
  private static final String STORE = " .reg .b64 %rd<2>;\n ld.param.u64 %rd1, [p0];\n";

  @TempDir private Path folder;

  private Cli run(String kernel, String block, int dynamic, String device) throws IOException {
    Path file = Path.of(new Scratch(folder).workload(kernel, "", 1024, "1", block));
    String text = Files.readString(file);
    Files.writeString(file, text.replace("args: [o]", "args: [o], shared: " + dynamic));
    return Cli.run("run", file.toString(), "-d", device);
  }

  private void check(Cli cli, String refusal) {
    if (refusal.isEmpty()) {
      assertThat(cli.code()).as(cli.all()).isZero();
    } else {
      assertThat(cli.code()).as(cli.all()).isEqualTo(5);
      assertThat(cli.all().lines().filter(l -> l.contains(refusal))).hasSize(1);
    }
  }

  @ParameterizedTest
  @DisplayName("a text for a newer target is refused, one for an older target runs")
  @CsvSource({
    "sm_90, a100, 'needs compute capability 9.0, the device has 8.0'",
    "sm_90a, rtx3080, 'needs compute capability 9.0, the device has 8.6'",
    "sm_86, a100, 'needs compute capability 8.6, the device has 8.0'",
    "sm_80, t4, 'needs compute capability 8.0, the device has 7.5'",
    "sm_90, h100_sxm, ''",
    "sm_80, rtx3080, ''",
    "sm_75, v100, ''",
    "sm_50, h100_sxm, ''",
  })
  void aTextForANewerTargetIsRefused(String target, String device, String refusal)
      throws IOException {
    String kernel = Scratch.kernel(STORE + " st.global.u32 [%rd1], 7;\n");
    check(run(kernel.replace("sm_50", target), "64", 0, device), refusal);
  }

  @ParameterizedTest
  @DisplayName("an instruction that is newer than the text's target is refused, too")
  @CsvSource({
    "'ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [%r2]', v100, 'needs compute capability 7.5'",
    "'movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r2', v100, 'needs compute capability 7.5'",
    "'ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [%r2]', t4, ''",
    "'stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r2], {%r1}', a100, 'needs compute capability 9.0'",
  })
  void anInstructionNewerThanTheTargetIsRefused(String instruction, String device, String refusal)
      throws IOException {
    String tile = " .shared .align 16 .b8 tile[512];\n .reg .b32 %r<3>;\n mov.u32 %r2, tile;\n";
    String kernel = Scratch.kernel(STORE + tile + instruction + ";\n st.global.u32 [%rd1], %r1;\n");
    check(run(kernel.replace("sm_50", "sm_70"), "64", 0, device), refusal);
  }

  @Test
  @DisplayName("a recording keeps the target of its text")
  void aRecordingKeepsTheTargetOfItsText() throws IOException {
    String kernel = Scratch.kernel(STORE + " st.global.u32 [%rd1], 7;\n").replace("sm_50", "sm_90");
    String workload = new Scratch(folder).workload(kernel, "", 1024, "1", "64");
    String trace = folder.resolve("k.lkt").toString();
    assertThat(Cli.run("record", workload, "-o", trace).code()).isZero();
    check(Cli.run("run", trace, "-d", "a100"), "needs compute capability 9.0");
    check(Cli.run("run", trace, "-d", "h100_sxm"), "");
  }

  @ParameterizedTest
  @DisplayName("blocks and shared memory beyond a board's are refused")
  @CsvSource({
    "2048, 0, a100, 'work-group size 2048 exceeds 1024'",
    "'1, 1, 128', 0, h100_sxm, 'work-group size 128 along z exceeds 64'",
    "64, 102000, rtx3080, 102000 bytes of local memory exceed",
    "64, 102000, a100, ''",
    "64, 167000, a100, 167000 bytes of local memory exceed",
    "64, 167000, h100_sxm, ''",
    "64, 66000, t4, 66000 bytes of local memory exceed",
    "64, 66000, v100, ''",
  })
  void blocksAndSharedMemoryBeyondABoardsAreRefused(
      String block, int dynamic, String device, String refusal) throws IOException {
    String kernel = Scratch.kernel(STORE + " st.global.u32 [%rd1], 7;\n");
    check(run(kernel, block, dynamic, device), refusal);
  }

  @Test
  @DisplayName("more than 48 KiB of shared memory must be dynamic")
  void moreThan48KibOfSharedMemoryMustBeDynamic() throws IOException {
    String body = STORE + " .shared .align 4 .b8 tile[50000];\n st.shared.u32 [tile], 7;\n";
    check(
        run(Scratch.kernel(body), "64", 0, "a100"),
        "50000 bytes of static shared memory exceed 49152; more must be dynamic");
  }

  @Test
  @DisplayName("registers that are not spilled and do not fit a block are refused")
  void registersThatAreNotSpilledAndFitNoBlockAreRefused() throws IOException {
    StringBuilder body = new StringBuilder(STORE);
    body.append(" .reg .b32 %r<128>;\n .shared .align 4 .b8 tile[64];\n");
    IntStream.range(0, 100)
        .forEach(k -> body.append(" ld.global.u32 %r" + k + ", [%rd1+" + 4 * k + "];\n"));
    body.append(" bar.sync 0;\n"); // all loads come before all uses
    // Addresses of shared memory are not spilled.
    IntStream.range(1, 100)
        .forEach(
            k ->
                body.append(" ld.shared.u32 %r" + k + ", [%r" + k + "];\n")
                    .append(" xor.b32 %r0, %r0, %r" + k + ";\n"));
    body.append(" st.global.u32 [%rd1], %r0;\n");
    check(
        run(Scratch.kernel(body.toString()), "1024", 0, "a100"),
        " registers, at most 64 are available");
  }
}
