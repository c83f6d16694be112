// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.run.Catalogue;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Folders with device modules, and the catalogue with the devices in them. */
public final class PluginOption {
  @Rare
  @Option(
      names = "--plugin-path",
      paramLabel = "FOLDER",
      description = "Folder with device module jars; repeatable.")
  @FileUse(FileUse.Kind.READ)
  public List<Path> folders = new ArrayList<>();

  /** The catalogue; prints a warning for each plug-in that is left out. */
  public Catalogue catalogue(PrintWriter err) {
    return catalogue(folders, err);
  }

  /** As {@link #catalogue(PrintWriter)}, with the plug-ins of other folders. */
  public static Catalogue catalogue(List<Path> folders, PrintWriter err) {
    Catalogue catalogue = quietly(folders);
    catalogue.leftOut().forEach(wrong -> err.println("lockstep: warning: " + wrong.line()));
    return catalogue;
  }

  /** Built-in devices, those of plugins/ beside the installation, and those of the folders. */
  public static Catalogue quietly(List<Path> folders) {
    Optional<Path> installed =
        Optional.ofNullable(System.getProperty("lockstep.home")).map(h -> Path.of(h, "plugins"));
    return Catalogue.of(installed, folders);
  }
}
