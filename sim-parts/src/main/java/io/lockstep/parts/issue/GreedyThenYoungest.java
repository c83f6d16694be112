// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.issue;

import io.lockstep.spi.spec.Figures;

/**
 * Selects the wavefront that issued last while it is ready, otherwise the youngest one (Huerta,
 * Abaie Shoushtary, Cruz, González, "Dissecting and Modeling the Architecture of Modern GPU Cores",
 * MICRO 2025).
 */
public final class GreedyThenYoungest implements WavefrontPolicy {
  /** The policy's name. */
  public static final String NAME = "greedy_then_youngest";

  /** Creates the policy; called by ServiceLoader. */
  public GreedyThenYoungest() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "the wavefront that issued last as long as it can, then the youngest";
  }

  @Override
  public WavefrontRule rule(int slots, Figures figures) {
    return new GreedyRule(Candidates::youngest);
  }
}
