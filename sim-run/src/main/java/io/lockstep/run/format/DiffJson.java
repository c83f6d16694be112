// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.core.engine.ExecutedEvent;
import io.lockstep.observe.DeviceFingerprints;
import io.lockstep.observe.DiffReport;
import io.lockstep.observe.Divergence;
import io.lockstep.observe.DivergenceSearch;
import java.util.Optional;

/**
 * A comparison of two runs' events as JSON. Scripts rely on the field names: new names may be
 * added, but none changed.
 */
public final class DiffJson {
  private DiffJson() {}

  public static String write(String version, DiffReport report) {
    return JsonDocument.of(
        version,
        json -> {
          json.flag("equal", report.isEqual());
          json.group("left", to -> side(report.left(), to));
          json.group("right", to -> side(report.right(), to));
          json.list("devices", report.devices(), DiffJson::device);
        });
  }

  private static void side(DiffReport.Side side, Fields to) {
    to.text("lockstep", side.version());
    to.when(!side.file().isEmpty()).text("file", side.file());
    to.texts("arguments", side.arguments());
  }

  private static void device(DiffReport.DeviceDiff diff, Fields to) {
    to.text("device", diff.left().subject().device());
    to.flag("equal", diff.found().isEmpty());
    to.group("left", of -> run(diff.left(), of));
    to.group("right", of -> run(diff.right(), of));
    diff.found().ifPresent(found -> to.group("first", of -> first(found, of)));
  }

  private static void run(DeviceFingerprints run, Fields to) {
    to.text("device", run.subject().device());
    to.text("workload", run.subject().workload());
    to.number("events", run.events());
    to.text("fingerprint", run.fingerprint());
    to.text("trace_sha256", run.subject().traceSha256());
    to.text("device_sha256", run.subject().deviceSha256());
  }

  private static void first(DivergenceSearch.Found found, Fields to) {
    to.number("from_tick", found.divergence().from());
    to.number("to_tick", found.divergence().to());
    to.list("places", found.divergence().places(), DiffJson::place);
    trail("left", found.left(), to);
    trail("right", found.right(), to);
    to.when(!found.note().isEmpty()).text("note", found.note());
  }

  /** Writes the number of events of a kind at a component, for both runs. */
  public static void place(Divergence.Place place, Fields to) {
    to.word("phase", place.place().phase());
    to.text("kind", place.place().kind());
    to.text("component", place.place().component());
    to.number("left_events", place.left());
    to.number("right_events", place.right());
  }

  private static void trail(String name, Optional<DivergenceSearch.Trail> trail, Fields to) {
    trail.ifPresent(
        t ->
            to.group(
                name,
                of -> {
                  of.list("events", t.events(), DiffJson::event);
                  of.list("before", t.before(), DiffJson::event);
                }));
  }

  private static void event(ExecutedEvent event, Fields to) {
    to.number("tick", event.tick());
    to.text("kind", event.place().kind());
    to.text("component", event.place().component());
    to.number("argument", event.argument());
    event.meaning().ifPresent(meaning -> to.number("meaning", meaning));
  }
}
