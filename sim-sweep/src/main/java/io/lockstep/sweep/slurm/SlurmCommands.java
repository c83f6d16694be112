// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.slurm;

import io.lockstep.io.Printable;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Controls Slurm through its commands {@code sbatch}, {@code squeue} and {@code scancel}. */
public final class SlurmCommands implements Slurm {
  private static final long SUBMIT_SECONDS = 120; // sbatch waits for an unreachable controller
  private static final long ASK_SECONDS = 60;
  private static final int LONGEST_WORDS = 500;

  public SlurmCommands() {}

  /** Returns whether {@code sbatch} is on the {@code PATH}. */
  public static boolean isThere() {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, "sbatch"))) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String submit(Path script) throws SlurmException {
    String said = run(SUBMIT_SECONDS, List.of("sbatch", "--parsable", script.toString()));
    String id = said.strip().split(";")[0]; // the name of the cluster may follow
    if (!id.matches("[0-9]+")) {
      throw new SlurmException("sbatch: expected the number of a job, found: " + words(said));
    }
    return id;
  }

  @Override
  public Map<String, String> known(Collection<String> names) throws SlurmException {
    String said =
        run(
            ASK_SECONDS,
            List.of("squeue", "-h", "-r", "--name=" + String.join(",", names), "-o", "%j %T"));
    SortedMap<String, SortedMap<String, Integer>> tasks = new TreeMap<>();
    for (String line : said.split("\n")) {
      String[] word = line.strip().split(" ");
      if (word.length == 2) {
        tasks
            .computeIfAbsent(word[0], n -> new TreeMap<>())
            .merge(word[1].toLowerCase(Locale.ROOT), 1, Integer::sum);
      }
    }
    Map<String, String> known = new TreeMap<>();
    tasks.forEach(
        (name, states) -> {
          List<String> parts = new ArrayList<>();
          states.forEach((state, count) -> parts.add(count + " " + state));
          known.put(name, String.join(", ", parts));
        });
    return known;
  }

  @Override
  public void cancel(Collection<String> names) throws SlurmException {
    for (String name : names) {
      run(ASK_SECONDS, List.of("scancel", "--name=" + name));
    }
  }

  /**
   * Runs a command and returns its standard output. Both streams go to files, so that the process
   * never blocks on a full pipe.
   */
  private static String run(long seconds, List<String> command) throws SlurmException {
    String name = command.get(0);
    try {
      Path out = Files.createTempFile("lockstep-slurm", ".out");
      Path err = Files.createTempFile("lockstep-slurm", ".err");
      try {
        Process process =
            new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
          process.destroyForcibly();
          throw new SlurmException(name + ": no answer within " + seconds + " s");
        }
        if (process.exitValue() != 0) {
          String said = words(Files.readString(err, StandardCharsets.UTF_8));
          throw new SlurmException(
              said.isEmpty() ? name + ": exit code " + process.exitValue() : said);
        }
        return Files.readString(out, StandardCharsets.UTF_8);
      } finally {
        Files.deleteIfExists(out);
        Files.deleteIfExists(err);
      }
    } catch (IOException e) {
      throw new SlurmException(name + ": " + words(String.valueOf(e.getMessage())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SlurmException(name + ": interrupted");
    }
  }

  private static String words(String said) {
    String line = said.strip().replaceAll("\\s*\n\\s*", "; ");
    return Printable.of(line.substring(0, Math.min(LONGEST_WORDS, line.length())));
  }
}
