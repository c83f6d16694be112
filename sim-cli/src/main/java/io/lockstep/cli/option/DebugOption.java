package io.lockstep.cli.option;

/** Whether stack traces are wanted, as the main command's option says. */
public interface DebugOption {
  /** Whether {@code --debug} was given. */
  boolean isDebug();
}
