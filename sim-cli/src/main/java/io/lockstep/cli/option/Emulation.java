package io.lockstep.cli.option;

public enum Emulation {
  LANES
}
