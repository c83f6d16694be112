// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.slurm;

import java.nio.file.Path;
import java.util.List;

/**
 * The command that computes a shard on a node.
 *
 * @param program an executable file, absolute, at the same path on every node
 * @param javaHome home of the Java runtime, or null for the default
 * @param words additional arguments, appended at the end
 */
public record ShardCommand(Path program, Path javaHome, List<String> words) {
  public ShardCommand {
    words = List.copyOf(words);
  }
}
