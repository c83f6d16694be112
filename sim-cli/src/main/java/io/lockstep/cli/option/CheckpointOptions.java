// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.Bounds;
import io.lockstep.observe.Checkpoint;
import io.lockstep.observe.CheckpointPlan;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

public final class CheckpointOptions {
  @Rare
  @Option(
      names = "--checkpoint-at",
      paramLabel = "TICK",
      description = "Tick after which --checkpoint writes the state.")
  private Long checkpointAt;

  @Rare
  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description = "File for the state (.lkcp), to repeat a run from.")
  @FileUse(FileUse.Kind.WRITE_FILE)
  private Path checkpoint;

  @Rare
  @Option(
      names = "--resume",
      paramLabel = "FILE",
      description = "Continue from a state that --checkpoint wrote.")
  @FileUse(FileUse.Kind.READ)
  public Path resume;

  public boolean isWanted() {
    return checkpoint != null || resume != null;
  }

  public Optional<Checkpoint> resumed() {
    return Optional.ofNullable(resume).map(Checkpoint::read);
  }

  public CheckpointPlan plan() {
    if ((checkpoint == null) != (checkpointAt == null)) {
      throw new UsageException("--checkpoint-at TICK and --checkpoint FILE belong together");
    }
    if (checkpointAt != null) {
      UsageException.require("--checkpoint-at", checkpointAt, Bounds.atLeast(0), "ticks");
    }
    return new CheckpointPlan(
        checkpointAt == null ? 0 : checkpointAt,
        Optional.ofNullable(checkpoint),
        Optional.ofNullable(resume));
  }
}
