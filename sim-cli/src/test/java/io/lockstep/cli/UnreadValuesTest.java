// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs whose results nothing reads, so that most values are not computed. */
class UnreadValuesTest {
  @TempDir Path folder;

  /** An example without its expectations. */
  private Path without(String example) throws IOException {
    String text = Files.readString(Shell.REPOSITORY.resolve("examples/" + example + ".yaml"));
    String kernels = Shell.REPOSITORY.resolve("examples/kernels").toString();
    Path file = folder.resolve(example + ".yaml");
    Files.writeString(
        file, text.substring(0, text.indexOf("\nexpect:") + 1).replace("kernels/", kernels + "/"));
    return file;
  }

  private JsonNode run(Path input, String device, String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of("run", input.toString(), "-d", device));
    words.add("--format=json");
    words.addAll(List.of(more));
    Cli done = Cli.run(words.toArray(String[]::new));
    return done.json().get("results").get(0);
  }

  /** A dump reads the results, so all values are computed. */
  @ParameterizedTest
  @CsvSource({
    "matmul, hd5870, c",
    "spmv, gtx280, y", // addresses are loaded
    "bfs, mi100, level", // a loop of the host reads a buffer
    "transpose, hd6970, out",
    "tensor_product, rtx5090, c" // through local memory
  })
  void timesStatisticsAndTraceAreTheSameAsIfResultsAreRead(
      String example, String device, String buffer) throws IOException {
    Path input = without(example);
    String dump = "--dump=" + buffer + "=" + folder.resolve("dump.bin");
    JsonNode whole = run(input, device, dump);
    assertThat(run(input, device)).isEqualTo(whole);
    assertThat(whole.get("trace_sha256").asText()).hasSize(64);
  }

  @Test
  void anAccessOutsideItsBufferIsStillAnErrorOfTheKernelsLine() throws IOException {
    Path input = without("matmul");
    Files.writeString(
        input, Files.readString(input).replaceFirst("(c: *\\{[^}]*count: *)\"?n \\* n\"?", "$1n"));
    Cli done = Cli.run("run", input.toString(), "-d", "hd5870");
    assertThat(done.code()).isNotZero();
    assertThat(done.all()).contains("matmul.ptx:", "buffer c").doesNotContain("Exception");
  }
}
