package io.lockstep.sweep.work;

/** Somebody else is at what was asked for; the message says who, in one line. */
public final class BusyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Somebody is at it.
   *
   * @param message who, where, since when
   * @param cause what the system said, or null
   */
  public BusyException(String message, Throwable cause) {
    super(message, cause);
  }
}
