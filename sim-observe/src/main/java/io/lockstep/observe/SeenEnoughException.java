// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

/** Thrown to end a run whose watcher needs no more events; the run has no result. */
final class SeenEnoughException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SeenEnoughException(long tick) {
    super("ended after tick " + tick + ", as its watcher wanted", null, false, false);
  }
}
