// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.slurm;

import io.lockstep.io.OutputException;
import io.lockstep.study.store.Hosts;
import io.lockstep.sweep.store.Damage;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.work.Count;
import io.lockstep.sweep.work.Driver;
import io.lockstep.sweep.work.PointStates;
import io.lockstep.sweep.work.Round;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Computes a sweep on a Slurm cluster: submits an array of shards for the missing points, waits for
 * their rows, and repeats until no point is missing. Points count as done only once a segment
 * contains their row. The driver only asks Slurm whether an array still exists, since an array that
 * no longer exists adds no further rows.
 *
 * <p>{@link #run} may be called once, by one thread; the other methods are thread-safe.
 */
public final class SlurmDriver {
  /** Number of successive rounds without a new row after which the driver gives up. */
  static final int MOST_BARREN = 3;

  private final SweepFolder sweep;
  private final Path folder; // absolute path
  private final SlurmOptions options;
  private final ShardCommand command;
  private final Slurm slurm;
  private final Pace pace;
  private final Consumer<String> notes;
  private final PointStates standing;
  private List<ArrayJob> arrays = List.of(); // arrays that may still produce rows
  private boolean looked;
  private long before; // number of rows at the start
  private String unanswered = ""; // last error message while Slurm does not answer, or empty
  private volatile String state = "";
  private volatile String gaveUp = "";
  private volatile boolean stopped;
  private volatile boolean cancelled;

  /**
   * @param standing states of the points of a sweep whose folder is visible to all nodes
   * @param notes receives progress messages for users, one line each
   */
  public SlurmDriver(
      PointStates standing,
      SlurmOptions options,
      ShardCommand command,
      Slurm slurm,
      Pace pace,
      Consumer<String> notes) {
    this.standing = standing;
    sweep = standing.sweep();
    this.folder = sweep.root().toAbsolutePath().normalize();
    this.options = options;
    this.command = command;
    this.slurm = slurm;
    this.pace = pace;
    this.notes = notes;
  }

  /**
   * Reads the existing rows; {@link #submit} does so if necessary.
   *
   * @param retry whether points that failed because of a machine or run count as missing
   */
  public Count look(boolean retry) {
    return look(retry, () -> {});
  }

  /**
   * As {@link #look(boolean)}.
   *
   * @param old has further rows replaced, once all are read
   */
  public Count look(boolean retry, Runnable old) {
    standing.refresh(this::tell);
    old.run();
    if (retry) {
      standing.retry();
    }
    looked = true;
    before = count().done();
    return count();
  }

  private void tell(Damage damage) {
    notes.accept(damage.text());
  }

  public Count count() {
    return standing.count();
  }

  /** Returns the number of rows added since the start. */
  public long computed() {
    return count().done() - before;
  }

  /** Returns the last reported state of the tasks, or empty. */
  public String state() {
    return state;
  }

  public boolean isCancelled() {
    return cancelled;
  }

  /** Stops waiting; submitted arrays continue. */
  public void stop() {
    stopped = true;
    synchronized (pace) {
      pace.notifyAll();
    }
  }

  /**
   * Submits the missing points, unless earlier arrays are still running.
   *
   * @return running arrays; empty if no point is missing
   * @throws SlurmException if Slurm rejects the job
   * @throws OutputException if the folder cannot be written
   */
  public List<ArrayJob> submit() throws SlurmException {
    if (!looked) {
      look(false);
    }
    if (count().missing() == 0) {
      return List.of();
    }
    arrays = known(folder, slurm);
    if (arrays.isEmpty()) {
      ArrayJob job = prepare();
      arrays = List.of(handOver(job));
    } else {
      arrays.forEach(a -> notes.accept("waiting for job " + a.id() + " of before"));
    }
    return arrays;
  }

  /** Returns the reason why the driver gave up, in one or more lines; empty if it did not. */
  public String gaveUp() {
    return gaveUp;
  }

  /**
   * Waits for submitted arrays and resubmits missing points until none is missing.
   *
   * @throws OutputException if the folder cannot be written
   */
  public Count run() {
    int barren = 0;
    while (isOn() && gaveUp.isEmpty()) {
      long missing = count().missing();
      await();
      barren = count().missing() < missing ? 0 : barren + 1;
      if (isOn()) {
        if (barren == MOST_BARREN) {
          gaveUp = barrenWords();
          break;
        }
        notes.accept(
            "job %s has ended; %s points are missing and go out again"
                .formatted(arrays.get(arrays.size() - 1).id(), count().missing()));
        goOn();
      }
    }
    return count();
  }

  private boolean isOn() {
    return !stopped && !cancelled && count().missing() > 0;
  }

  private ArrayJob prepare() {
    BitSet missing = standing.missing();
    Round round = Round.of(missing, options.tasksOf(missing.cardinality()));
    Path file = round.write(folder);
    String number = file.getFileName().toString().replace(".json", "");
    String name =
        "lockstep-"
            + sweep.plan().substring(0, 8)
            + String.format("-%08x-", RandomGenerator.getDefault().nextInt())
            + number;
    String when = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    String submitted = when + " from " + Hosts.here();
    ArrayJob job = new ArrayJob(name, "", round.shards().size(), submitted, ArrayJob.noteOf(file));
    // The job is recorded before its submission, so that the name is known even if this process
    // dies in between.
    job.write();
    try {
      Files.createDirectories(folder.resolve("logs"));
      Files.writeString(scriptOf(job), ArrayScript.text(folder, file, job, options, command));
    } catch (IOException e) {
      throw new OutputException(folder.toString(), e);
    }
    return job;
  }

  private static Path scriptOf(ArrayJob job) {
    String note = job.file().getFileName().toString();
    return job.file().resolveSibling(note.replace(".slurm.json", ".sbatch"));
  }

  private ArrayJob handOver(ArrayJob job) throws SlurmException {
    ArrayJob known = job.called(slurm.submit(scriptOf(job)));
    known.write();
    notes.accept(
        "job " + known.id() + ": " + job.tasks() + (job.tasks() == 1 ? " task" : " tasks"));
    return known;
  }

  /** Submits the next round; waits for an unreachable controller. */
  private void goOn() {
    ArrayJob job = prepare();
    long until = System.nanoTime() + pace.absentMillis() * 1_000_000;
    while (true) {
      try {
        arrays = List.of(handOver(job));
        return;
      } catch (SlurmException e) {
        if (System.nanoTime() > until) {
          gaveUp = e.getMessage();
          return;
        }
        unanswered(e);
      }
      pause(pace.longestMillis());
      Map<String, String> known = ask(List.of(job), unanswered);
      if (!isOn() || known != null && !known.isEmpty()) {
        arrays = List.of(job); // the job was accepted, but the answer was lost
        return;
      }
    }
  }

  /**
   * Returns the arrays that Slurm still has; null if Slurm does not answer.
   *
   * @param still error message that was reported before and is not repeated
   */
  private Map<String, String> ask(Collection<ArrayJob> jobs, String still) {
    try {
      Map<String, String> known = slurm.known(jobs.stream().map(ArrayJob::name).toList());
      state = String.join(", ", known.values());
      unanswered = still;
      return known;
    } catch (SlurmException e) {
      unanswered(e);
      return null;
    }
  }

  private void unanswered(SlurmException e) {
    if (!unanswered.equals(e.getMessage())) { // report a repeated error only once
      unanswered = e.getMessage();
      notes.accept("Slurm gives no answer, waiting for it: " + e.getMessage());
    }
  }

  /** Waits until no point is missing, or no further rows can be added. */
  private void await() {
    long begun = System.nanoTime();
    long goneSince = 0;
    long rows = count().done();
    while (isOn()) {
      long now = System.nanoTime();
      pause(pace.pauseMillis((now - begun) / 1_000_000));
      // Truncated last lines are expected: other processes are still writing them.
      standing.refresh(damage -> {});
      if (Files.exists(folder.resolve(Driver.CANCEL))) {
        cancelled = true;
        cancel(arrays);
        return;
      }
      Map<String, String> known = count().missing() == 0 ? Map.of() : ask(arrays, "");
      now = System.nanoTime();
      if (known == null || !known.isEmpty() || count().done() != rows || goneSince == 0) {
        goneSince = now;
        rows = count().done();
      }
      if (known != null && known.isEmpty() && now - goneSince >= pace.settleMillis() * 1_000_000) {
        return; // the array is gone, and rows delayed by the file system would have arrived
      }
    }
  }

  private void pause(long millis) {
    try {
      synchronized (pace) {
        if (!stopped) {
          pace.wait(Math.max(1, millis));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stopped = true;
    }
  }

  private void cancel(List<ArrayJob> jobs) {
    try {
      slurm.cancel(jobs.stream().map(ArrayJob::name).toList());
    } catch (SlurmException e) {
      notes.accept(e.getMessage());
    }
  }

  /** Describes the failure after several rounds without a row, with the end of a task's log. */
  private String barrenWords() {
    StringBuilder text = new StringBuilder();
    text.append(MOST_BARREN).append(" rounds have brought nothing; ");
    text.append(count().missing()).append(" points are missing");
    ArrayJob last = arrays.get(arrays.size() - 1);
    for (int task = 0; task < last.tasks(); task++) {
      List<String> end = LogTail.of(last.log(folder, task));
      if (!end.isEmpty()) {
        text.append("\n  the end of ").append(last.log(folder, task)).append(':');
        end.forEach(line -> text.append("\n  | ").append(line));
        return text.toString();
      }
    }
    text.append(", and no task of job ").append(last.id()).append(" has left a log: 'sacct -j ");
    return text.append(last.id()).append("' or the logs of the nodes say more").toString();
  }

  /**
   * Cancels all arrays of a sweep that Slurm still has, and returns them.
   *
   * @throws SlurmException if Slurm does not answer
   */
  public static List<ArrayJob> cancel(Path folder, Slurm slurm) throws SlurmException {
    List<ArrayJob> known = known(folder, slurm);
    if (!known.isEmpty()) {
      slurm.cancel(known.stream().map(ArrayJob::name).toList());
    }
    return known;
  }

  private static List<ArrayJob> known(Path folder, Slurm slurm) throws SlurmException {
    List<ArrayJob> all = ArrayJob.of(folder);
    if (all.isEmpty()) {
      return all;
    }
    Map<String, String> known = slurm.known(all.stream().map(ArrayJob::name).toList());
    return all.stream().filter(job -> known.containsKey(job.name())).toList();
  }
}
