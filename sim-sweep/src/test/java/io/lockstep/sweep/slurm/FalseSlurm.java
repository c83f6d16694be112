// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.slurm;

import io.lockstep.sweep.store.Outcomes;
import io.lockstep.sweep.store.SegmentFile;
import io.lockstep.sweep.store.SweepFolder;
import io.lockstep.sweep.work.Range;
import io.lockstep.sweep.work.Round;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A scheduler without a cluster: each time it is asked what it knows, one task of the first array
 * runs and writes the rows of its shard, as far as the test has it so.
 */
final class FalseSlurm implements Slurm {
  /** What becomes of a task, from 0; which round, from 1. */
  interface Fate {
    /** Whether the task writes its rows. */
    boolean works(int round, int task);
  }

  final List<Path> scripts = new ArrayList<>();
  final List<String> cancelled = new ArrayList<>();
  int refusals; // of the next submissions
  int silences; // of the next questions
  boolean forgets; // the arrays that are handed over, at once
  boolean never; // tells of tasks that wait for ever

  private final SweepFolder sweep;
  private final Fate fate;
  private final Map<String, List<Integer>> waiting = new LinkedHashMap<>();
  private final Map<String, Path> rounds = new HashMap<>();

  FalseSlurm(SweepFolder sweep, Fate fate) {
    this.sweep = sweep;
    this.fate = fate;
  }

  @Override
  public String submit(Path script) throws SlurmException {
    if (refusals > 0) {
      refusals--;
      throw new SlurmException("sbatch: error: not today");
    }
    scripts.add(script);
    Path round = script.resolveSibling(script.getFileName().toString().replace("sbatch", "json"));
    List<Integer> tasks = new ArrayList<>();
    for (int i = 0; i < Round.read(round).shards().size(); i++) {
      tasks.add(i);
    }
    String name = line(script, "#SBATCH --job-name=");
    rounds.put(name, round);
    if (!forgets) {
      waiting.put(name, tasks);
    }
    return Integer.toString(100 + scripts.size());
  }

  static String line(Path script, String start) {
    try {
      return Files.readAllLines(script).stream()
          .filter(l -> l.startsWith(start))
          .findFirst()
          .map(l -> l.substring(start.length()))
          .orElse("");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public Map<String, String> known(Collection<String> names) throws SlurmException {
    if (silences > 0) {
      silences--;
      throw new SlurmException("slurm_load_jobs error: Unable to contact slurm controller");
    }
    Map<String, String> known = new HashMap<>();
    for (String name : names) {
      List<Integer> tasks = waiting.get(name);
      if (tasks == null || tasks.isEmpty()) {
        continue;
      }
      known.put(name, tasks.size() + " running");
      if (!never) {
        work(rounds.get(name), tasks.remove(0));
      }
    }
    return known;
  }

  private void work(Path file, int task) {
    int round = Integer.parseInt(file.getFileName().toString().substring(0, 4));
    if (!fate.works(round, task)) {
      log(file, task);
      return;
    }
    try (SegmentFile rows = new SegmentFile(sweep, "a-shard")) {
      for (Range range : Round.read(file).shards().get(task)) {
        for (long i = range.first(); i <= range.last(); i++) {
          rows.add(Outcomes.ok(i));
        }
      }
    }
  }

  private void log(Path file, int task) {
    String name = file.getFileName().toString().replace(".json", "-" + task + ".log");
    try {
      Files.writeString(sweep.root().resolve("logs").resolve(name), "first\n\nno Java at /x\n");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void cancel(Collection<String> names) {
    cancelled.addAll(names);
    waiting.keySet().removeAll(names);
  }
}
