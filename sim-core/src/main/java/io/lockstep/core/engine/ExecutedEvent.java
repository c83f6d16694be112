package io.lockstep.core.engine;

import java.util.OptionalLong;

/**
 * One event, as it was executed. Immutable.
 *
 * @param tick when
 * @param place its kind and where
 * @param argument as scheduled: often an index, which need not be the same in another run
 * @param meaning what the argument meant before the handler ran, where the kind says so; that is
 *     the same in every run
 */
public record ExecutedEvent(long tick, EventPlace place, int argument, OptionalLong meaning) {
  @Override
  public String toString() {
    String what = meaning.isPresent() ? "meaning " + meaning.getAsLong() : "argument " + argument;
    return "tick " + tick + " " + place + ", " + what;
  }
}
