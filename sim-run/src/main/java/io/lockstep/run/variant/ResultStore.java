package io.lockstep.run.variant;

import io.lockstep.run.RunResult;
import java.util.Optional;

/**
 * Results by the key of their request ({@link VariantRunner#key}). A damaged result is treated as
 * missing. Thread-safe.
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
   * Stores a result, replacing an earlier one with this key.
   *
   * @param key 64 hexadecimal digits
   * @param result the result
   */
  void add(String key, RunResult result);
}
