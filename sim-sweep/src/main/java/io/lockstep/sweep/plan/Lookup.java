// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import io.lockstep.io.InputException;
import io.lockstep.observe.Glob;
import io.lockstep.run.Catalogue;
import io.lockstep.run.design.DesignPoints;
import io.lockstep.spi.stats.StatisticsRegistry;
import io.lockstep.sweep.file.Design;
import io.lockstep.sweep.file.DesignCoordinate;
import io.lockstep.sweep.file.Item;
import io.lockstep.sweep.file.Named;
import io.lockstep.sweep.file.SweepFile;
import io.lockstep.sweep.file.SweepSection;
import io.lockstep.sweep.file.WorkloadEntry;
import io.lockstep.sweep.file.Zip;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Resolves the names of a sweep file: workloads, their parameters, devices, figures. The result is
 * a self-contained sweep file with all patterns and defaults expanded. One instance resolves one
 * file.
 */
final class Lookup {
  private final Catalogue catalogue;
  private final DeviceNames devices;
  private final Map<Path, ParameterNames> declared = new HashMap<>();

  Lookup(Catalogue catalogue) {
    this.catalogue = catalogue;
    devices = new DeviceNames(catalogue);
  }

  SweepFile of(SweepFile file) {
    List<WorkloadEntry> found = new ArrayList<>();
    List<Item> whole = devices.of(file.common().devices());
    for (WorkloadEntry entry : file.workloads()) {
      SweepSection section = entry.own().over(file.common());
      for (Path path : WorkloadFiles.of(entry)) {
        Item item = new Item(path.toString(), entry.file().where());
        found.add(new WorkloadEntry(item, path.getRoot(), section(file, path, section, whole)));
      }
    }
    Design design = design(file.design(), found);
    file.work().kept().forEach(this::statistic);
    return new SweepFile(
        found, SweepSection.NONE, file.variables(), design, file.work(), file.goals());
  }

  private SweepSection section(SweepFile file, Path path, SweepSection section, List<Item> whole) {
    boolean several =
        file.workloads().size() > 1 || !path.endsWith(file.workloads().get(0).file().text());
    ParameterNames names = declared.computeIfAbsent(path, p -> new ParameterNames(p, several));
    List<Item> ids = section.devices().isPresent() ? devices.of(section.devices()) : whole;
    SettingNames figures =
        new SettingNames(catalogue.policies(), devices.specs(ids), devices.all());
    List<Zip> zips = new ArrayList<>();
    for (Zip zip : section.zips()) {
      Zip checked =
          new Zip(
              zip.where(),
              parameters(names, zip.parameters()),
              zip.settings().stream().map(figures::checked).toList());
      if (!checked.isEmpty()) {
        zips.add(checked);
      }
    }
    SweepSection checked =
        new SweepSection(
            Optional.of(ids),
            parameters(names, section.parameters()),
            section.settings().stream().map(figures::checked).toList(),
            zips,
            section.conditions());
    return new ExpressionNames(
            path.getFileName().toString(), names, checked, file.variables(), several)
        .complete(checked);
  }

  private static List<Named> parameters(ParameterNames names, List<Named> all) {
    return all.stream().flatMap(p -> names.checked(p).stream()).toList();
  }

  /** Throws if a pattern matches no statistic. */
  private void statistic(Item pattern) {
    StatisticsRegistry statistics = catalogue.statistics();
    boolean open = pattern.text().contains("*") || pattern.text().contains("?");
    if (open && pattern.text().contains("[")) {
      return; // statistics of single units: their number depends on the launch
    }
    Glob glob = new Glob(pattern.text());
    if (open
        ? statistics.names().stream().noneMatch(glob::matches)
        : statistics.find(pattern.text()).isEmpty()) {
      throw new InputException(
          pattern.where(),
          "no statistic "
              + (open ? "fits the pattern" : "is called")
              + " '"
              + pattern.text()
              + "'"
              + statistics.hint(pattern.text()));
    }
  }

  /**
   * Checks that a design has ranges to draw from, and that ranges have a design. Makes the width of
   * Sobol sequences explicit if several are needed: plans of earlier versions have no width and use
   * a single sequence over all coordinates.
   */
  private static Design design(Design design, List<WorkloadEntry> found) {
    int most = 0;
    for (WorkloadEntry entry : found) {
      List<Named> drawn =
          Stream.concat(entry.own().parameters().stream(), entry.own().settings().stream())
              .filter(named -> named.values() instanceof DesignCoordinate)
              .toList();
      if (design.kind() == Design.Kind.GRID && !drawn.isEmpty()) {
        throw new InputException(
            drawn.get(0).values().where(),
            "'"
                + drawn.get(0).name()
                + "' has no single values in a grid; give a step or factor"
                + " ({from: 64, to: 256, step: 64}, times: 2), or write design: sobol,"
                + " latin-hypercube or saltelli");
      }
      most = Math.max(most, drawn.size());
    }
    if (design.kind() != Design.Kind.GRID && most == 0) {
      throw new InputException(
          design.where(),
          "design "
              + design.kind().word()
              + " has nothing to draw; give a parameter or figure {from: 8KiB, to: 64KiB}");
    }
    long numbers = design.rows(most) * most;
    if (most > DesignRows.most() || numbers > DesignRows.MOST_NUMBERS) {
      throw new InputException(
          design.where(),
          "a design has at most %s coordinates and %s numbers, found %s and %s"
              .formatted(DesignRows.most(), DesignRows.MOST_NUMBERS, most, numbers));
    }
    boolean several = design.sobolDimensions(most) > DesignPoints.WIDTH;
    return several && design.width() == 0 ? design.withWidth(DesignPoints.WIDTH) : design;
  }
}
