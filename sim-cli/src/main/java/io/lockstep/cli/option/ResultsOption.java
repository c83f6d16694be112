// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.study.store.FolderStore;
import io.lockstep.study.store.ResultStore;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

public final class ResultsOption {
  public static final String GOES_ON = "; the same command goes on from there";

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      description = "Keep results in FOLDER and reuse them.")
  @FileUse(FileUse.Kind.WRITE_FOLDER)
  private Path folder;

  public boolean isGiven() {
    return folder != null;
  }

  public String goesOn() {
    return isGiven() ? GOES_ON : "";
  }

  public Optional<ResultStore> store(PrintWriter err) {
    return Optional.ofNullable(folder).map(kept -> new FolderStore(kept, Verbosity.notes(err)));
  }
}
