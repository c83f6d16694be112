// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

/**
 * The execution unit of an instruction and, for the vector ALU, its rate class. Issue categories as
 * in AMD's compute profiler documentation.
 */
public enum GcnClass {
  /** 32-bit and 16-bit arithmetic, logic, moves, compares, conversions. */
  VALU(Unit.VECTOR),
  /** 32-bit integer multiplies, low and high, and 64-bit multiply-adds. */
  VALU_MUL32(Unit.VECTOR),
  /** Reciprocal, roots, exponential, logarithm, sine of F16 and F32. */
  VALU_TRANS(Unit.VECTOR),
  /** F64 add, multiply, fused multiply-add, compare and conversion. */
  VALU_F64(Unit.VECTOR),
  /** F64 reciprocal and roots. */
  VALU_TRANS64(Unit.VECTOR),
  SALU(Unit.OTHER),
  SMEM(Unit.OTHER),
  VMEM_LOAD(Unit.VECTOR_MEMORY),
  VMEM_STORE(Unit.VECTOR_MEMORY),
  VMEM_ATOMIC(Unit.VECTOR_MEMORY),
  /** Atomic that returns the old value. */
  VMEM_ATOMIC_RETURN(Unit.VECTOR_MEMORY),
  LDS_READ(Unit.LDS),
  LDS_WRITE(Unit.LDS),
  LDS_ATOMIC(Unit.LDS),
  LDS_ATOMIC_RETURN(Unit.LDS),
  /** Lane permutation through the LDS crossbar, without memory access. */
  LDS_PERMUTE(Unit.LDS),
  BRANCH(Unit.OTHER),
  WAITCNT(Unit.OTHER),
  BARRIER(Unit.OTHER),
  END(Unit.OTHER),
  /** Products of matrices ({@code v_mfma}). */
  MATRIX(Unit.VECTOR),
  /** Wait states ({@code s_nop}). */
  NOP(Unit.OTHER),
  /** Operations of the region unit ({@code ds_* gds}). */
  REGION(Unit.OTHER);

  private static final GcnClass[] CLASSES = values();

  public static final int COUNT = CLASSES.length;

  private enum Unit {
    VECTOR,
    VECTOR_MEMORY,
    LDS,
    OTHER
  }

  private final Unit unit;

  GcnClass(Unit unit) {
    this.unit = unit;
  }

  static GcnClass of(int ordinal) {
    return CLASSES[ordinal];
  }

  /** Returns the name of the issue port, empty for none. */
  String port() {
    return switch (this) {
      case SALU, SMEM -> "scalar";
      case BRANCH -> "branch";
      case WAITCNT, BARRIER, END, NOP, REGION -> "";
      default -> isVector() ? "valu" : isLds() ? "lds" : "vmem";
    };
  }

  public boolean isVector() {
    return unit == Unit.VECTOR;
  }

  /** Whether an instruction passes through the address unit to the vector L1. */
  public boolean isVectorMemory() {
    return unit == Unit.VECTOR_MEMORY;
  }

  public boolean isLds() {
    return unit == Unit.LDS;
  }
}
