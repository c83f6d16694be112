// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.slurm;

/** Slurm rejected a request or did not answer; the message has one line. */
public final class SlurmException extends Exception {
  public SlurmException(String message) {
    super(message);
  }
}
