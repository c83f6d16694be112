package io.lockstep.cli.option;

public interface DebugOption {
  /** Whether {@code --debug} was given. */
  boolean isDebug();
}
