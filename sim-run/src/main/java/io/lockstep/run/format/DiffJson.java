package io.lockstep.run.format;

import com.fasterxml.jackson.core.JsonGenerator;
import io.lockstep.core.engine.ExecutedEvent;
import io.lockstep.run.observe.DeviceFingerprints;
import io.lockstep.run.observe.DiffReport;
import io.lockstep.run.observe.Divergence;
import io.lockstep.run.observe.DivergenceSearch;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A comparison of two runs' events as JSON; additions only. Stateless. */
public final class DiffJson {
  private DiffJson() {}

  /** The whole document. */
  public static String write(String version, DiffReport report) {
    return JsonDocument.of(
        version,
        json -> {
          json.writeBooleanField("equal", report.isEqual());
          side(json, "left", report.left());
          side(json, "right", report.right());
          json.writeArrayFieldStart("devices");
          for (DiffReport.DeviceDiff device : report.devices()) {
            device(json, device);
          }
          json.writeEndArray();
        });
  }

  private static void side(JsonGenerator json, String name, DiffReport.Side side)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeStringField("lockstep", side.version());
    if (!side.file().isEmpty()) {
      json.writeStringField("file", side.file());
    }
    json.writeArrayFieldStart("arguments");
    for (String argument : side.arguments()) {
      json.writeString(argument);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void device(JsonGenerator json, DiffReport.DeviceDiff diff) throws IOException {
    json.writeStartObject();
    json.writeStringField("device", diff.left().subject().device());
    json.writeBooleanField("equal", diff.found().isEmpty());
    run(json, "left", diff.left());
    run(json, "right", diff.right());
    if (diff.found().isPresent()) {
      first(json, diff.found().get());
    }
    json.writeEndObject();
  }

  private static void run(JsonGenerator json, String name, DeviceFingerprints run)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeStringField("device", run.subject().device());
    json.writeStringField("workload", run.subject().workload());
    json.writeNumberField("events", run.events());
    json.writeStringField("fingerprint", run.fingerprint());
    json.writeStringField("trace_sha256", run.subject().traceSha256());
    json.writeStringField("device_sha256", run.subject().deviceSha256());
    json.writeEndObject();
  }

  private static void first(JsonGenerator json, DivergenceSearch.Found found) throws IOException {
    Divergence divergence = found.divergence();
    json.writeObjectFieldStart("first");
    json.writeNumberField("from_tick", divergence.from());
    json.writeNumberField("to_tick", divergence.to());
    json.writeArrayFieldStart("places");
    for (Divergence.Place place : divergence.places()) {
      json.writeStartObject();
      json.writeStringField("phase", place.place().phase().name().toLowerCase(Locale.ROOT));
      json.writeStringField("kind", place.place().kind());
      json.writeStringField("component", place.place().component());
      json.writeNumberField("left_events", place.left());
      json.writeNumberField("right_events", place.right());
      json.writeEndObject();
    }
    json.writeEndArray();
    trail(json, "left", found.left());
    trail(json, "right", found.right());
    if (!found.note().isEmpty()) {
      json.writeStringField("note", found.note());
    }
    json.writeEndObject();
  }

  private static void trail(JsonGenerator json, String name, Optional<DivergenceSearch.Trail> trail)
      throws IOException {
    if (trail.isPresent()) {
      json.writeObjectFieldStart(name);
      events(json, "events", trail.get().events());
      events(json, "before", trail.get().before());
      json.writeEndObject();
    }
  }

  private static void events(JsonGenerator json, String name, List<ExecutedEvent> events)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (ExecutedEvent event : events) {
      json.writeStartObject();
      json.writeNumberField("tick", event.tick());
      json.writeStringField("kind", event.place().kind());
      json.writeStringField("component", event.place().component());
      json.writeNumberField("argument", event.argument());
      if (event.meaning().isPresent()) {
        json.writeNumberField("meaning", event.meaning().getAsLong());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
