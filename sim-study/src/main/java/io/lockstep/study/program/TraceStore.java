// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.program;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/** Traces of executed programs by content, shared with other processes. Thread-safe. */
public interface TraceStore {
  TraceStore NONE =
      new TraceStore() {
        @Override
        public Optional<Path> find(String key) {
          return Optional.empty();
        }

        @Override
        public void damaged(String key) {
          return; // nothing is stored
        }

        @Override
        public void add(String key, Predicate<Path> writer) {
          return; // nothing is stored
        }
      };

  /**
   * Returns a trace of a program, if one is stored.
   *
   * @param key 64 hexadecimal digits that identify the execution
   */
  Optional<Path> find(String key);

  /** Removes a trace that is damaged or belongs to another program. */
  void damaged(String key);

  /**
   * Stores a trace, if it can be written.
   *
   * @param key 64 hexadecimal digits that identify the execution
   * @param writer writes the trace to a path and returns whether it succeeded
   */
  void add(String key, Predicate<Path> writer);
}
