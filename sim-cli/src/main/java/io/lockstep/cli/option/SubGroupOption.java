// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.kernel.frontend.TextTarget;
import picocli.CommandLine.Option;

/** The option for the sub-group size where no device determines the size. */
public final class SubGroupOption {
  @Option(
      names = "--sub-groups",
      paramLabel = "N",
      defaultValue = "" + TextTarget.SUB_GROUP,
      description = "Work-items of an OpenCL C sub-group (default: ${DEFAULT-VALUE}).")
  private int size;

  public TextTarget target() {
    if (size < 1 || size > 64 || Integer.bitCount(size) > 1) {
      throw new UsageException("--sub-groups: expected a power of two from 1 to 64, found " + size);
    }
    return new TextTarget(size, TextTarget.USUAL.instructionSet());
  }
}
