// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.point.Point;
import io.lockstep.study.point.PointRequests;
import io.lockstep.study.point.ProgramKey;
import io.lockstep.study.point.Request;
import io.lockstep.study.point.WorkloadSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Formats a request as one line of JSON for a worker process. A device is written as its name with
 * overrides, provided that they reproduce its specification. Thread-safe.
 */
final class RequestLine {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int MOST_MADE = 64;

  private final PointRequests devices;
  private final WorkloadSource.Generator generator;
  private final Map<String, WorkloadSource> made =
      new LinkedHashMap<>() { // cached, since a second instance would be executed again
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, WorkloadSource> eldest) {
          return size() > MOST_MADE;
        }
      };

  RequestLine(Catalogue catalogue, WorkloadSource.Generator generator) {
    this.generator = generator;
    devices = new PointRequests(catalogue);
  }

  /** Returns the request as a line; empty if another process cannot reproduce the device. */
  Optional<String> write(Request request) {
    DeviceSpec spec = request.spec();
    return Stream.of(spec.id(), spec.file())
        .filter(n -> isSame(n, spec))
        .findFirst()
        .map(device -> write(request, device));
  }

  private static String write(Request request, String device) {
    ObjectNode json = JSON.createObjectNode();
    if (request.workload() instanceof WorkloadSource.Made source) {
      json.put("text", source.text()).put("kernels", source.kernels());
    } else {
      json.put("workload", request.workload().toString());
    }
    json.set("parameters", JSON.valueToTree(request.parameters()));
    json.put("device", device);
    json.set("settings", JSON.valueToTree(request.spec().overrides()));
    json.put("phase", request.phase()).put("problem", request.problem());
    return json.toString();
  }

  private boolean isSame(String name, DeviceSpec spec) {
    try {
      DeviceSpec again = spec(name, spec.overrides());
      return again.id().equals(spec.id())
          && again.name().equals(spec.name())
          && again.overrides().equals(spec.overrides())
          && again.hash().equals(spec.hash());
    } catch (InputException e) {
      return false;
    }
  }

  /**
   * Returns the specification of a device with overrides; throws if it lacks one of the figures.
   */
  private DeviceSpec spec(String name, SortedMap<String, String> settings) {
    Request request = devices.apply(new Point(0, Path.of(""), new TreeMap<>(), name, settings, 0));
    if (!request.problem().isEmpty()) {
      throw new InputException(name, request.problem());
    }
    return request.spec();
  }

  /** Reads a line written by {@link #write} in another process. */
  Request read(String line) throws IOException {
    JsonNode json = JSON.readTree(line);
    ProgramKey program = new ProgramKey(workload(json), texts(json.required("parameters")));
    DeviceSpec spec = spec(json.required("device").asText(), texts(json.required("settings")));
    return new Request(
        program, spec, json.required("phase").asInt(), json.required("problem").asText());
  }

  private WorkloadSource workload(JsonNode json) {
    if (json.has("workload")) {
      return new WorkloadSource.File(Path.of(json.get("workload").asText()));
    }
    String text = json.required("text").asText();
    String kernels = json.required("kernels").asText();
    synchronized (made) {
      return made.computeIfAbsent(
          text + "\n" + kernels, k -> WorkloadSource.Made.of(text, kernels, generator));
    }
  }

  private static SortedMap<String, String> texts(JsonNode json) {
    SortedMap<String, String> texts = new TreeMap<>();
    json.properties().forEach(e -> texts.put(e.getKey(), e.getValue().asText()));
    return texts;
  }
}
