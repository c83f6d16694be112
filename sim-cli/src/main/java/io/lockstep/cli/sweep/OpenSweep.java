// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.sweep.plan.SweepPlan;
import io.lockstep.sweep.store.index.SweepStore;
import io.lockstep.sweep.work.NewFolder;
import java.io.PrintWriter;
import java.nio.file.Path;

/** An open sweep folder with its plan and current results. */
public final class OpenSweep implements AutoCloseable {
  final SweepStore store;
  final SweepPlan plan;

  /** Opens the folder and reports missing, contradictory and unreadable rows. */
  OpenSweep(Path folder, PrintWriter err) {
    store = SweepStore.open(folder);
    plan = SweepPlan.frozen(NewFolder.plan(store.folder()));
    store.ingest();
    SweepFindings.of(store).tell(err);
  }

  public static Path here() {
    return Path.of("").toAbsolutePath();
  }

  @Override
  public void close() {
    store.close();
  }
}
