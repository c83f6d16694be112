package io.lockstep.sweep.slurm;

import java.nio.file.Path;
import java.util.List;

/**
 * The command by which a node computes a shard.
 *
 * @param program an executable file, absolute, at the same path on every node
 * @param javaHome the Java to use, or null for the default
 * @param words last arguments
 */
public record ShardCommand(Path program, Path javaHome, List<String> words) {
  /**
   * Copies the words.
   *
   * @param program an executable file
   * @param javaHome the Java to use, or null
   * @param words last arguments
   */
  public ShardCommand {
    words = List.copyOf(words);
  }
}
