package io.lockstep.sweep.slurm;

/** Slurm rejected a request; the message is its own, in one line. */
public final class SlurmException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message Slurm's error message, in one line
   */
  public SlurmException(String message) {
    super(message);
  }
}
