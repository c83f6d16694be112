// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.report.page.Element;
import io.lockstep.report.page.Origin;
import io.lockstep.report.page.Page;
import io.lockstep.report.page.Section;
import io.lockstep.run.RunResult;
import java.util.List;

public final class ComparisonReport {
  private static final int MOST = 1_950_000; // characters, most of which take one byte

  /**
   * A level of detail.
   *
   * @param least minimum share of a listed source line, in tenths of a per cent
   * @param rows maximum number of rows of a kernel's code on a device
   * @param steps maximum number of steps of a timeline
   */
  private record Size(int least, int rows, int steps) {}

  private static final List<Size> SIZES =
      List.of(
          new Size(0, 400, 96),
          new Size(0, 100, 48),
          new Size(0, 40, 48),
          new Size(0, 0, 48),
          new Size(5, 0, 24),
          new Size(10, 0, 24),
          new Size(20, 0, 24),
          new Size(100, 0, 0));

  private ComparisonReport() {}

  /**
   * Writes the document with the most detail that fits into two megabytes.
   *
   * @param more additional sections, placed after the speedups
   */
  public static String of(Origin origin, ComparedResults c, List<Section> more) {
    String document = write(origin, c, more, SIZES.get(0));
    for (int i = 1; i < SIZES.size() && document.length() > MOST; i++) {
      document = write(origin, c, more, SIZES.get(i));
    }
    return document;
  }

  private static String write(Origin origin, ComparedResults c, List<Section> more, Size size) {
    Footnote foot = new Footnote(c, origin);
    Page page =
        new Page(title(c), origin.on(c.devices()))
            .lead(lead(c))
            .data(CompactResults.json(origin, c));
    MatrixSection matrix = new MatrixSection(c, foot);
    RooflineSection roofline = new RooflineSection(c, foot);
    page.add(new Section("matrix", "Speedup", to -> speedup(to, matrix, roofline)));
    more.forEach(page::add);
    page.add(new Section("results", "Results", new ResultSection(c, foot)::write));
    TrustSection trust = new TrustSection(c);
    if (trust.isThere()) {
      page.add(new Section("trust", "Model accuracy", trust::write));
    }
    SampleSection samples = new SampleSection(c);
    if (samples.isThere()) {
      page.add(new Section("samples", "Sampled launches", samples::write));
    }
    page.add(new Section("causes", "Stall breakdown", new CauseSection(c, foot)::write));
    ProfilerSection profilers = new ProfilerSection(c);
    if (profilers.isThere()) {
      page.add(new Section("profilers", "Names in the vendor's profiler", profilers::write));
    }
    StripSection strips = new StripSection(c, foot, size.steps());
    if (strips.isThere()) {
      page.add(new Section("strips", "Issue activity over time", strips::write));
    }
    StreamSection streams = new StreamSection(c, foot, size.steps());
    if (streams.isThere()) {
      page.add(new Section("streams", "Stream timeline", streams::write));
    }
    ListingSection listing = new ListingSection(c, foot, size.least(), size.rows());
    if (listing.isThere()) {
      page.add(new Section("lines", "Source hot spots", listing::write));
    }
    PathSection path = new PathSection(c, foot);
    if (path.isThere()) {
      page.add(new Section("paths", "Critical paths", path::write));
    }
    if (c.devices().size() > 1) {
      page.add(
          new Section("verdicts", "Comparison with the base", new VerdictSection(c, foot)::write));
    }
    page.add(new Section("rooflines", "Roofline by memory level", roofline::write));
    page.add(new Section("parameters", "Device parameters", new ParameterSection(c)::write));
    page.add(new Section("hashes", "Reproduce", foot::hashes));
    page.add(new Section("glossary", "Glossary", Glossary::write));
    return page.write();
  }

  private static void speedup(Element page, MatrixSection matrix, RooflineSection roofline) {
    Element charts = page.child("div.plots");
    SpeedupChart chart = matrix.chart();
    if (chart.isThere()) {
      chart.write(charts);
    }
    roofline.first(charts);
    matrix.write(page);
  }

  private static String title(ComparedResults c) {
    String what =
        c.points().size() > 3 ? c.points().size() + " workloads" : String.join(", ", c.workloads());
    return c.devices().size() > 3
        ? what + " on " + c.devices().size() + " devices"
        : what + " on " + String.join(", ", c.names());
  }

  private static String lead(ComparedResults c) {
    long all = c.results().size();
    long simulated = c.results().stream().filter(r -> r.isSimulated()).count();
    String missing =
        simulated == all
            ? ""
            : " %s of %s results are missing; the reasons follow the speedup table."
                .formatted(all - simulated, all);
    boolean isSampled = c.results().stream().anyMatch(r -> !r.sample().isEmpty());
    return "All times are simulated"
        + (isSampled ? ", or estimated: see Sampled launches" : "")
        + ". "
        + verification(c.results().stream().filter(r -> r.isSimulated()).toList())
        + missing;
  }

  private static String verification(List<RunResult> simulated) {
    long verified = simulated.stream().filter(r -> Boolean.TRUE.equals(r.verified())).count();
    if (verified == 0) {
      return "No output was verified, as no expected results are known for these parameters.";
    }
    return verified == simulated.size()
        ? "All outputs were verified."
        : "Outputs of %s of %s results were verified; for the others no expected results are known."
            .formatted(verified, simulated.size());
  }
}
