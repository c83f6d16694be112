// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/** Thrown by a run that {@link Simulation#stop} has ended. */
public final class StoppedException extends EngineException {
  StoppedException(String reason) {
    super(reason);
  }
}
