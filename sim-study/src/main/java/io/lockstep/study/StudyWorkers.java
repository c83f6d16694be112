// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study;

import java.nio.file.Path;
import java.util.List;

/**
 * The kind of workers that compute points: threads or processes.
 *
 * @param plugins folders with device modules, for processes
 */
public record StudyWorkers(Kind kind, List<Path> plugins) {
  public static final StudyWorkers THREADS = new StudyWorkers(Kind.THREADS, List.of());

  public enum Kind {
    /** Threads of this process: fast, but a crash ends all of them. */
    THREADS,
    /** Separate processes: a crash affects only one point. */
    PROCESSES
  }

  public StudyWorkers {
    plugins = List.copyOf(plugins);
  }
}
