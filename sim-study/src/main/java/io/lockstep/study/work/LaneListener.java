// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

/** Receives results from the threads of a study, in addition to the store. Thread-safe. */
public interface LaneListener<P> extends PointComputer.Listener {
  /** Returns whether the listener needs the exception of an input error. */
  default boolean isStrict() {
    return false;
  }

  default void computed(P point, PointComputer.Computed computed) {}
}
