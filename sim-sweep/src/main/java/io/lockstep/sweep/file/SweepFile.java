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
 * The content of a sweep file with its includes; names are not resolved yet.
 *
 * @param workloads the workloads, in order
 * @param common quantities varied for all workloads
 * @param variables names for expressions, in the file's order
 * @param design the design of points
 * @param work options of runs
 * @param search entries for {@code sweep optimise}
 */
public record SweepFile(
    List<WorkloadEntry> workloads,
    SweepSection common,
    List<SweepVariable> variables,
    Design design,
    Work work,
    SearchSection search) {
  /**
   * Keys that distinguish a sweep file from a workload file, with frequent misspellings of the
   * first.
   */
  private static final List<String> MEANT =
      List.of("workloads", "workload", "include", "devices", "device", "set", "zip", "design");

  /**
   * Copies the collections.
   *
   * @param workloads what is run, in order
   * @param common what is varied of all workloads
   * @param variables names for expressions, in the file's order
   * @param design how points are chosen
   * @param work how points are run
   * @param search what {@code sweep optimise} looks for
   */
  public SweepFile {
    workloads = List.copyOf(workloads);
    variables = List.copyOf(variables);
  }

  /**
   * Reads a file.
   *
   * @param file the sweep file; names in it are relative to its folder
   * @return what it says
   * @throws InputException if it is wrong: file, line, column
   */
  public static SweepFile read(Path file) {
    return of(file.toString(), new SweepReader().read(file));
  }

  /**
   * Reads a text.
   *
   * @param name of the file, for messages
   * @param text the sweep
   * @param folder what names in it are relative to
   * @return what it says
   * @throws InputException if it is wrong: file, line, column
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
        new SearchSection(
            new ArrayList<>(piece.fidelity.values()), piece.objectives, piece.constraints));
  }

  /**
   * {@return a sweep of workloads that a command line names}
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
        SearchSection.NONE);
  }

  /**
   * {@return whether a file is meant as a sweep, and not as a workload or a trace} What is no YAML
   * is none.
   *
   * @param file any file
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
      return false; // reading it as a workload gives the message
    }
  }

  /**
   * {@return a copy with overrides of a command line}
   *
   * @param parameters values by name, as {@code --param} has them: lists with commas, ranges
   * @param settings values by figure, as {@code --set} has them
   * @param devices as {@code --device} has them; none for the file's own
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
        search);
  }

  private static List<Named> given(String option, Map<String, String> values) {
    List<Named> all = new ArrayList<>();
    values.forEach(
        (name, text) ->
            all.add(Named.of(name, option + name, ValuesReader.commas(option + name, text))));
    return all;
  }

  /** {@return the sweep as a file, in one way of writing it; read again it is the same} */
  public String text() {
    return new SweepText().of(workloads, common, variables, design, work, search);
  }
}
