package io.lockstep.sweep.slurm;

import java.nio.file.Path;
import java.util.List;

/**
 * How a node starts the program on a shard. Immutable.
 *
 * @param program an executable file, absolute, at the same place of every node
 * @param javaHome the Java that it is to take, or null if it needs no telling
 * @param words that come last
 */
public record ShardCommand(Path program, Path javaHome, List<String> words) {
  /**
   * Takes a copy of the words.
   *
   * @param program an executable file
   * @param javaHome the Java that it is to take, or null
   * @param words that come last
   */
  public ShardCommand {
    words = List.copyOf(words);
  }
}
