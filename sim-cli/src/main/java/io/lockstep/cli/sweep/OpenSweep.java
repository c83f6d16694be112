// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.option.PluginOption;
import io.lockstep.run.Catalogue;
import io.lockstep.sweep.plan.SweepPlan;
import io.lockstep.sweep.store.SweepFolder;
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
    store = SweepStore.open(folder, OpenSweep::devices);
    plan = SweepPlan.frozen(NewFolder.plan(store.folder()));
    store.ingest();
    SweepFindings.of(store).tell(err);
  }

  /** Returns the devices of a sweep, without warnings. */
  static Catalogue devices(SweepFolder sweep) {
    return PluginOption.quietly(sweep.plugins());
  }

  public static Path here() {
    return Path.of("").toAbsolutePath();
  }

  @Override
  public void close() {
    store.close();
  }
}
