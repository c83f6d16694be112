// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import io.lockstep.run.Catalogue;
import io.lockstep.study.point.Point;
import io.lockstep.sweep.file.Listed;
import io.lockstep.sweep.file.Named;
import io.lockstep.sweep.file.SweepFile;
import io.lockstep.sweep.file.SweepSection;
import io.lockstep.sweep.file.WorkloadEntry;
import io.lockstep.sweep.file.Zip;
import io.lockstep.sweep.plan.SweepPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and plans sweep files. Writing a plan and reading it again must give an equal plan. */
final class SweepTarget extends TextTarget {
  private static final Pattern POSITION =
      Pattern.compile("s\\.yaml(:[1-9][0-9]*:[1-9][0-9]*)?: .|/.*\\.yaml(:[1-9][0-9]*)*: .");
  private static final Pattern SHOWN = Pattern.compile("```yaml\n(.*?)```\n", Pattern.DOTALL);
  private static final double MOST_COMBINATIONS = 20_000;
  private static final int MOST_POINTS = 200;

  private final Path folder;
  private final Catalogue catalogue = Catalogue.of(Optional.empty(), List.of());

  SweepTarget(Path root) {
    folder = root.resolve("examples").toAbsolutePath();
  }

  @Override
  public String name() {
    return "sweep";
  }

  @Override
  public List<String> packages() {
    return List.of("io.lockstep.sweep.**", "io.lockstep.io.**", "org.snakeyaml.**");
  }

  @Override
  void read(String text) {
    if (text.contains("/")) {
      return; // the text must not name other files of this machine
    }
    Contract.holds(POSITION, () -> plan(text));
  }

  private void plan(String text) {
    SweepFile file = SweepFile.read("s.yaml", text, folder);
    for (WorkloadEntry entry : file.workloads()) {
      if (combinations(entry.own().over(file.common())) > MOST_COMBINATIONS) {
        return; // legal but slow
      }
    }
    if (file.design().points() > MOST_POINTS) {
      return;
    }
    SweepPlan plan = SweepPlan.of(file, catalogue);
    SweepPlan again = SweepPlan.frozen(SweepFile.read("s.yaml", plan.text(), Path.of("nowhere")));
    Iterator<Point> points = again.iterator();
    Iterator<Point> first = plan.iterator();
    for (int i = 0; i < MOST_POINTS && first.hasNext(); i++) {
      if (!first.next().equals(points.next())) {
        throw new AssertionError("point " + i + " is another one after freezing: " + text);
      }
    }
    if (plan.size() != again.size() || !plan.text().equals(again.text())) {
      throw new AssertionError("another plan after freezing: " + text);
    }
  }

  private static double combinations(SweepSection section) {
    double all = 1;
    for (List<Named> named : List.of(section.parameters(), section.settings())) {
      for (Named one : named) {
        all *= one.values() instanceof Listed listed ? listed.items().size() : 1;
      }
    }
    for (Zip zip : section.zips()) {
      all *= ((Listed) zip.all().get(0).values()).items().size();
    }
    return all;
  }

  @Override
  public SortedMap<String, byte[]> seeds(Path root, int most) throws IOException {
    SortedMap<String, byte[]> seeds =
        SeedFiles.below(root, List.of("examples/sweeps"), ".yaml", most);
    Matcher shown = SHOWN.matcher(Files.readString(root.resolve("docs/sweeps.md")));
    for (int i = 0; shown.find(); i++) {
      seeds.put("page-" + i, shown.group(1).getBytes(StandardCharsets.UTF_8));
    }
    return seeds;
  }
}
