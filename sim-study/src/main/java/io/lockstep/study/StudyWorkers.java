package io.lockstep.study;

import java.nio.file.Path;
import java.util.List;

/**
 * What computes points.
 *
 * @param kind threads or processes
 * @param plugins folders with device modules, for processes
 */
public record StudyWorkers(Kind kind, List<Path> plugins) {
  /** Threads of this process. */
  public static final StudyWorkers THREADS = new StudyWorkers(Kind.THREADS, List.of());

  /** The kind of workers. */
  public enum Kind {
    /** Threads of this process: fast, but they end with it. */
    THREADS,
    /** Separate processes: a crash costs only one point. */
    PROCESSES
  }

  /**
   * Takes an unmodifiable copy of the folders.
   *
   * @param kind threads or processes
   * @param plugins folders with device modules, for processes
   */
  public StudyWorkers {
    plugins = List.copyOf(plugins);
  }
}
