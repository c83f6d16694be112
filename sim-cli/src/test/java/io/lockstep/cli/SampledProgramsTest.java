// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --sample} on programs of many launches, most of which are left out. */
@Tag("slow")
class SampledProgramsTest {
  private static final String SAMPLE = "--sample=error=2%";

  private static JsonNode run(String program, String device, String... more) throws IOException {
    boolean isCg = program.equals("cg");
    List<String> words = new ArrayList<>(List.of("profile", Cli.example(program), "-d", device));
    words.addAll(List.of("--format=json", "--by-line"));
    words.addAll(
        isCg
            ? List.of("-p", "side=64", "-p", "iterations=40")
            : List.of("-p", "tokens=12", "-p", "prompt=16"));
    words.addAll(List.of(more));
    return json(words);
  }

  private static JsonNode result(String... words) throws IOException {
    List<String> all = new ArrayList<>(List.of(words));
    all.add("--format=json");
    return json(all);
  }

  private static JsonNode json(List<String> words) throws IOException {
    Cli done = Cli.run(words.toArray(String[]::new));
    return done.json().get("results").get(0);
  }

  private static long statistic(JsonNode result, String name) {
    return result.get("statistics").get(name).asLong();
  }

  private static long issue(JsonNode result) {
    long sum = 0;
    for (var e : result.get("statistics").properties()) {
      sum += e.getKey().startsWith("issue.") ? e.getValue().asLong() : 0;
    }
    return sum;
  }

  @ParameterizedTest
  @CsvSource({
    "cg, hd5870",
    "cg, mi100",
    "decode, hd5870",
    "decode, mi300a",
    "decode, gtx280",
    "decode, a100"
  })
  void estimatesTheProgramWithinItsInterval(String program, String device) throws IOException {
    JsonNode exact = run(program, device);
    JsonNode sampled = run(program, device, SAMPLE);
    long interval = statistic(sampled, "sample.interval");
    assertThat(statistic(sampled, "time.kernels"))
        .isCloseTo(statistic(exact, "time.kernels"), within(interval));
    assertThat(sampled.get("seconds").asDouble())
        .isCloseTo(exact.get("seconds").asDouble(), within(interval * 1e-12));
    assertThat(statistic(sampled, "work_groups")).isEqualTo(statistic(exact, "work_groups"));
    assertThat(statistic(sampled, "sample.simulated_launches")).isLessThan(60);
    assertThat(
            statistic(sampled, "sample.simulated_launches")
                + statistic(sampled, "sample.skipped_launches"))
        .isEqualTo(statistic(exact, "launches"));
    for (String name : List.of("wavefront_instructions", "lanes.active")) {
      assertThat(statistic(sampled, name))
          .as(name)
          .isCloseTo(statistic(exact, name), within(statistic(exact, name) / 50));
    }
  }

  /** Launches that each access another part of the same buffers find what the warm-up has left. */
  @ParameterizedTest
  @ValueSource(strings = {"mi300a", "a100", "hd5870"})
  void aWarmUpPassWarmsTheCachesForLaunchesThatAccessParts(String device, @TempDir Path folder)
      throws IOException {
    Files.writeString(
        folder.resolve("parts.cl"),
        """
        __kernel void part(__global const float *in, __global float *out, uint part) {
          uint i = part * 4096 + get_global_id(0);
          out[i] = in[i] + 1;
        }
        """);
    Path parts = folder.resolve("parts.yaml");
    Files.writeString(
        parts,
        """
        name: parts
        kernels: {file: parts.cl}
        warmup: 1
        buffers:
          in: {type: f32, count: 245760}
          out: {type: f32, count: 245760}
        steps:
          - for: {var: k, from: 0, below: 60}
            steps:
              - {launch: part, grid: [16], block: [256], args: [in, out, {u32: k}]}
        """);
    JsonNode exact = result("run", parts.toString(), "-d", device);
    JsonNode sampled = result("run", parts.toString(), "-d", device, SAMPLE);
    assertThat(statistic(sampled, "sample.simulated_launches")).isPositive();
    assertThat(statistic(sampled, "time.kernels"))
        .isCloseTo(statistic(exact, "time.kernels"), within(statistic(sampled, "sample.interval")));
  }

