// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search;

import io.lockstep.io.output.OutputFile;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.work.NewFolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A sweep folder for the points of a search, in the order in which places are evaluated. The key
 * {@code search} in its {@code sweep.yaml} records the options that determine this order, and
 * distinguishes the folder from the folder of a full sweep.
 */
public record SearchFolder(SweepFolder sweep) {
  /** Name of the file with all evaluations in order. */
  public static final String TRAJECTORY = "search.csv";

  /**
   * Creates a folder for a search, or opens the folder of an earlier run of the same search.
   *
   * @param options options of the search; except for halving, a larger budget continues the same
   *     search
   * @param plugins folders with jars of device modules
   * @throws io.lockstep.io.InputException if the folder belongs to another search
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
   * @throws io.lockstep.io.OutputException if the file cannot be written
   */
  public void write(Search search) {
    try (OutputFile file = new OutputFile(sweep.root().resolve(TRAJECTORY))) {
      file.write(SearchAnswer.trajectory(search).getBytes(StandardCharsets.UTF_8));
      file.commit();
    }
  }
}
