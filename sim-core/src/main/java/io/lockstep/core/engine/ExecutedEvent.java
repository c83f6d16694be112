// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import java.util.OptionalLong;

/**
 * An executed event.
 *
 * @param tick the tick at which it ran
 * @param place kind and component
 * @param argument argument as scheduled; often an index, which may differ between runs
 * @param meaning the argument's meaning before the handler ran, if any; the same in every run
 */
public record ExecutedEvent(long tick, EventPlace place, int argument, OptionalLong meaning) {
  @Override
  public String toString() {
    String what = meaning.isPresent() ? "meaning " + meaning.getAsLong() : "argument " + argument;
    return "tick " + tick + " " + place + ", " + what;
  }
}
