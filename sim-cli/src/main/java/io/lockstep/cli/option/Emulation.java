package io.lockstep.cli.option;

/** Operations of kernels that can be emulated by others. */
public enum Emulation {
  /** Emulates operations between lanes by accesses to local memory. */
  LANES
}
