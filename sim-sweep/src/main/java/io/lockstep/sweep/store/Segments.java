// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store;

import io.lockstep.io.InputException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

public final class Segments {
  private Segments() {}

  /**
   * Lists the segments of a sweep, sorted by name. The list is empty if the results folder does not
   * exist yet.
   *
   * @throws InputException if the folder cannot be read
   */
  public static List<Path> of(SweepFolder sweep) {
    List<Path> found = new ArrayList<>();
    if (Files.exists(sweep.results())) {
      String pattern = "*" + SegmentFile.ENDING;
      try (DirectoryStream<Path> all = Files.newDirectoryStream(sweep.results(), pattern)) {
        all.forEach(found::add);
      } catch (IOException e) {
        throw new InputException(sweep.results().toString(), "cannot be read: " + e.getMessage());
      }
    }
    found.sort((a, b) -> a.getFileName().toString().compareTo(b.getFileName().toString()));
    return found;
  }
}
