// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.oracle;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A request to record expectations.
 *
 * @param buffers names of buffers; if empty, the buffers that have entries, or if none has, all
 *     buffers that the oracle changes
 * @param numpy the array file; empty for pocl
 */
public record ExpectationWish(List<String> buffers, Optional<Path> numpy) {
  /** The syntax of {@code --expect}. */
  public static final String FORM = "pocl, pocl:BUFFER,BUFFER or BUFFER=FILE.npy";

  private static final String POCL = "pocl";

  /** Parses a request without checking whether the buffers exist; empty for other syntax. */
  public static Optional<ExpectationWish> parse(String text) {
    if (text.equals(POCL)) {
      return Optional.of(new ExpectationWish(List.of(), Optional.empty()));
    }
    if (text.startsWith(POCL + ":") && text.length() > POCL.length() + 1) {
      List<String> names = List.of(text.substring(POCL.length() + 1).split(","));
      return Optional.of(new ExpectationWish(names, Optional.empty()));
    }
    int equals = text.indexOf('=');
    if (equals < 1 || !text.endsWith(".npy")) {
      return Optional.empty();
    }
    try {
      Path file = Path.of(text.substring(equals + 1));
      return Optional.of(
          new ExpectationWish(List.of(text.substring(0, equals)), Optional.of(file)));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
