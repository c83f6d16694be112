// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.work;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.run.answer.JsonTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A round of work: the points that were missing when it was created, divided into shards.
 *
 * @param shards index ranges of each shard
 */
public record Round(List<List<Range>> shards) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int MOST_ROUNDS = 9999;

  /**
   * Divides points among shards.
   *
   * @param missing indices of the points
   * @param shards number of shards, at least 1; reduced to the number of points
   */
  public static Round of(BitSet missing, int shards) {
    int count = Math.max(1, Math.min(shards, missing.cardinality()));
    List<List<Range>> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(new ArrayList<>());
    }
    Stretches stretches = new Stretches(missing.cardinality(), count);
    long position = 0;
    for (int i = missing.nextSetBit(0); i >= 0; i = missing.nextSetBit(i + 1)) {
      List<Range> shard = all.get(stretches.part(position++));
      Range last = shard.isEmpty() ? null : shard.get(shard.size() - 1);
      if (last != null && last.last() == i - 1) {
        shard.set(shard.size() - 1, new Range(last.first(), i));
      } else {
        shard.add(new Range(i, i));
      }
    }
    return new Round(all);
  }

  /**
   * Writes the round under the next free number, and returns the file.
   *
   * @throws OutputException if the file cannot be written
   */
  public Path write(Path folder) {
    Path rounds = folder.resolve("rounds");
    try {
      Files.createDirectories(rounds);
      for (int number = 1; number <= MOST_ROUNDS; number++) {
        Path file = rounds.resolve(String.format("%04d.json", number));
        try {
          Files.write(file, text(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
          return file;
        } catch (FileAlreadyExistsException e) {
          continue;
        }
      }
      throw new IOException("there are " + MOST_ROUNDS + " rounds already");
    } catch (IOException e) {
      throw new OutputException(rounds.toString(), e);
    }
  }

  private byte[] text() {
    ObjectNode json = JSON.createObjectNode();
    ArrayNode all = json.putArray("shards");
    for (List<Range> shard : shards) {
      ArrayNode ranges = all.addArray();
      shard.forEach(range -> ranges.addArray().add(range.first()).add(range.last()));
    }
    return (json + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads a round written by {@link #write}.
   *
   * @throws InputException if the file is not a round
   */
  public static Round read(Path file) {
    List<List<Range>> shards = new ArrayList<>();
    try {
      for (JsonNode shard : JsonTree.read(file).path("shards")) {
        List<Range> ranges = new ArrayList<>();
        for (JsonNode range : shard) {
          ranges.add(new Range(range.required(0).asLong(), range.required(1).asLong()));
        }
        shards.add(ranges);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new InputException(file.toString(), "no round of a sweep: " + e.getMessage(), e);
    }
    if (shards.isEmpty()) {
      throw new InputException(file.toString(), "no round of a sweep: no shards");
    }
    return new Round(shards);
  }

  /**
   * Returns the points of one shard.
   *
   * @param file file of the round, for the shard's name
   * @param shard number from 1
   */
  public SweepPart part(Path file, int shard) {
    String round = file.getFileName().toString().replace(".json", "");
    return SweepPart.of("round-" + round + "-shard-" + shard, shards.get(shard - 1));
  }
}
