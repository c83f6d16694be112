package io.lockstep.cli;

/** Whether stack traces are wanted, as the main command's option says. */
interface DebugOption {
  /** Whether {@code --debug} was given. */
  boolean isDebug();
}
