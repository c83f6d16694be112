package io.lockstep.core.engine;

/** The engine was misused by a model: a defect of the model, never of a user's input. */
public class EngineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * A defect of a model or of the engine, with the place where it shows.
   *
   * @param message what is wrong, with the component's path and the kind's name
   */
  public EngineException(String message) {
    super(message);
  }

  /**
   * As above, with what was thrown there.
   *
   * @param message which event failed, and where
   * @param cause what was thrown there
   */
  public EngineException(String message, Throwable cause) {
    super(message, cause);
  }
}
