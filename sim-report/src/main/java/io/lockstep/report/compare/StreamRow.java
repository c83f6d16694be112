// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.observe.activity.StreamActivity;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.Palette;
import io.lockstep.report.page.Shares;
import java.util.Arrays;

/** The timeline of a launch queue, or of one direction of transfers, over the measured time. */
final class StreamRow {
  private static final double HIGH = 100;
  private static final double WIDE = 960;

  private final StreamActivity activity;
  private final StreamActivity.Row row;
  private final int each; // intervals per step
  private final int steps;

  StreamRow(StreamActivity activity, StreamActivity.Row row, int most) {
    this.activity = activity;
    this.row = row;
    each = (activity.intervals() + most - 1) / most;
    steps = (activity.intervals() + each - 1) / each;
  }

  /** Returns the busy time, in tenths of a per cent of the measured time. */
  int busy() {
    long busy = row.parts().stream().mapToLong(p -> Arrays.stream(p.busy()).sum()).sum();
    return tenths(busy, activity.length());
  }

  private static int tenths(long part, long whole) {
    return (int) Math.round(1000.0 * part / whole);
  }

  /**
   * Returns the start of a step. For the index after the last step, this is the end of the measured
   * time.
   */
  private long at(int step) {
    return Math.min(activity.length(), (long) step * each * activity.width());
  }

  private long sum(long[] of, int from, int until) {
    return Arrays.stream(of, from * each, Math.min(of.length, until * each)).sum();
  }

  private int share(long[] busy, int step) {
    return tenths(sum(busy, step, step + 1), at(step + 1) - at(step));
  }

  /**
   * Draws a bar with a title for each step and kind of operation; the height is the share of the
   * step. Adjacent bars of equal height are merged.
   *
   * @param colours colours by kind of operation
   * @param label text for screen readers
   */
  Element drawing(Palette colours, String label) {
    Element svg = Element.of("svg.strip").with("viewBox", "0 0 960 100");
    svg.with("preserveAspectRatio", "none").with("role", "img").with("aria-label", label);
    int[] below = new int[steps]; // sum of shares below the current kind, in tenths of a per cent
    for (StreamActivity.Part part : row.parts()) {
      Element bars = svg.child("g").classed(colours.colour(part.what()));
      bars.with("style", "fill:var(--c)");
      int[] shares = new int[steps];
      Arrays.setAll(shares, s -> share(part.busy(), s));
      for (int from = 0, s = 1; s <= steps; s++) {
        if (s == steps || shares[s] != shares[from] || below[s] != below[from]) {
          if (shares[from] > 0) {
            double y = HIGH - HIGH * (below[from] + shares[from]) / 1000;
            bars.add(bar(part, from, s, shares[from]).with("y", Lengths.at(y)));
          }
          from = s;
        }
      }
      Arrays.setAll(below, s -> below[s] + shares[s]);
    }
    return svg;
  }

  private Element bar(StreamActivity.Part part, int from, int until, int share) {
    double x = WIDE * at(from) / activity.length();
    double end = WIDE * at(until) / activity.length();
    long bytes = sum(part.bytes(), from, until);
    String title =
        "%s to %s µs: %s %s %%%s"
            .formatted(
                Lengths.micros(at(from)),
                Lengths.micros(at(until)),
                part.what(),
                Shares.text(share),
                bytes == 0 ? "" : ", " + Lengths.grouped(bytes) + " bytes");
    return Element.of("rect", Element.of("title", title))
        .with("x", Lengths.at(x))
        .with("width", Lengths.at(end - x))
        .with("height", Lengths.at(HIGH * share / 1000));
  }
}
