// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.core.engine.ExecutedEvent;
import io.lockstep.observe.DeviceFingerprints;
import io.lockstep.observe.DiffReport;
import io.lockstep.observe.Divergence;
import io.lockstep.observe.DivergenceSearch;
import io.lockstep.run.format.DiffAnswer;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

public final class DiffTable {
  private static final int MOST_PLACES = 10;
  private static final int MOST_EVENTS = 10;

  private final DiffReport report;
  private Screen screen = Screen.plain();
  private final StringBuilder out = new StringBuilder();

  public DiffTable(DiffReport report) {
    this.report = report;
  }

  public String render(Screen shownOn) {
    screen = shownOn;
    side("left ", report.left());
    side("right", report.right());
    for (DiffReport.DeviceDiff device : report.devices()) {
      out.append('\n');
      device(device);
    }
    return out.toString();
  }

  private void side(String name, DiffReport.Side side) {
    line(
        "%s  %s%s",
        name,
        side.file().isEmpty() ? "" : side.file() + " (" + side.version() + "): ",
        "run " + String.join(" ", side.arguments()));
  }

  private void line(String format, Object... arguments) {
    out.append(screen.wrapped(String.format(Locale.ROOT, format, arguments), "  ")).append('\n');
  }

  private void device(DiffReport.DeviceDiff diff) {
    DeviceFingerprints left = diff.left();
    DeviceFingerprints right = diff.right();
    String id = left.subject().device();
    if (diff.found().isEmpty()) {
      line(
          "%s: no difference in %,d events, fingerprint %s", id, left.events(), left.fingerprint());
      return;
    }
    DivergenceSearch.Found found = diff.found().get();
    Divergence divergence = found.divergence();
    line(
        "%s: first difference %s, of %,d and %,d events",
        left.subject().device().equals(right.subject().device())
            ? id
            : id + " and " + right.subject().device(),
        when(divergence, left),
        left.events(),
        right.events());
    subject("trace", left.subject().traceSha256(), right.subject().traceSha256());
    subject("specification", left.subject().deviceSha256(), right.subject().deviceSha256());
    List<Divergence.Place> places = divergence.places();
    List<Divergence.Place> shown = places.subList(0, Math.min(MOST_PLACES, places.size()));
    out.append(Table.of(DiffAnswer.PLACE, shown).render(screen).indent(2));
    if (places.size() > MOST_PLACES) {
      line("  and %,d more", places.size() - MOST_PLACES);
    }
    found.left().ifPresent(t -> trail("left", t, places.get(0)));
    found.right().ifPresent(t -> trail("right", t, places.get(0)));
    if (!found.note().isEmpty()) {
      line("  %s", found.note());
    }
  }

  private void subject(String what, String left, String right) {
    if (!left.equals(right) && !left.isEmpty() && !right.isEmpty()) {
      line("  the %s differs: %s… and %s…", what, left.substring(0, 16), right.substring(0, 16));
    }
  }

  private static String when(Divergence divergence, DeviceFingerprints of) {
    String from = micros(divergence.from(), of);
    return divergence.isTick()
        ? String.format(Locale.ROOT, "at tick %,d (%s µs)", divergence.from(), from)
        : String.format(
            Locale.ROOT,
            "in ticks %,d to %,d (%s to %s µs)",
            divergence.from(),
            divergence.to(),
            from,
            micros(divergence.to(), of));
  }

  private static String micros(long tick, DeviceFingerprints of) {
    return BigDecimal.valueOf(of.subject().picos(tick), 6).toPlainString();
  }

  private void trail(String side, DivergenceSearch.Trail trail, Divergence.Place first) {
    line("  %s:", side);
    for (ExecutedEvent event : trail.before()) {
      line("    %s", event);
    }
    List<ExecutedEvent> events = trail.events();
    for (ExecutedEvent event : events.subList(0, Math.min(MOST_EVENTS, events.size()))) {
      line("  > %s", event);
    }
    if (events.isEmpty()) {
      line("  > no %s then", first.place());
    } else if (events.size() > MOST_EVENTS) {
      line("    and %,d more", events.size() - MOST_EVENTS);
    }
  }
}
