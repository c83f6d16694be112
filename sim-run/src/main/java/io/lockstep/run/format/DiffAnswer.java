// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.core.engine.ExecutedEvent;
import io.lockstep.core.engine.Phase;
import io.lockstep.observe.DeviceFingerprints;
import io.lockstep.observe.DiffReport;
import io.lockstep.observe.DiffReport.DeviceDiff;
import io.lockstep.observe.DiffReport.Side;
import io.lockstep.observe.Divergence.Place;
import io.lockstep.observe.DivergenceSearch.Found;
import io.lockstep.observe.DivergenceSearch.Trail;
import io.lockstep.run.answer.Answer;
import java.util.Locale;

/** Declares the comparison of two runs' events. */
public final class DiffAnswer {
  private static final Answer<Side> SIDE =
      Answer.<Side>part()
          .text("lockstep", "Version that ran this side.", Side::version)
          .textIfAny("file", "File of fingerprints; absent if the side was run.", Side::file)
          .texts("arguments", "Arguments of run.", Side::arguments);

  private static final Answer<DeviceFingerprints> RUN =
      Answer.<DeviceFingerprints>part()
          .text("device", "", r -> r.subject().device())
          .text("workload", "", r -> r.subject().workload())
          .integer("events", "Number of events.", DeviceFingerprints::events)
          .text("fingerprint", "Fingerprint of all events.", DeviceFingerprints::fingerprint)
          .text("trace_sha256", "Empty if the run failed.", r -> r.subject().traceSha256())
          .text("device_sha256", "Of the specification.", r -> r.subject().deviceSha256());

  /** A kind of event in one component, with the number of such events in both runs. */
  public static final Answer<Place> PLACE =
      Answer.<Place>part()
          .word("phase", "Phase within the tick.", Phase.class, p -> p.place().phase())
          .text("kind", "Kind of event.", p -> p.place().kind())
          .text("component", "", p -> p.place().component())
          .integer("left_events", "Number of events in the left run.", Place::left)
          .integer("right_events", "Number of events in the right run.", Place::right)
          .column("phase", p -> p.place().phase().name().toLowerCase(Locale.ROOT))
          .column("kind", p -> p.place().kind())
          .column("component", p -> p.place().component())
          .column(">left", p -> String.format(Locale.ROOT, "%,d", p.left()))
          .column(">right", p -> String.format(Locale.ROOT, "%,d", p.right()));

  private static final Answer<ExecutedEvent> EVENT =
      Answer.<ExecutedEvent>part()
          .integer("tick", "", ExecutedEvent::tick)
          .text("kind", "", e -> e.place().kind())
          .text("component", "", e -> e.place().component())
          .integer("argument", "As scheduled; may differ between runs.", ExecutedEvent::argument)
          .integer("meaning", "The same in every run.", e -> e.meaning().getAsLong())
          .when(e -> e.meaning().isPresent());

  private static final Answer<Trail> TRAIL =
      Answer.<Trail>part()
          .list("events", "Events of the first differing place.", Trail::events, EVENT)
          .list("before", "Preceding events of the unit, oldest first.", Trail::before, EVENT);

  private static final Answer<Found> FOUND =
      Answer.<Found>part()
          .integer("from_tick", "First tick that may differ.", f -> f.divergence().from())
          .integer("to_tick", "Last tick that may differ.", f -> f.divergence().to())
          .list("places", "Differing kinds and components.", f -> f.divergence().places(), PLACE)
          .group("left", "Events of the left run.", f -> f.left().get(), TRAIL)
          .when(f -> f.left().isPresent())
          .group("right", "Events of the right run.", f -> f.right().get(), TRAIL)
          .when(f -> f.right().isPresent())
          .textIfAny("note", "Why the tick is unknown.", Found::note);

  private static final Answer<DeviceDiff> DEVICE =
      Answer.<DeviceDiff>part()
          .text("device", "", d -> d.left().subject().device())
          .flag("equal", "Whether all events are equal.", d -> d.found().isEmpty())
          .group("left", "", DeviceDiff::left, RUN)
          .group("right", "", DeviceDiff::right, RUN)
          .group("first", "The first difference.", d -> d.found().get(), FOUND)
          .when(d -> d.found().isPresent());

  /** Declares the output of {@code diff}. */
  public static final Answer<DiffReport> ANSWER =
      Answer.<DiffReport>of("Difference of two runs", "Output of diff with --format json.")
          .flag("equal", "Whether all events on all devices are equal.", DiffReport::isEqual)
          .group("left", "", DiffReport::left, SIDE)
          .group("right", "", DiffReport::right, SIDE)
          .list("devices", "", DiffReport::devices, DEVICE);

  private DiffAnswer() {}
}
