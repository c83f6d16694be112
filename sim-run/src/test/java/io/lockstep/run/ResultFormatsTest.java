// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.format.ResultAnswer;
import io.lockstep.run.format.ResultCsv;
import io.lockstep.run.result.ResultFields;
import java.math.BigDecimal;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ResultFormatsTest {
  private static RunResult result(String device, RunStatus status, String message) {
    TreeMap<String, String> parameters = new TreeMap<>();
    parameters.put("n", "64");
    TreeMap<String, String> overrides = new TreeMap<>();
    overrides.put("l1.size", "16KiB");
    TreeMap<String, BigDecimal> statistics = new TreeMap<>();
    if (status == RunStatus.OK) {
      statistics.put("cycles.kernels", BigDecimal.valueOf(340));
      statistics.put("l1.hits", BigDecimal.valueOf(7));
      statistics.put("l1.hit_rate", Numbers.ratio(7, 9));
    }
    return new ResultFields.Values()
        .set(ResultFields.WORKLOAD, "w")
        .set(ResultFields.DEVICE, device)
        .set(ResultFields.DEVICE_NAME, "A device")
        .set(ResultFields.PARAMETERS, parameters)
        .set(ResultFields.OVERRIDES, overrides)
        .set(ResultFields.STATUS, status)
        .set(ResultFields.MESSAGE, message)
        .set(ResultFields.CYCLES, 850L)
        .set(ResultFields.SECONDS, 1_000_000L)
        .set(ResultFields.KERNEL_SECONDS, 400_000L)
        .set(ResultFields.FINGERPRINT, "00ff")
        .set(ResultFields.TRACE_SHA256, "aa")
        .set(ResultFields.DEVICE_SHA256, "bb")
        .set(ResultFields.STATISTICS, statistics)
        .result();
  }

  @Test
  @DisplayName("JSON: the fields that scripts rely on, numbers as numbers, texts escaped")
  void jsonHasTheFieldsThatScriptsRelyOn() {
    String json =
        ResultAnswer.json(
            "1.0",
            List.of(
                result("toy", RunStatus.OK, ""),
                result("old", RunStatus.REFUSED, "no \"local\" memory")));
    assertThat(json)
        .contains("\"lockstep\" : \"1.0\"")
        .contains("\"n\" : 64")
        .contains("\"l1.size\" : \"16KiB\"")
        .contains("\"status\" : \"ok\"")
        .contains("\"verified\" : null")
        .contains("\"cycles\" : 850")
        .contains("\"seconds\" : 0.000001000000")
        .contains("\"kernel_cycles\" : 340")
        .contains("\"kernel_seconds\" : 0.000000400000")
        .contains("\"l1.hit_rate\" : 0.777778")
        .contains("\"status\" : \"refused\"")
        .contains("\"message\" : \"no \\\"local\\\" memory\"")
        .contains("\"cycles\" : null")
        .doesNotContain("\"host\"")
        .endsWith("}\n");
  }

  @Test
  @DisplayName("CSV: one header, one row a result, the union of statistics, cells quoted at need")
  void csvHasOneHeaderAndOneRowAResult() {
    String[] lines =
        ResultCsv.write(
                List.of(
                    result("toy", RunStatus.OK, ""),
                    result("old", RunStatus.REFUSED, "a \"b\", c")))
            .split("\n");
    assertThat(lines).hasSize(3);
    assertThat(lines[0])
        .startsWith(
            "workload,device,param.n,set.l1.size,status,verified,message,cycles,seconds,bound,"
                + "fingerprint,trace_sha256,device_sha256,kernel_cycles,kernel_seconds,cycles.kernels,"
                + "l1.hit_rate,l1.hits");
    assertThat(lines[1])
        .startsWith(
            "w,toy,64,16KiB,ok,,,850,0.000001000000,,00ff,aa,bb,340,0.000000400000,340,0.777778,7");
    assertThat(lines[2])
        .startsWith("w,old,64,16KiB,refused,,\"a \"\"b\"\", c\",,,,00ff,aa,bb,,,,,");
  }
}
