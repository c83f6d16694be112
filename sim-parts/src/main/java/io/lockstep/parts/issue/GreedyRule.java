// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.issue;

import java.util.function.ToIntFunction;

/** Selects the wavefront that issued last while it is ready, otherwise another one. */
final class GreedyRule extends WavefrontRule {
  private final ToIntFunction<Candidates> otherwise;
  private int last = -1;

  GreedyRule(ToIntFunction<Candidates> otherwise) {
    this.otherwise = otherwise;
  }

  @Override
  public int choose(Candidates ready) {
    return ready.has(last) ? last : otherwise.applyAsInt(ready);
  }

  @Override
  public void issued(int wavefront) {
    last = wavefront;
  }
}
