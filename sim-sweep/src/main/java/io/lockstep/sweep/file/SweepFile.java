// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import io.lockstep.io.InputException;
import io.lockstep.io.yaml.YamlFile;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.sweep.point.PointLimits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The content of a sweep file with its includes. Names are not resolved yet.
 *
 * @param common quantities varied for all workloads
 * @param variables names defined by {@code let}, in the file's order
 */
public record SweepFile(
    List<WorkloadEntry> workloads,
    SweepSection common,
    List<SweepVariable> variables,
    Design design,
    Work work,
    Goals goals) {
  /**
   * Keys that distinguish a sweep file from a workload file. Singular forms are frequent
   * misspellings; they are included so that the reader reports them.
   */
  private static final List<String> MEANT =
      List.of("workloads", "workload", "include", "devices", "device", "set", "zip", "design");

  public SweepFile {
    workloads = List.copyOf(workloads);
    variables = List.copyOf(variables);
  }

  /**
   * Reads a file; relative names in it are resolved against its folder.
   *
   * @throws InputException if the file is wrong, with file, line and column
   */
  public static SweepFile read(Path file) {
    return of(file.toString(), new SweepReader().read(file));
  }

  /**
   * Reads a sweep from a text.
   *
   * @param name name of the file, for messages
   * @param folder base of relative names
   * @throws InputException if the text is wrong, with file, line and column
   */
  public static SweepFile read(String name, String text, Path folder) {
    return of(name, new SweepReader().read(YamlFile.read(name, text), folder));
  }

  private static SweepFile of(String name, Piece piece) {
    if (piece.workloads.isEmpty()) {
      throw new InputException(name, "the key 'workloads' is missing");
    }
    return new SweepFile(
        piece.workloads,
        piece.common,
        new ArrayList<>(piece.variables.values()),
        SweepReader.design(piece),
        new Work(
            piece.phases.orElse(Work.USUAL.phases()),
            new PointLimits(piece.time, piece.memory),
            piece.kept.orElse(List.of())),
        new Goals(piece.objectives, piece.constraints));
  }

  /**
   * Creates a sweep over workloads given on a command line.
   *
   * @param workloads files, traces or patterns; at least one
   */
  public static SweepFile of(List<Path> workloads) {
    Path folder = Path.of("").toAbsolutePath();
    return new SweepFile(
        workloads.stream()
            .map(w -> new WorkloadEntry(new Item(w.toString(), "sweep"), folder, SweepSection.NONE))
            .toList(),
        SweepSection.NONE,
        List.of(),
        Design.GRID,
        Work.USUAL,
        Goals.NONE);
  }

  /**
   * Returns whether a file is a sweep, rather than a workload or a trace. A file that is not YAML
   * is not a sweep.
   */
  public static boolean isSweep(Path file) {
    String name = file.toString();
    if (!name.endsWith(".yaml") && !name.endsWith(".yml")) {
      return false;
    }
    try {
      YamlNode root = YamlFile.read(file);
      return root.isMap()
          && !root.asMap().has("steps")
          && MEANT.stream().anyMatch(root.asMap()::has);
    } catch (InputException e) {
      return false; // the error is reported when the file is read as a workload
    }
  }

  /**
   * Returns a copy with overrides from a command line.
   *
   * @param parameters values of {@code --param} by name: comma-separated lists or ranges
   * @param settings values of {@code --set} by figure
   * @param devices values of {@code --device}; empty to keep the devices of the file
   * @throws InputException if a value is wrong
   */
  public SweepFile with(
      Map<String, String> parameters, Map<String, String> settings, List<String> devices) {
    List<Item> named = devices.stream().map(d -> new Item(d, "--device " + d)).toList();
    SweepSection top =
        new SweepSection(
            named.isEmpty() ? Optional.empty() : Optional.of(named),
            given("--param ", parameters),
            given("--set ", settings),
            List.of(),
            List.of());
    return new SweepFile(
        workloads.stream()
            .map(w -> new WorkloadEntry(w.file(), w.folder(), top.over(w.own())))
            .toList(),
        top.over(common),
        variables,
        design,
        work,
        goals);
  }

  /** Returns the sweep of a single workload for another file. */
  public SweepFile of(Path workload) {
    WorkloadEntry entry = workloads.get(0);
    Item file = new Item(workload.toAbsolutePath().normalize().toString(), entry.file().where());
    return new SweepFile(
        List.of(new WorkloadEntry(file, entry.folder(), entry.own())),
        common,
        variables,
        design,
        work,
        goals);
  }

  private static List<Named> given(String option, Map<String, String> values) {
    List<Named> all = new ArrayList<>();
    values.forEach(
        (name, text) ->
            all.add(Named.of(name, option + name, ValuesReader.commas(option + name, text))));
    return all;
  }

  /** Formats the sweep as a file in canonical form; reading it gives an equal sweep. */
  public String text() {
    return new SweepText().of(workloads, common, variables, design, work, goals);
  }
}
