// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.terminal.Ending;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.io.ShellWord;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.sweep.plan.SweepPlan;
import io.lockstep.sweep.slurm.ArrayJob;
import io.lockstep.sweep.slurm.Pace;
import io.lockstep.sweep.slurm.ShardCommand;
import io.lockstep.sweep.slurm.SlurmCommands;
import io.lockstep.sweep.slurm.SlurmDriver;
import io.lockstep.sweep.slurm.SlurmException;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.work.Count;
import io.lockstep.sweep.work.NewFolder;
import io.lockstep.sweep.work.OldRows;
import io.lockstep.sweep.work.PointStates;
import io.lockstep.sweep.work.SweepPart;
import io.lockstep.sweep.work.WorkOptions;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;

/** Computes a sweep's missing points on a cluster and prints the outcome. */
public final class SweepOnSlurm {
  private final CommandLine line;
  private final PrintWriter err;
  private final SweepFolder sweep;
  private final SweepCluster cluster;

  SweepOnSlurm(CommandLine line, SweepFolder sweep, SweepCluster cluster) {
    this.line = line;
    err = line.getErr();
    this.sweep = sweep;
    this.cluster = cluster;
  }

  /** Checks Slurm's requirements before a folder is created; returns the nodes' launcher. */
  static Path launcher() {
    String home = System.getProperty("lockstep.home", "");
    Path program = Path.of(home, "bin", "lockstep").toAbsolutePath();
    if (home.isEmpty() || !Files.isExecutable(program)) {
      throw new UsageException(
          "--on slurm has nodes start the launcher bin/lockstep; there is none");
    }
    if (!SlurmCommands.isThere()) {
      throw new UsageException("--on slurm needs Slurm's command sbatch, which is not on the PATH");
    }
    return program;
  }

  /**
   * @param options options of the work, including whether to retry failed points
   */
  int all(Catalogue catalogue, WorkOptions options) {
    PointStates standing = new PointStates(sweep, SweepPart.all("slurm"), options.existing());
    SlurmDriver driver =
        new SlurmDriver(
            standing,
            cluster.options(),
            new ShardCommand(launcher(), Path.of(System.getProperty("java.home")), words(options)),
            new SlurmCommands(),
            Pace.usual(),
            options.notes());
    return new SweepRun(line, sweep)
        .alone(
            run -> {
              SweepPlan plan = SweepPlan.frozen(NewFolder.plan(sweep));
              driver.look(
                  options.existing().retry(),
                  () -> OldRows.replace(plan, standing, catalogue, Plugins.frontends(), options));
              if (cluster.isDetached()) {
                return detached(driver);
              }
              Integer ended = awaited(run, driver);
              return ended != null ? ended : run.standing(catalogue, options);
            });
  }

  private static List<String> words(WorkOptions options) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("--workers", options.lanes().kind().name().toLowerCase(Locale.ROOT)));
    words.addAll(options.existing().keepOld() ? List.of("--keep-old") : List.of());
    options.lanes().plugins().forEach(p -> words.addAll(List.of("--plugin-path", p.toString())));
    return words;
  }

  private int detached(SlurmDriver driver) {
    List<ArrayJob> jobs = submitted(driver);
    if (jobs.isEmpty()) {
      err.println("lockstep: nothing is missing");
    } else {
      jobs.forEach(job -> line.getOut().println(job.id()));
      line.getOut().flush();
      err.println("lockstep: " + count(driver) + goesOn());
    }
    return ExitCode.DONE;
  }

  private static List<ArrayJob> submitted(SlurmDriver driver) {
    try {
      return driver.submit();
    } catch (SlurmException e) {
      throw new InputException("Slurm", e.getMessage(), e);
    }
  }

  /** Returns the exit code while points are missing; otherwise null. */
  private Integer awaited(SweepRun run, SlurmDriver driver) {
    submitted(driver);
    Ending.begin(
        () -> {
          driver.stop();
          return count(driver) + "; the job continues" + goesOn();
        });
    Count count;
    SweepProgress.Work work =
        new SweepProgress.Work(
            driver::count,
            driver::computed,
            () -> driver.state().isEmpty() ? "" : "; tasks: " + driver.state());
    SweepProgress progress = new SweepProgress(work, err);
    try {
      count = driver.run();
    } catch (OutputException e) {
      Ending.claim();
      err.println("lockstep: " + e.getMessage());
      err.println("lockstep: " + count(driver) + goesOn());
      return ExitCode.NOT_WRITTEN;
    } finally {
      progress.close();
    }
    if (count.missing() == 0) {
      return null; // the remaining result is printed only once
    }
    Ending.claim();
    if (driver.isCancelled()) {
      err.println("lockstep: cancelled; " + count(driver) + goesOn());
      return ExitCode.INTERRUPTED;
    }
    if (!driver.gaveUp().isEmpty()) {
      err.println("lockstep: " + driver.gaveUp());
      err.println("lockstep: " + count(driver) + goesOn());
      return ExitCode.FAILED;
    }
    return ExitCode.INTERRUPTED;
  }

  private static String count(SlurmDriver driver) {
    return SweepRun.words(driver.count());
  }

  private String goesOn() {
    String folder = ShellWord.of(sweep.root());
    return "; wait for it: lockstep sweep resume " + folder + " --on slurm";
  }
}
