// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code bound by} of kernels that one resource bounds, on a device of each family, against hand
 * arithmetic: the least time of what the kernel asks of that resource, from data sheets.
 *
 * <p>Cycles are of hd5870 at 850 MHz (20 units), hd6970 at 880 MHz (24), mi300a at 2.1 GHz (228 of
 * 4 SIMDs) and gtx280 at 1.296 GHz (30 of 8 SPs). Wavefronts are n / 64, warps n / 32.
 */
@Tag("slow")
class BoundByTest {
  private static JsonNode run(String workload, String device, String parameters) {
    List<String> words = new ArrayList<>(List.of("run", path(workload), "-d", device));
    for (String p : parameters == null ? new String[0] : parameters.split(" ")) {
      words.addAll(List.of(p.contains(".") ? "--set" : "-p", p)); // figures have dots
    }
    words.addAll(List.of("-f", "json"));
    Cli cli = Cli.run(words.toArray(String[]::new));
    return cli.json().get("results").get(0);
  }

  private static String path(String workload) {
    try {
      return Path.of(BoundByTest.class.getResource("/bounds/" + workload + ".yaml").toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest(name = "{0} on {1} is bound by {3}, {5}")
  @CsvSource(
      delimiter = '|',
      value = {
        // 8 MiB of 153.6, 176 and 141.7 GB/s.
        "copy | hd5870 | | memory bandwidth | 46421 | 8 B x 2^20 at 180.7 B a cycle",
        "copy | hd6970 | | memory bandwidth | 41943 | 8 B x 2^20 at 200 B a cycle",
        "copy | gtx280 | | memory bandwidth | 76722 | 8 B x 2^20 at 109.3 B a cycle",
        // 8 multiply-adds in 2 bundles, 4 cycles each.
        "fma | hd5870 | | issue | 26214 | 1024 x 64 x 2 x 4 / 20",
        "fma | hd6970 | | issue | 21845 | 1024 x 64 x 2 x 4 / 24",
        "fma | mi300a | n=262144 | issue | 4599 | 4096 x 64 x 8 / 2 x 4 / 912, two in an instruction",
        "fma | gtx280 | | issue | 139810 | 2048 x 64 x 8 x 4 / 30",
        // 4 multiply-adds of doubles: a bundle each; 32 cycles of the one unit of a multiprocessor.
        "doubles | hd5870 | | issue | 26214 | 1024 x 32 x 4 x 4 / 20",
        "doubles | hd6970 | | issue | 21845 | 1024 x 32 x 4 x 4 / 24",
        "doubles | mi300a | n=262144 rounds=128 | issue | 9198 | 4096 x 128 x 4 x 4 / 912",
        "doubles | gtx280 | | pipe | 279620 | 2048 x 32 x 4 x 32 / 30",
        // 4 reciprocal square roots: a quarter of the rate; 16 cycles of the two SFUs.
        "rsqrts | mi300a | n=524288 rounds=16 | issue | 9198 | 8192 x 16 x 4 x 16 / 912",
        "rsqrts | gtx280 | | pipe | 139810 | 2048 x 32 x 4 x 16 / 30",
        // One fetch of 64 addresses, 4 a cycle, where four loads do not become one.
        "uniform | hd5870 | compiler.without=merged_accesses | memory issue | 209715 | 1024 x 256 x 16 / 20",
        "uniform | hd6970 | compiler.without=merged_accesses | memory issue | 174763 | 1024 x 256 x 16 / 24",
        // 64 MiB out of slices of 512; 320 MiB of 12,288 bytes a cycle, of which a unit's
        // outstanding
        // lines take three quarters; no cache on gtx280.
        "again | hd5870 | | cache bandwidth | 131072 | 2^26 B at 512 B a cycle",
        "again | hd6970 | | cache bandwidth | 131072 | 2^26 B at 512 B a cycle",
        "again | mi300a | n=524288 rounds=40 | memory issue | 27307 | 2^23 x 40 B at 12288 B a cycle",
        "again | gtx280 | | memory bandwidth | 613986 | 2^26 B at 109.3 B a cycle",
        // 64 lanes on one bank, two of a word; 32 banks. 16 lanes of 16 words on one of 16 banks.
        "conflicts | hd5870 | | local memory | 26214 | 256 x 64 x 32 / 20",
        "conflicts | hd6970 | | local memory | 21845 | 256 x 64 x 32 / 24",
        "conflicts | mi300a | n=65536 | local memory | 9198 | 1024 x 64 x 32 / 228",
        "conflicts | gtx280 | | local memory | 34953 | 512 x 64 x 2 x 16 / 30",
      })
  @DisplayName("what a kernel asks of one resource fills most of its time")
  void whatAKernelAsksOfOneResourceFillsMostOfItsTime(
      String workload, String device, String parameters, String bound, long cycles, String sum) {
    JsonNode result = run(workload, device, parameters);
    assertThat((double) cycles / result.get("kernel_cycles").asLong())
        .as(sum + " of " + result.get("kernel_cycles"))
        .isBetween(0.5, 1.0);
    assertThat(result.get("bound").asText()).isEqualTo(bound);
  }

  @ParameterizedTest(name = "{0} on {1} is bound by {2}")
  @CsvSource({
    "chase, hd5870, memory",
    "chase, hd6970, memory",
    "chase, mi300a, memory",
    "chase, gtx280, memory",
    "one_word, hd5870, atomics",
    "one_word, hd6970, atomics",
    "one_word, mi300a, atomics",
    "one_word, gtx280, atomics",
    "one_word_used, hd5870, atomics",
    "one_word_used, hd6970, atomics",
    "one_word_used, mi300a, atomics",
    "one_word_used, gtx280, atomics",
    "uniform, gtx280, memory",
    "barriers, mi300a, barrier",
    "divergent, hd5870, clause switch",
    "divergent, hd6970, clause switch",
  })
  @DisplayName("where all rates are far from their peaks, it is what wavefronts wait for")
  void whereAllRatesAreFarFromTheirPeaksItIsWhatWavefrontsWaitFor(
      String workload, String device, String bound) {
    JsonNode result = run(workload, device, null);
    JsonNode all = result.get("statistics");
    for (String rate : List.of("dram.busy", "l2.read_busy", "l2.write_busy", "lds.busy")) {
      assertThat(all.path(rate).asDouble()).as(rate).isLessThan(0.25);
    }
    for (String port : List.of("alu", "fetch", "store", "valu", "scalar", "vmem", "issue")) {
      assertThat(all.path("ports." + port + ".busy").asDouble()).as(port).isLessThan(0.5);
    }
    assertThat(result.get("bound").asText()).isEqualTo(bound);
  }

  @ParameterizedTest(name = "on {0}")
  @CsvSource({"hd5870", "hd6970", "mi300a", "gtx280", "a100"})
  @DisplayName("most of the time of twenty empty launches is launching")
  void mostOfTheTimeOfTwentyEmptyLaunchesIsLaunching(String device) {
    JsonNode result = run("launches", device, null);
    assertThat(result.get("kernel_seconds").asDouble())
        .isLessThan(0.5 * result.get("seconds").asDouble());
    assertThat(result.get("statistics").get("time.transfers").asLong()).isZero();
    assertThat(result.get("bound").asText()).isEqualTo("launch");
  }

  @ParameterizedTest(name = "on {0}")
  @CsvSource({"hd5870", "hd6970", "mi300a", "gtx280", "a100"})
  @DisplayName("two transfers of 1 MiB take longer than a launch and a store of 1 MiB")
  void twoTransfersTakeLongerThanALaunchAndAStore(String device) {
    JsonNode result = run("transfers", device, null);
    JsonNode all = result.get("statistics");
    assertThat(all.get("transfers.to_device.bytes").asLong()).isEqualTo(1 << 20);
    assertThat(all.get("transfers.from_device.bytes").asLong()).isEqualTo(1 << 20);
    assertThat(all.get("transfers.pageable.count").asLong()).isEqualTo(2);
    assertThat(all.get("time.transfers").asDouble() / 1e12)
        .isGreaterThan(0.5 * result.get("seconds").asDouble());
    assertThat(result.get("bound").asText()).isEqualTo("transfers");
  }
}
