// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lockstep.io.InputException;
import io.lockstep.io.output.OutputFile;
import io.lockstep.run.answer.JsonTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A job array, recorded beside its round before it is submitted. It is identified by its unique
 * name, since a Slurm controller that loses its state reuses ids.
 *
 * @param id Slurm's job id; empty if unknown
 * @param submitted time and host of the submission, for users
 */
public record ArrayJob(String name, String id, int tasks, String submitted, Path file) {
  private static final String ENDING = ".slurm.json";

  static Path noteOf(Path round) {
    return round.resolveSibling(round.getFileName().toString().replace(".json", ENDING));
  }

  /**
   * Reads the records of a sweep's arrays, in the order of their rounds.
   *
   * @throws InputException if a record cannot be read
   */
  public static List<ArrayJob> of(Path folder) {
    Path rounds = folder.resolve("rounds");
    List<ArrayJob> jobs = new ArrayList<>();
    if (Files.isDirectory(rounds)) {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(rounds, "*" + ENDING)) {
        for (Path file : all) {
          jobs.add(read(file));
        }
      } catch (IOException e) {
        throw new InputException(rounds.toString(), "cannot be read: " + e.getMessage(), e);
      }
    }
    jobs.sort(Comparator.comparing(job -> job.file().getFileName().toString()));
    return jobs;
  }

  private static ArrayJob read(Path file) {
    try {
      JsonNode json = JsonTree.read(file);
      if (!json.has("name")) {
        throw new InputException(file.toString(), "no array of a sweep: expected its name");
      }
      return new ArrayJob(
          json.path("name").asText(),
          json.path("job").asText(),
          json.path("tasks").asInt(),
          json.path("submitted").asText(),
          file);
    } catch (IOException e) {
      throw new InputException(file.toString(), "no array of a sweep: " + e.getMessage(), e);
    }
  }

  /** Returns a copy with Slurm's job id. */
  ArrayJob called(String number) {
    return new ArrayJob(name, number, tasks, submitted, file);
  }

  /** Writes the record, replacing an earlier one. */
  void write() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", name).put("job", id).put("tasks", tasks).put("submitted", submitted);
    try (OutputFile out = new OutputFile(file)) {
      out.write((json + "\n").getBytes(StandardCharsets.UTF_8));
      out.commit();
    }
  }

  Path log(Path folder, int task) {
    String round = file.getFileName().toString().replace(ENDING, "");
    return folder.resolve("logs").resolve(round + "-" + task + ".log");
  }
}
