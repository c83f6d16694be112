package io.lockstep.cli;

/** What a kernel's operations may be replaced by other ones for. */
enum Emulation {
  /** Operations between lanes, by accesses to local memory. */
  LANES
}
