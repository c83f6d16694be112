package io.lockstep.cli.option;

/** What a kernel's operations may be replaced by other ones for. */
public enum Emulation {
  /** Operations between lanes, by accesses to local memory. */
  LANES
}
