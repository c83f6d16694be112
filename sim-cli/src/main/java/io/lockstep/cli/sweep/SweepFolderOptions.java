// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.option.PluginOption;
import io.lockstep.run.Catalogue;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.work.ExistingRows;
import io.lockstep.sweep.work.WorkOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The folder of a sweep and its workers, for commands that compute points. */
public final class SweepFolderOptions {
  @Parameters(paramLabel = "FOLDER", description = "The sweep's folder.")
  private Path folder;

  @Mixin private SweepWorkers workers;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Points at once (default: the processors).")
  private Integer threads;

  @Option(names = "--keep-old", description = "Keep rows of other builds and of changed files.")
  private boolean keepOld;

  @Mixin private PluginOption given = new PluginOption();

  SweepFolder folder() {
    return SweepFolder.open(folder);
  }

  Catalogue catalogue(PrintWriter err) {
    return PluginOption.catalogue(plugins(), err);
  }

  private List<Path> plugins() {
    Set<Path> all = new LinkedHashSet<>(folder().plugins());
    given.folders.forEach(p -> all.add(p.toAbsolutePath().normalize()));
    return List.copyOf(all);
  }

  WorkOptions options(boolean retry, PrintWriter err) {
    return workers.options(
        threads, plugins(), build -> new ExistingRows(build, keepOld, retry), err);
  }
}