  /** Kernels whose launches are alike in other ways than those of the examples. */
  private static final String KERNELS =
      """
      __kernel void solve(__global const float *l, __global float *x, int k) { // a row each
        __local float part[64];
        int t = get_local_id(0);
        float s = 0;
        for (int j = t; j < k; j += 64) s += l[k * 512 + j] * x[j];
        part[t] = s;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int h = 32; h > 0; h >>= 1) {
          if (t < h) part[t] += part[t + h];
          barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (t == 0) x[k] = x[k] - part[0];
      }
      __kernel void stage(__global const float2 *in, __global float2 *out, int apart) {
        int i = get_global_id(0);
        int k = i % apart, b = i / apart * 2 * apart;
        out[b + k] = in[b + k] + in[b + k + apart];
        out[b + k + apart] = in[b + k] - in[b + k + apart];
      }
      __kernel void scale(__global float *a, int k) {
        int i = get_global_id(0) + k + 1;
        if (i < 256) a[i * 256 + k] /= a[k * 256 + k];
      }
      __kernel void update(__global float *a, int k) { // reads what its neighbours write beside
        int i = get_global_id(1) + k + 1, j = get_global_id(0) + k + 1;
        if (i < 256 && j < 256) a[i * 256 + j] -= a[i * 256 + k] * a[k * 256 + j];
      }
      __kernel void gather(__global const float *in, __global const int *at, __global float *out, int k) {
        int i = get_global_id(0);
        out[i] += in[at[(i * 7 + k * 4096) % 1048576]];
      }
      """;

  private static final Map<String, String> STEPS =
      Map.of(
          "solve",
          """
            - for: {var: k, from: 0, below: 512}
              steps:
                - {launch: solve, grid: [1], block: [64], args: [a, b, {i32: k}]}
          """,
          "stage",
          """
            - for: {var: r, from: 0, below: 20}
              steps:
                - for: {var: s, from: 0, below: 8}
                  steps:
                    - {launch: stage, grid: [256], block: [128], args: [a, b, {i32: "floor(pow(4, s) + 0.5)"}]}
                    - {launch: stage, grid: [256], block: [128], args: [b, a, {i32: "floor(2 * pow(4, s) + 0.5)"}]}
          """,
          "update",
          """
            - for: {var: k, from: 0, below: 255}
              steps:
                - {launch: scale, grid: ["(318 - k) / 64"], block: [64], args: [a, {i32: k}]}
                - {launch: update, grid: ["(270 - k) / 16", "(270 - k) / 16"], block: [16, 16], args: [a, {i32: k}]}
          """,
          "gather",
          """
            - for: {var: k, from: 0, below: 200}
              steps:
                - {launch: gather, grid: [128], block: [128], args: [a, at, b, {i32: k}]}
          """);

