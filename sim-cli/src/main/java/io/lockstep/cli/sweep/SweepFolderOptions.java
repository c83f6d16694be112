package io.lockstep.cli.sweep;

import io.lockstep.cli.option.DeviceOptions;
import io.lockstep.cli.option.FileUse;
import io.lockstep.cli.option.Rare;
import io.lockstep.run.Catalogue;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.work.WorkOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A sweep's folder and its workers, for commands that compute points. */
public final class SweepFolderOptions {
  @Parameters(paramLabel = "FOLDER", description = "The sweep's folder.")
  private Path folder;

  @Mixin private SweepWorkers workers;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Points at once (default: the processors).")
  private Integer threads;

  @Rare
  @Option(
      names = "--plugin-path",
      paramLabel = "FOLDER",
      description = "Folder with device module jars; repeatable.")
  @FileUse(FileUse.Kind.READ)
  private List<Path> pluginPath = new ArrayList<>();

  SweepFolder folder() {
    return SweepFolder.open(folder);
  }

  Catalogue catalogue(PrintWriter err) {
    DeviceOptions devices = new DeviceOptions();
    devices.pluginPath = plugins();
    Catalogue catalogue = devices.quietly();
    catalogue.leftOut().forEach(wrong -> err.println("lockstep: warning: " + wrong.line()));
    return catalogue;
  }

  private List<Path> plugins() {
    Set<Path> all = new LinkedHashSet<>(folder().plugins());
    pluginPath.forEach(p -> all.add(p.toAbsolutePath().normalize()));
    return List.copyOf(all);
  }

  WorkOptions options(boolean retry, PrintWriter err) {
    return workers.options(threads, plugins(), retry, err);
  }
}
