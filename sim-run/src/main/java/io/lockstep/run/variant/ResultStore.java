package io.lockstep.run.variant;

import io.lockstep.run.RunResult;
import java.util.Optional;

/**
 * Results by the key of what was asked for ({@link VariantRunner#key}). A store never says
 * something else than what was added: a result that is damaged is not found. Thread-safe.
 */
public interface ResultStore {
  /**
   * Looks a result up.
   *
   * @param key 64 hexadecimal digits
   * @return the result that was added last, or empty
   */
  Optional<RunResult> find(String key);

  /**
   * Keeps a result; one that is there under this key already is replaced.
   *
   * @param key 64 hexadecimal digits
   * @param result what is to be kept
   */
  void add(String key, RunResult result);
}
