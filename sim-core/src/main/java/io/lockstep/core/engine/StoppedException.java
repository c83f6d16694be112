// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/** Thrown by a run that {@link Simulation#stop} has ended. */
public final class StoppedException extends EngineException {
  private static final long serialVersionUID = 1L;

  StoppedException(String reason) {
    super(reason);
  }
}
