package io.lockstep.advise;

import java.util.List;

/**
 * Recognises one kind of problem in the evidence of a run. Implementations are found by {@link
 * java.util.ServiceLoader}; they are stateless and thread-safe.
 *
 * <p>A rule proposes generously: how much a change is worth is simulated, and a proposal that gains
 * too little is not shown.
 */
public interface AdviceRule {
  /** {@return its name, lower-case words with hyphens, for example {@code bank-conflicts}} */
  String name();

  /**
   * {@return whether its findings are about the host's part of the time, outside of kernels; the
   * gains of all other rules are of the kernels' own time where kernels take less than half}
   */
  default boolean ofHost() {
    return false;
  }

  /**
   * {@return what this rule finds, or an empty list}
   *
   * @param evidence of a workload on a device
   */
  List<Proposal> proposals(Evidence evidence);
}
