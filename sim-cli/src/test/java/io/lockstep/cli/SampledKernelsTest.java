// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The kernels of validation/sampling on devices with few units: sampled times against exact ones,
 * and launches whose work-groups are partly executed against those whose groups all are.
 */
@Tag("slow")
class SampledKernelsTest {
  @TempDir Path folder;

  private static JsonNode run(String input, String device, String... more) {
    List<String> words = new ArrayList<>(List.of("run", input, "-d", device, "--format=json"));
    words.add("--set=unit.count=" + (device.equals("gtx280") ? 3 : 6));
    words.addAll(List.of(more));
    Cli done = Cli.run(words.toArray(String[]::new));
    return done.json().get("results").get(0);
  }

  private static long statistic(JsonNode result, String name) {
    return result.get("statistics").get(name).asLong();
  }

  @ParameterizedTest
  @CsvSource({
    "vecadd, gtx280, 2048, false",
    "vecadd, mi300a, 5120, false",
    "stencil, mi100, 5120, false",
    "transpose, mi300a, 5120, false",
    "histogram, mi300a, 5120, true", // addresses in local memory are data
    "gather, gtx280, 1536, false",
    "gather, mi300a, 4096, true",
    "triangular_loads, mi300a, 5120, false",
    "triangular_alu, gtx280, 2048, false",
    "spmv, mi100, 5120, true", // each group that is left out warms the caches
    "matmul, mi300a, 5120, false",
    "bfs, gtx280, 2048, true", // paths depend on what it writes
    "nbody, gtx280, 2048, false",
    "scan, mi100, 5120, false"
  })
  void estimatesTheTimeAndExecutesWhatItSimulates(
      String kernel, String device, int groups, boolean isExecuted) {
    String workload =
        Shell.REPOSITORY.resolve("validation/sampling/" + kernel + ".yaml").toString();
    String parameter = "groups=" + groups;
    JsonNode exact = run(workload, device, "-p", parameter);
    JsonNode sampled = run(workload, device, "-p", parameter, "--sample=error=50%");

    double time = statistic(exact, "time.kernels");
    double error = Math.abs(statistic(sampled, "time.kernels") - time) / time;
    double interval = statistic(sampled, "sample.interval") / time;
    assertThat(error).as("± " + interval).isLessThanOrEqualTo(Math.max(0.01, interval));
    long skipped = statistic(sampled, "sample.skipped_groups");
    assertThat(3 * skipped).isGreaterThan(groups - 100);

    Path trace = folder.resolve("k.lkt");
    assertThat(Cli.run("record", workload, "-p", parameter, "-o", trace.toString()).code())
        .isZero();
    JsonNode recorded = run(trace.toString(), device, "--sample=error=50%");
    long executed = statistic(sampled, "sample.executed_groups");
    assertThat(statistic(recorded, "sample.executed_groups")).isEqualTo(skipped);
    if (isExecuted) {
      assertThat(executed).isEqualTo(skipped);
      assertThat(sampled.get("verified_by").asText()).isEqualTo("execution of all work-groups");
    } else {
      assertThat(executed).isLessThan(skipped);
      assertThat(sampled.get("verified_by").asText()).startsWith("nothing");
    }
    assertThat(comparable(sampled)).isEqualTo(comparable(recorded));
  }

  @ParameterizedTest
  @CsvSource({
    "0, hd5870", // rare heavy groups
    "7, gtx280", // a block of heavy groups between the windows of equal groups
    "13, hd5870", // a power law, longest groups last
  })
  void coversTheTimeOfUnequalWorkGroups(int kind, String device) {
    String workload = Shell.REPOSITORY.resolve("validation/sampling/unequal.yaml").toString();
    int round = 8 * (device.equals("gtx280") ? 3 : 6);
    String[] parameters = {
      "-p", "kind=" + kind, "-p", "round=" + round, "-p", "groups=" + 200 * round
    };
    JsonNode exact = run(workload, device, parameters);
    List<String> more = new ArrayList<>(List.of(parameters));
    more.add("--sample=error=50%");
    JsonNode sampled = run(workload, device, more.toArray(String[]::new));

    double time = statistic(exact, "time.kernels");
    double error = Math.abs(statistic(sampled, "time.kernels") - time) / time;
    double interval = statistic(sampled, "sample.interval") / time;
    assertThat(error).as("± " + interval).isLessThanOrEqualTo(interval);
    assertThat(3 * statistic(sampled, "sample.groups")).isLessThanOrEqualTo(200L * round);
    assertThat(statistic(sampled, "work_groups")).isEqualTo(200L * round);
  }

  /** Returns a result without the fields that tell which work-groups were executed. */
  private static JsonNode comparable(JsonNode result) {
    ObjectNode copy = result.deepCopy();
    copy.remove(List.of("trace_sha256", "verified_by"));
    ((ObjectNode) copy.get("statistics")).remove("sample.executed_groups");
    return copy;
  }
}
