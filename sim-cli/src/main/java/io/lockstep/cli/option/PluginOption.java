// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.run.Catalogue;
import io.lockstep.study.program.Builds;
import io.lockstep.study.store.Build;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option for folders with device modules, and the catalogue with their devices. */
public final class PluginOption {
  @Rare
  @Option(
      names = "--plugin-path",
      paramLabel = "FOLDER",
      description = "Folder with device module jars; repeatable.")
  @FileUse(FileUse.Kind.READ)
  public List<Path> folders = new ArrayList<>();

  /** Returns the catalogue and prints a warning for each plug-in that is left out. */
  public Catalogue catalogue(PrintWriter err) {
    return catalogue(folders, err);
  }

  /** As {@link #catalogue(PrintWriter)}, with the plug-ins of the given folders. */
  public static Catalogue catalogue(List<Path> folders, PrintWriter err) {
    Catalogue catalogue = quietly(folders);
    catalogue.leftOut().forEach(wrong -> err.println("lockstep: warning: " + wrong.line()));
    return catalogue;
  }

  /** Returns the built-in and plug-in devices, without printing warnings. */
  public static Catalogue quietly(List<Path> folders) {
    return Catalogue.of(installed(), folders);
  }

  private static Optional<Path> installed() {
    return Optional.ofNullable(System.getProperty("lockstep.home")).map(h -> Path.of(h, "plugins"));
  }

  /** Returns the build of this process with the plug-ins of the installation and some folders. */
  public static Build build(List<Path> folders) {
    List<Path> all = new ArrayList<>(installed().stream().toList());
    all.addAll(folders);
    return Builds.of(all);
  }
}
