// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lockstep.run.RunOptions;
import io.lockstep.run.WallLimits;
import io.lockstep.run.sample.Sampling;
import io.lockstep.study.program.TraceCache;
import io.lockstep.study.program.TraceStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The setup of a worker process, sent before its first request.
 *
 * @param run options of each request, on one thread, without recordings that a store does not keep
 * @param kept patterns of statistics to keep; empty for all
 * @param traces folder of executions shared by processes, or empty
 * @param keyed whether keys of requests are needed
 */
public record WorkerSetup(RunOptions run, List<String> kept, Optional<Path> traces, boolean keyed) {
  private static final JsonMapper JSON = new JsonMapper();

  public WorkerSetup {
    kept = List.copyOf(kept);
  }

  TraceStore store() {
    return traces
        .<TraceStore>map(f -> new TraceCache(f, TraceCache.USUAL_BYTES))
        .orElse(TraceStore.NONE);
  }

  String line() {
    ObjectNode json = JSON.createObjectNode();
    json.put("perUnit", run.perUnit()).put("perLaunch", run.perLaunch());
    json.put("byCause", run.byCause());
    json.put("recording", run.recordingBytes()).put("memory", run.memoryBytes());
    json.put("keyed", keyed).put("budget", run.instructionBudget());
    json.put("phase", run.phase()).put("phases", run.phases());
    if (run.sampling().isWanted()) {
      json.put("sample", run.sampling().text());
    }
    json.put("call", run.limits().call().toMillis());
    run.limits().run().ifPresent(limit -> json.put("run", limit.toMillis()));
    run.progressTimeout().ifPresent(ticks -> json.put("progressTimeout", ticks));
    run.shuffleTies().ifPresent(seed -> json.put("shuffleTies", seed));
    json.set("kept", JSON.valueToTree(kept));
    traces.ifPresent(folder -> json.put("traces", folder.toString()));
    return json.toString();
  }

  static WorkerSetup read(String line) throws IOException {
    JsonNode json = JSON.readTree(line);
    OptionalLong run = number(json, "run");
    RunOptions options =
        RunOptions.defaults()
            .with()
            .perUnit(json.required("perUnit").asBoolean())
            .perLaunch(json.required("perLaunch").asBoolean())
            .byCause(json.required("byCause").asBoolean())
            .recordingBytes(json.required("recording").asLong())
            .memoryBytes(json.required("memory").asLong())
            .instructionBudget(json.required("budget").asLong())
            .phase(json.required("phase").asInt())
            .phases(json.required("phases").asInt())
            .sampling(
                json.has("sample") ? Sampling.parse(json.get("sample").asText()) : Sampling.NONE)
            .limits(
                new WallLimits(
                    run.isEmpty()
                        ? Optional.empty()
                        : Optional.of(Duration.ofMillis(run.getAsLong())),
                    Duration.ofMillis(json.required("call").asLong())))
            .progressTimeout(number(json, "progressTimeout"))
            .shuffleTies(number(json, "shuffleTies"))
            .build();
    List<String> kept = new ArrayList<>();
    json.required("kept").forEach(pattern -> kept.add(pattern.asText()));
    return new WorkerSetup(
        options,
        kept,
        Optional.ofNullable(json.get("traces")).map(f -> Path.of(f.asText())),
        json.required("keyed").asBoolean());
  }

  private static OptionalLong number(JsonNode json, String name) {
    return json.has(name) ? OptionalLong.of(json.get(name).asLong()) : OptionalLong.empty();
  }
}
