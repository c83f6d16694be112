package io.lockstep.parts.device;

/**
 * A device cannot run a kernel or launch: not an error of the user, not a failure of the model.
 *
 * <p>The message names the capability, the figure asked for and the kernel's line where one exists.
 */
public final class RefusalException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * A refusal, for people.
   *
   * @param reason one sentence
   */
  public RefusalException(String reason) {
    super(reason);
  }
}
