package io.lockstep.cli.option;

/** Whether to print stack traces, an option of the main command. */
public interface DebugOption {
  /** Whether {@code --debug} was given. */
  boolean isDebug();
}
