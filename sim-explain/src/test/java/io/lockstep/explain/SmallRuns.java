// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.figures.Side;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.program.Installed;
import io.lockstep.study.StudyOptions;
import io.lockstep.testsupport.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs of a millisecond, and what they need. */
public final class SmallRuns {
  public static final Installed INSTALLED =
      new Installed(new Catalogue(Plugins.providers(List.of())), Plugins.frontends());
  public static final Path VECADD = Repository.ROOT.resolve("examples/vecadd.yaml");
  public static final Map<String, String> SMALL = Map.of("n", "512");

  private SmallRuns() {}

  /**
   * Writes a workload that copies data to the device, launches kernels and copies a result back.
   */
  public static Path copied(Path folder, int launches) throws IOException {
    String launch = "  - {launch: vecadd, grid: [2], block: [256], args: [a, b, c, {i32: 512}]}\n";
    return Files.writeString(
        folder.resolve("copied.yaml"),
        "name: copied\nkernels: "
            + Repository.ROOT.resolve("examples/kernels/vecadd.ptx")
            + "\nbuffers:\n"
            + "  a: {type: f32, count: 512}\n  b: {type: f32, count: 512}\n"
            + "  c: {type: f32, count: 512}\nsteps:\n  - {upload: a}\n"
            + launch.repeat(launches)
            + "  - {download: c}\n");
  }

  public static Side side(String device) {
    return new Side(device, INSTALLED.catalogue().spec(device));
  }

  /** Returns a device with a changed parameter. */
  public static Side side(String device, String path, String value) {
    return new Side(
        device + " " + path,
        INSTALLED.catalogue().spec(device),
        INSTALLED.catalogue().spec(device).with(path, value));
  }

  public static ExperimentOptions phases(int count) {
    return new ExperimentOptions(StudyOptions.defaults(), count, true, Optional.empty());
  }
}
