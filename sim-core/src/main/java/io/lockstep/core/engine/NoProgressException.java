package io.lockstep.core.engine;

/**
 * Events go on but no work retires, or none is left before the work is done; the message says who
 * waits for what since when.
 */
public final class NoProgressException extends EngineException {
  private static final long serialVersionUID = 1L;

  /**
   * A simulation that cannot end, with what it waits for.
   *
   * @param message what is missing, and {@link Simulation#diagnosis}
   */
  public NoProgressException(String message) {
    super(message);
  }
}