  @ParameterizedTest
  @CsvSource({
    "solve, mi100", // more launches are simulated in a second pass
    "stage, hd5870", // the distance of the stages returns
    "update, a100", // copies of what other work-groups write
    "gather, a100" // misses fetch more than they need
  })
  void findsTheCachesAsTheLaunchesLeftOutWouldLeaveThem(
      String name, String device, @TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("all.cl"), KERNELS);
    Path program = folder.resolve("program.yaml");
    Files.writeString(
        program,
        """
        name: program
        kernels: {file: all.cl}
        buffers:
          a: {type: f32, count: 1048576, init: {uniform: {seed: 1, low: 1, high: 2}}}
          b: {type: f32, count: 131072}
          at: {type: i32, count: 1048576, init: {expression: "(i * 741455 + 13 * (i % 101)) % 1048576"}}
        steps:
        """
            + STEPS.get(name)
            + "  - {download: b}\n");
    JsonNode exact = result("run", program.toString(), "-d", device);
    JsonNode sampled = result("run", program.toString(), "-d", device, SAMPLE);
    assertThat(statistic(sampled, "sample.simulated_launches")).isPositive().isLessThan(100);
    assertThat(statistic(sampled, "time.kernels"))
        .isCloseTo(statistic(exact, "time.kernels"), within(statistic(sampled, "sample.interval")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hd5870", "mi100", "a100"})
  void theLeastIntervalMayBeRequested(String device) throws IOException {
    JsonNode sampled = run("cg", device, "--sample=error=1%");
    assertThat(statistic(sampled, "sample.simulated_launches")).isPositive();
    assertThat(statistic(sampled, "sample.not_converged")).isZero();
  }

  @Test
  void aReportLeavesOutTheSameLaunches(@TempDir Path folder) throws IOException {
    JsonNode plain = run("cg", "hd5870", SAMPLE);
    Path page = folder.resolve("page.html");
    JsonNode told = run("cg", "hd5870", SAMPLE, "--report=" + page);
    assertThat(statistic(told, "sample.simulated_launches")).isPositive().isLessThan(60);
    assertThat(statistic(told, "time.kernels")).isEqualTo(statistic(plain, "time.kernels"));
    assertThat(page).content().contains("launches simulated, of ");
  }

  @Test
  void reasonsOfCyclesAndLinesAddUp() throws IOException {
    JsonNode exact = run("cg", "hd5870");
    JsonNode sampled = run("cg", "hd5870", SAMPLE);
    JsonNode lines = sampled.get("by_line");
    long cycles = lines.get("outside").get("cycles").asLong();
    for (JsonNode line : lines.get("lines")) {
      cycles += line.get("cycles").asLong();
    }
    assertThat(cycles).isEqualTo(issue(sampled));
    assertThat((double) issue(sampled) / issue(exact)).isCloseTo(1, within(0.03));
  }

  @Test
  void doesNotDependOnThreadsOrOtherDevices() throws IOException {
    JsonNode one = run("cg", "mi100", SAMPLE);
    JsonNode two = run("cg", "mi100,hd5870", "--threads=2", SAMPLE);
    assertThat(two).isEqualTo(one);
  }

  @Test
  void executesLaunchesWhoseResultsAreNeeded(@TempDir Path folder) throws IOException {
    JsonNode left = run("cg", "hd5870", SAMPLE);
    assertThat(statistic(left, "sample.executed_groups")).isZero();
    assertThat(left.get("verified_by").asText()).contains("were not executed");
    JsonNode all =
        result(
            "run",
            Cli.example("cg"),
            "-d",
            "hd5870",
            "-p",
            "side=64",
            "-p",
            "iterations=40",
            "--dump",
            "x=" + folder.resolve("x.npy"),
            SAMPLE);
    assertThat(statistic(all, "sample.executed_groups"))
        .isEqualTo(statistic(all, "sample.skipped_groups"));
    assertThat(statistic(all, "time.kernels")).isEqualTo(statistic(left, "time.kernels"));
  }

  @Test
  void doesNotCountWorkGroupsThatWarmCachesByDerivedAddressesAsExecuted() throws IOException {
    JsonNode sampled = run("cg", "mi100", SAMPLE);
    assertThat(statistic(sampled, "sample.warming_launches")).isPositive();
    assertThat(statistic(sampled, "sample.executed_groups"))
        .isPositive()
        .isLessThan(statistic(sampled, "sample.skipped_groups") / 20);
  }

  @Test
  void simulatesMoreLaunchesForANarrowerInterval() throws IOException {
    JsonNode wide = run("decode", "hd5870", "--sample=error=20%");
    JsonNode narrow = run("decode", "hd5870", "--sample=error=1.2%");
    assertThat(statistic(narrow, "sample.simulated_launches"))
        .isGreaterThanOrEqualTo(statistic(wide, "sample.simulated_launches"));
    assertThat(statistic(narrow, "sample.not_converged")).isZero();
    assertThat(narrow.get("message").asText()).contains(" of 240 launches simulated, of ");
  }
}
