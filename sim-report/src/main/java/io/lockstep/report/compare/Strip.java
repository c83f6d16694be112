// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.observe.activity.ActivityTimes;
import io.lockstep.observe.line.LineTimes;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.Lengths;
import io.lockstep.report.page.PathData;
import io.lockstep.run.RunResult;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import java.util.Arrays;

/** The timeline of a device's issue ports over its launches, by common stall reason. */
final class Strip {
  private static final int[] TOPS = {1, 2, 5, 10, 20, 50, 100}; // per cent
  private static final double HIGH = 100;
  private static final double WIDE = 960;
  private static final int MOST_MARKS = 40;

  private final ActivityTimes activity;
  private final long ports; // of the whole device
  private final long[][] ticks; // by common stall reason and interval

  /**
   * @param r a result for which {@link #isThere} is true
   */
  Strip(RunResult r) {
    activity = r.activity();
    ports = Math.max(1, LineTimes.sum(r.lines().inLaunches()) / activity.whole());
    ticks = new long[CommonCause.values().length][activity.intervals()];
    for (IssueCause cause : activity.causes()) {
      LineTimes.add(ticks[cause.common().ordinal()], activity.ticks()[cause.ordinal()]);
    }
  }

  /** Whether a result has the data for a timeline. */
  static boolean isThere(RunResult r) {
    return r.isSimulated() && r.activity() != null && r.lines() != null && r.lines().isTold();
  }

  /** Whether work-groups or launches are left out at few enough places to mark them. */
  boolean hasGaps() {
    int gaps = activity.gaps().at().length;
    return gaps > 0 && gaps <= MOST_MARKS;
  }

  boolean has(CommonCause cause) {
    return Arrays.stream(ticks[cause.ordinal()]).anyMatch(t -> t > 0);
  }

  /**
   * Returns the share of a stall reason in the port cycles of one of several equal parts of the
   * time, in tenths of a per cent.
   *
   * @param part index of the part, from 0
   */
  long tenths(CommonCause cause, int part, int parts) {
    int n = activity.intervals();
    int from = (int) ((long) part * n / parts);
    int until = Math.max(from + 1, (int) ((long) (part + 1) * n / parts));
    long spent = 0;
    long there = 0;
    for (int i = from; i < Math.min(n, until); i++) {
      spent += ticks[cause.ordinal()][i];
      there += activity.lasts(i);
    }
    return there == 0 ? 0 : Math.round(1000.0 * spent / (there * ports));
  }

  /** Returns the upper end of the drawing, as a percentage of all ports. */
  int top(int most) {
    double highest = 0;
    for (double[] edge : edges(most)) {
      highest = Math.max(highest, Arrays.stream(edge).max().orElse(0));
    }
    for (int top : TOPS) {
      if (100 * highest <= top) {
        return top;
      }
    }
    return 100;
  }

  /** Returns the upper edge of each stall reason's area by step, as a fraction of all ports. */
  private double[][] edges(int most) {
    int each = step(most);
    int steps = (activity.intervals() + each - 1) / each;
    double[][] edges = new double[ticks.length][steps];
    for (int s = 0; s < steps; s++) {
      long below = 0;
      for (int c = 0; c < ticks.length; c++) {
        for (int i = s * each; i < Math.min(activity.intervals(), (s + 1) * each); i++) {
          below += ticks[c][i];
        }
        edges[c][s] = Math.min(1, (double) below / (ports * lasts(s, each)));
      }
    }
    return edges;
  }

  private int step(int most) {
    return (activity.intervals() + most - 1) / most;
  }

  private long lasts(int step, int each) {
    long from = (long) step * each * activity.width();
    return Math.min((long) each * activity.width(), activity.length() - from);
  }

  /**
   * Draws a stacked area for each stall reason.
   *
   * @param label text for screen readers
   */
  Element drawing(int most, String label) {
    double[][] edges = edges(most);
    double top = top(most) / 100.0;
    Element svg = Element.of("svg.strip").with("viewBox", "0 0 960 100");
    svg.with("preserveAspectRatio", "none").with("role", "img").with("aria-label", label);
    for (int c = edges.length - 1; c >= 0; c--) {
      if (has(CommonCause.values()[c])) {
        svg.child("path.k" + c).with("d", area(edges[c], step(most), top));
      }
    }
    if (activity.starts().length > 1 && activity.starts().length <= MOST_MARKS) {
      PathData marks = new PathData();
      for (int i = 1; i < activity.starts().length; i++) {
        marks.to('M', WIDE * activity.starts()[i] / activity.length(), 0).to('v', HIGH);
      }
      svg.child("path.mark").with("d", marks);
    }
    if (hasGaps()) {
      PathData gaps = new PathData();
      for (long gap : activity.gaps().at()) {
        gaps.to('M', WIDE * gap / activity.length(), 0).to('v', HIGH);
      }
      svg.child("path.mark").with("d", gaps).with("style", "stroke:currentColor");
    }
    return svg;
  }

  private PathData area(double[] edge, int each, double top) {
    PathData d = new PathData().to('M', 0, HIGH);
    String last = Lengths.at(HIGH);
    for (int s = 0; s < edge.length; s++) {
      double y = HIGH - HIGH * edge[s] / top;
      if (!Lengths.at(y).equals(last)) {
        if (s > 0) {
          d.to('H', WIDE * s * each * activity.width() / activity.length());
        }
        d.to('V', y);
        last = Lengths.at(y);
      }
    }
    return d.to('H', WIDE).to('V', HIGH).to('Z');
  }
}
