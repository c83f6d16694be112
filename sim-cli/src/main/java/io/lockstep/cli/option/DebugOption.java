package io.lockstep.cli.option;

public interface DebugOption {
  boolean isDebug();
}
