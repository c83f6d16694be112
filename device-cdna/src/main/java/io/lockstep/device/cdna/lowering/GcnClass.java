package io.lockstep.device.cdna.lowering;

/**
 * What an instruction asks of the compute unit: its issue category and, for the vector ALU, its
 * rate class. Categories as in the scheduler of AMD's compute profiler documentation.
 */
public enum GcnClass {
  /** 32-bit and 16-bit arithmetic, logic, moves, compares, conversions. */
  VALU,
  /** 32-bit integer multiplies, low and high, and 64-bit multiply-adds. */
  VALU_MUL32,
  /** Reciprocal, roots, exponential, logarithm, sine of F16 and F32. */
  VALU_TRANS,
  /** F64 add, multiply, fused multiply-add, compare and conversion. */
  VALU_F64,
  /** F64 reciprocal and roots. */
  VALU_TRANS64,
  SALU,
  SMEM,
  VMEM_LOAD,
  VMEM_STORE,
  /** Atomic without a result. */
  VMEM_ATOMIC,
  /** Atomic that returns the old value. */
  VMEM_ATOMIC_RETURN,
  LDS_READ,
  LDS_WRITE,
  LDS_ATOMIC,
  LDS_ATOMIC_RETURN,
  /** Lane permutations through the LDS crossbar, no memory touched. */
  LDS_PERMUTE,
  BRANCH,
  WAITCNT,
  BARRIER,
  END;

  /** Number of classes. */
  public static final int COUNT = values().length;

  /** Whether the vector ALU runs it. */
  public boolean isVector() {
    return ordinal() <= VALU_TRANS64.ordinal();
  }

  /** Whether it goes through the address unit to the vector L1. */
  public boolean isVectorMemory() {
    return ordinal() >= VMEM_LOAD.ordinal() && ordinal() <= VMEM_ATOMIC_RETURN.ordinal();
  }

  /** Whether the LDS runs it. */
  public boolean isLds() {
    return ordinal() >= LDS_READ.ordinal() && ordinal() <= LDS_PERMUTE.ordinal();
  }

  /** Whether it needs no unit: handled in the wavefront's instruction buffer. */
  public boolean isInternal() {
    return this == WAITCNT || this == BARRIER;
  }
}
