// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import java.util.OptionalLong;

/**
 * An executed event.
 *
 * @param tick at which it runs
 * @param place kind and component
 * @param argument as scheduled: often an index, which need not be the same in another run
 * @param meaning the argument's meaning before the handler ran, if any; the same in every run
 */
public record ExecutedEvent(long tick, EventPlace place, int argument, OptionalLong meaning) {
  @Override
  public String toString() {
    String what = meaning.isPresent() ? "meaning " + meaning.getAsLong() : "argument " + argument;
    return "tick " + tick + " " + place + ", " + what;
  }
}
