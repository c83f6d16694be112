package io.lockstep.device.cdna.issue;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Where the time of an issue port goes; the names are the last parts of {@code issue.*}. */
public enum Cause {
  /** A full-rate vector instruction. */
  ISSUED_VALU,
  /** A vector instruction at less than full rate: multiplies, transcendental and F64 ones. */
  ISSUED_VALU_SLOW,
  ISSUED_SALU,
  ISSUED_SMEM,
  /** The address unit works. */
  ISSUED_VMEM,
  /** The LDS banks work. */
  ISSUED_LDS,
  ISSUED_BRANCH,
  /** No wavefront has an instruction for this port ready, though some issue elsewhere. */
  OTHER_PORT,
  /** All wavefronts wait; the oldest for vector memory. */
  MEMORY,
  /** The oldest waits for the LDS or scalar memory. */
  LDS_OR_SCALAR,
  /** The oldest waits at a barrier. */
  BARRIER,
  /** The oldest waits for a unit that takes no more: address unit, memory credit, LDS queue. */
  CREDIT,
  /** The oldest waits for an instruction of its own to end, or has just started. */
  DEPENDENCY,
  /** No wavefront. */
  NO_WAVEFRONT;

  private static final List<String> NAMES =
      Arrays.stream(values()).map(c -> c.name().toLowerCase(Locale.ROOT)).toList();

  /** Names by ordinal. */
  public static List<String> names() {
    return NAMES;
  }
}
