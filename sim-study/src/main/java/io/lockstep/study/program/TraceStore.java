package io.lockstep.study.program;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/** Traces of programs that were executed, by content, for other processes. Thread-safe. */
public interface TraceStore {
  /** Stores nothing. */
  TraceStore NONE =
      new TraceStore() {
        @Override
        public Optional<Path> find(String key) {
          return Optional.empty();
        }

        @Override
        public void damaged(String key) {
          return; // there is none
        }

        @Override
        public void add(String key, Predicate<Path> writer) {
          return; // not needed
        }
      };

  /**
   * {@return a trace of a program, if present}
   *
   * @param key 64 hexadecimal digits of the execution
   */
  Optional<Path> find(String key);

  /**
   * Removes a trace that is damaged or belongs to another program.
   *
   * @param key of the trace
   */
  void damaged(String key);

  /**
   * Stores a trace, if it can be written.
   *
   * @param key 64 hexadecimal digits of the execution
   * @param writer writes a trace to a path and returns whether it did
   */
  void add(String key, Predicate<Path> writer);
}
