package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results of kernels of validation/workloads that state what they compute. */
class ValidationKernelsTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @DisplayName("a kernel of the suites computes what its workload states")
  @ValueSource(
      strings = {
        "copy_complete n=1024",
        "ddproduct",
        "hiding hops=16",
        "md5plain n=64000",
        "md5search n=16384",
        "product",
        "registers",
        "rowproduct shared=0",
        "rowproduct shared=1",
        "slots"
      })
  void aKernelOfTheSuitesComputesWhatItsWorkloadStates(String workload) {
    String[] words = workload.split(" ");
    Path file = Shell.REPOSITORY.resolve("validation/workloads/" + words[0] + ".yaml");
    List<String> command = new ArrayList<>(List.of("record", file.toString()));
    for (int i = 1; i < words.length; i++) {
      command.addAll(List.of("--param", words[i]));
    }
    command.addAll(List.of("-o", folder.resolve("trace.lkt").toString()));
    Cli cli = Cli.run(command.toArray(String[]::new));
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).contains("verified: yes");
  }
}
