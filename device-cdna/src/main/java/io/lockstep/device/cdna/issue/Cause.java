package io.lockstep.device.cdna.issue;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Where the time of an issue port goes; the names are the last parts of {@code issue.*}. */
public enum Cause {
  /** A full-rate vector instruction. */
  VALU,
  /** A vector instruction at less than full rate: multiplies, transcendental and F64 ones. */
  VALU_SLOW,
  SALU,
  SMEM,
  /** The address unit works. */
  VMEM,
  /** The LDS banks work. */
  LDS,
  BRANCH,
  /** No wavefront has an instruction for this port ready, though some issue elsewhere. */
  OTHER,
  /** All wavefronts wait; the oldest for vector memory. */
  MEMORY_WAIT,
  /** The oldest waits for the LDS or scalar memory. */
  LGKM_WAIT,
  /** The oldest waits at a barrier. */
  BARRIER,
  /** The oldest waits for a unit that takes no more: address unit, memory credit, LDS queue. */
  CREDIT,
  /** The oldest waits for an instruction of its own to end, or has just started. */
  DEPENDENCY,
  /** No wavefront. */
  IDLE;

  private static final List<String> NAMES =
      Arrays.stream(values()).map(c -> c.name().toLowerCase(Locale.ROOT)).toList();

  /** Names by ordinal. */
  public static List<String> names() {
    return NAMES;
  }
}
