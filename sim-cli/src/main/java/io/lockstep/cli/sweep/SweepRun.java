// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.terminal.Ending;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.OutputException;
import io.lockstep.io.ShellWord;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.Verdict;
import io.lockstep.sweep.plan.SweepPlan;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.work.Count;
import io.lockstep.sweep.work.Driver;
import io.lockstep.sweep.work.DriverLock;
import io.lockstep.sweep.work.NewFolder;
import io.lockstep.sweep.work.SweepPart;
import io.lockstep.sweep.work.WorkOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.function.ToIntFunction;
import picocli.CommandLine;

/** Computes a sweep's missing points and prints the outcome. */
@SuppressWarnings("try") // the lock is only held
public final class SweepRun {
  private final PrintWriter out;
  private final PrintWriter err;
  private final SweepFolder sweep;

  SweepRun(CommandLine line, SweepFolder sweep) {
    out = line.getOut();
    err = line.getErr();
    this.sweep = sweep;
  }

  /** Computes all points in this process as the only driver; continues a cancelled sweep. */
  int all(Catalogue catalogue, WorkOptions options) {
    return alone(run -> run.part(SweepPart.all("local"), catalogue, options));
  }

  /** Runs work as the only driver of a sweep; continues a cancelled sweep. */
  int alone(ToIntFunction<SweepRun> work) {
    DriverLock lock = lock();
    try {
      Files.deleteIfExists(sweep.root().resolve(Driver.CANCEL));
      return work.applyAsInt(this);
    } catch (IOException e) {
      throw new OutputException(sweep.root().toString(), e);
    } finally {
      lock.close();
    }
  }

  private DriverLock lock() {
    try {
      return DriverLock.take(sweep.root());
    } catch (DriverLock.BusyException e) {
      throw new UsageException(e.getMessage());
    }
  }

  /** Returns the exit code of the whole sweep after other processes computed it, no retries. */
  int standing(Catalogue catalogue, WorkOptions o) {
    return part(
        SweepPart.all("local"),
        catalogue,
        new WorkOptions(
            o.lanes(), o.workers(), o.run(), o.existing().all(), o.failFast(), o.notes()));
  }

  /** Computes a part while other processes compute other parts. */
  int part(SweepPart part, Catalogue catalogue, WorkOptions options) {
    SweepPlan plan = SweepPlan.frozen(NewFolder.plan(sweep));
    Driver driver = new Driver(sweep, plan, part, catalogue, Plugins.frontends(), options);
    Count count = driver.look();
    SweepProgress progress =
        new SweepProgress(new SweepProgress.Work(driver::count, driver::computed, () -> ""), err);
    try {
      Ending.begin(
          () -> {
            driver.stop();
            return words(driver.count()) + goesOn();
          });
      count = driver.run();
      Ending.claim();
    } catch (OutputException e) {
      Ending.claim();
      err.println("lockstep: " + e.getMessage());
      err.println("lockstep: " + words(driver.count()) + goesOn());
      return ExitCode.NOT_WRITTEN;
    } finally {
      progress.close();
    }
    if (driver.isCancelled()) {
      err.println("lockstep: cancelled; " + words(count) + goesOn());
      return ExitCode.INTERRUPTED;
    }
    out.println(words(count) + ": " + count.words());
    out.flush();
    if (count.missing() > 0) { // --fail-fast
      err.println("lockstep: ended with the first point without a good result" + goesOn());
      return ExitCode.FAILED;
    }
    return code(count, driver.violations());
  }

  private String goesOn() {
    return "; goes on with: lockstep sweep resume " + ShellWord.of(sweep.root());
  }

  static String words(Count count) {
    return count.done()
        + " of "
        + count.all()
        + (count.all() == 1 ? " point" : " points")
        + " done";
  }

  static int code(Count count, int violations) {
    if (count.of(Verdict.FAILED) + count.aside() + violations > 0) {
      return ExitCode.FAILED;
    }
    if (count.of(Verdict.WRONG) > 0) {
      return ExitCode.WRONG;
    }
    long refused = count.of(Verdict.REFUSED);
    return refused > 0 && refused == count.all() ? ExitCode.REFUSED : ExitCode.DONE;
  }
}
