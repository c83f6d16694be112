package io.lockstep.sweep.search;

import io.lockstep.io.output.OutputFile;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.work.NewFolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A sweep's folder with the points of a search: the first place's points, then the second's. The
 * key {@code search} of its {@code sweep.yaml} records the options that the order depends on, which
 * distinguishes it from a full sweep.
 *
 * @param sweep the folder
 */
public record SearchFolder(SweepFolder sweep) {
  /** All evaluations, in their order. */
  public static final String TRAJECTORY = "search.csv";

  /**
   * {@return a folder for a search: a new one, or that of an earlier run of the same search}
   *
   * @param root as the user named it
   * @param space the search space
   * @param options of the search; except for halving, a larger budget continues the same search
   * @param lockstep this version
   * @param plugins folders with jars of device modules
   * @throws io.lockstep.io.InputException if it belongs to another search
   * @throws io.lockstep.io.OutputException if it cannot be written
   */
  public static SearchFolder of(
      Path root, SearchSpace space, SearchOptions options, String lockstep, List<Path> plugins) {
    SearchOptions.Kind kind = options.kind(space.space());
    String text =
        "%ssearch: {algorithm: %s, seed: %s, batch: %s%s}\n"
            .formatted(
                space.file().text(),
                kind.word(),
                options.seed(),
                options.batch(),
                kind == SearchOptions.Kind.HALVING ? ", budget: " + options.budget() : "");
    long points = (long) options.budget() * space.pointsOfPlace();
    SweepFolder sweep = NewFolder.of(root, text, points, lockstep, plugins);
    if (sweep.points() < points) {
      sweep =
          new SweepFolder(root, points, sweep.plan(), sweep.lockstep(), sweep.plugins()).create();
    }
    return new SearchFolder(sweep);
  }

  /**
   * Writes all evaluations so far, atomically.
   *
   * @param search with its evaluations so far
   * @throws io.lockstep.io.OutputException if the file cannot be written
   */
  public void write(Search search) {
    try (OutputFile file = new OutputFile(sweep.root().resolve(TRAJECTORY))) {
      file.write(SearchFields.trajectory(search).getBytes(StandardCharsets.UTF_8));
      file.commit();
    }
  }
}
