package io.lockstep.core.engine;

/** Events go on but no work retires; the message says who waits for what since when. */
public final class NoProgressException extends EngineException {
  private static final long serialVersionUID = 1L;

  NoProgressException(String message) {
    super(message);
  }
}
