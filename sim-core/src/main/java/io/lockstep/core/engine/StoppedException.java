// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/** A run was stopped from outside: {@link Simulation#stop}. */
public final class StoppedException extends EngineException {
  private static final long serialVersionUID = 1L;

  StoppedException(String reason) {
    super(reason);
  }
}
