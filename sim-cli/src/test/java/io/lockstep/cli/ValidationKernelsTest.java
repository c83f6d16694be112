// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
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
        "attention",
        "attention causal=1",
        "attention d=128",
        "attention_steps step=1",
        "attention_steps step=4",
        "attention_steps step=5 keys=192",
        "copy_complete n=1024",
        "copy_issue",
        "ddproduct",
        "hiding hops=16",
        "layer_norm",
        "md5plain n=64000",
        "md5search n=16384",
        "mma_rate kind=2 variant=1 block=32 rounds=1",
        "mma_rate kind=7 variant=2 block=32 rounds=1",
        "mma_rate_fp8 kind=1 block=32 rounds=1",
        "product",
        "registers",
        "rowsum",
        "rowproduct shared=0",
        "rowproduct shared=1",
        "slots",
        "softmax",
        "straight",
        "straight count=1024",
        "straight count=4096 chains=4 clock=1",
        "vectoradd"
      })
  void aKernelOfTheSuitesComputesWhatItsWorkloadStates(String workload) {
    assertVerified(workload);
  }

  @Tag("slow")
  @ParameterizedTest
  @DisplayName("a kernel of the Tesla suite computes what its workload states")
  @ValueSource(
      strings = {
        "barriers rounds=1",
        "bicubic h=16",
        "bilinear h=16",
        "blocks w=16 h=8",
        "chain_cosine",
        "chain_divide rounds=1",
        "chain_divide_double rounds=1",
        "chain_divide_integer rounds=1",
        "chain_double rounds=1",
        "chain_float kind=1 rounds=1",
        "chain_integer kind=4 rounds=1",
        "chain_multiply rounds=1",
        "chain_root rounds=1",
        "chase_constant count=192",
        "chase_shared rounds=4",
        "chase_texture hops=99",
        "clockmin",
        "copy n=256 offset=1",
        "diagonals n=8192",
        "dxt w=16 h=8",
        "fetches w=16 h=16",
        "histogram groups=1",
        "increment n=768",
        "increment_often n=512",
        "increment_some n=768",
        "increment_three n=768",
        "matmul n=32",
        "nbodyforce n=256 part=2",
        "neighbours w=16 h=8",
        "options n=1000",
        "pairs groups=1 rounds=1",
        "paths n=4096 groups=2",
        "reduction kind=5 each=256 n=65536",
        "reduction7 n=65536",
        "separable_shared r=3 w=128 h=48",
        "separable_shared r=17 w=128 h=48",
        "separable_texture r=3 w=48 h=24",
        "sgemm_columns n=64 depth=32",
        "sgemm_squares n=64 depth=64",
        "slim_plain n=32",
        "slim_square n=32",
        "slim_tiled n=32",
        "stride_read n=256",
        "tile_coarse n=128",
        "tile_copy n=64",
        "tile_diagonal n=128",
        "tile_naive n=64",
        "tile_padded n=128",
        "tile_shared n=64",
        "tile_within n=64"
      })
  void aKernelOfTheTeslaSuiteComputesWhatItsWorkloadStates(String workload) {
    assertVerified(workload);
  }

  @Tag("slow")
  @ParameterizedTest
  @DisplayName("a product of matrices computes what its workload states in every step")
  @ValueSource(
      strings = {
        "product_plain step=1 n=64",
        "product_plain step=2 n=64",
        "product_plain step=3 n=64",
        "product_floats step=1 m=32 n=64 k=96 pitch=96",
        "product_floats step=2 m=64 n=32 k=96 pitch=96",
        "product_rows step=1 m=128 n=256 k=96 pitch=96",
        "product_rows step=2 m=256 n=128 k=96 pitch=96",
        "product_rows step=3 m=128 n=256 k=96 pitch=96",
        "product_rows step=4 m=256 n=128 k=96 pitch=96",
        "product_rows step=5 m=128 n=256 k=128 pitch=128",
        "product_rows step=6 m=256 n=128 k=128 pitch=128",
        "product_rows step=7 m=64 n=128 k=96 pitch=96 times=2",
        "product_rows step=8 m=128 n=256 k=128 pitch=128",
        "product_halves step=1 m=64 n=128 k=64",
        "product_halves step=2 m=128 n=64 k=64",
        "product_permuted step=1 m=128 n=64 k=64",
        "product_permuted step=2 m=128 n=256 k=256",
        "product_steps step=1 m=256 n=128 k=128",
        "product_steps step=2 m=128 n=256 k=128",
        "product_steps step=3 m=128 n=256 k=128",
        "product_steps step=4 m=128 n=256 k=128",
        "product_steps step=5 m=256 n=128 k=128",
        "product_steps step=6 m=256 n=128 k=256",
        "product_steps step=7 m=1280 n=256 k=128",
        "product_steps step=8 m=128 n=256 k=256",
        "product_steps step=9 m=256 n=256 k=256",
        "product_bytes m=256 n=256 k=256",
        "product_fp8 m=256 n=256 k=256",
        "product_fp8 step=2 m=128 n=256 k=128 pitch=128",
        "product_fp8 step=2 m=256 n=128 k=320 pitch=320",
        "../../examples/tensor_product n=192",
        "../../examples/tensor_bytes n=192"
      })
  void aProductOfMatricesComputesWhatItsWorkloadStatesInEveryStep(String workload) {
    assertVerified(workload);
  }

  private void assertVerified(String workload) {
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
