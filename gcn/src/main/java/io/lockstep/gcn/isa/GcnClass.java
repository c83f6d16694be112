// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.isa;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * The execution unit of an instruction and, for the vector ALU, its rate class. Issue categories as
 * in AMD's compute profiler documentation.
 */
public enum GcnClass {
  /** 32-bit and 16-bit arithmetic, logic, moves, compares, conversions. */
  VALU("valu"),
  /** 32-bit integer multiplies, low and high, and 64-bit multiply-adds. */
  VALU_MUL32("valu"),
  /** Reciprocal, roots, exponential, logarithm, sine of F16 and F32. */
  VALU_TRANS("valu"),
  /** F64 add, multiply, fused multiply-add, compare and conversion. */
  VALU_F64("valu"),
  /** F64 reciprocal and roots. */
  VALU_TRANS64("valu"),
  SALU("scalar"),
  SMEM("scalar"),
  VMEM_LOAD("vmem"),
  VMEM_STORE("vmem"),
  VMEM_ATOMIC("vmem"),
  /** Atomic that returns the old value. */
  VMEM_ATOMIC_RETURN("vmem"),
  LDS_READ("lds"),
  LDS_WRITE("lds"),
  LDS_ATOMIC("lds"),
  LDS_ATOMIC_RETURN("lds"),
  /** Lane permutation through the LDS crossbar, without memory access. */
  LDS_PERMUTE("lds"),
  BRANCH("branch"),
  WAITCNT(""),
  BARRIER(""),
  END(""),
  /** Products of matrices ({@code v_mfma}). */
  MATRIX("valu"),
  /** Wait states ({@code s_nop}). */
  NOP(""),
  /** Operations of the region unit ({@code ds_* gds}). */
  REGION("");

  private static final GcnClass[] CLASSES = values();

  public static final int COUNT = CLASSES.length;

  private final String port;

  GcnClass(String port) {
    this.port = port;
  }

  public static GcnClass of(int ordinal) {
    return CLASSES[ordinal];
  }

  /** Returns the name of the issue port, empty for none. */
  public String port() {
    return port;
  }

  /** {@return the memory instructions of a class's or port's name, in lower case} */
  static Set<GcnClass> named(String word) {
    Set<GcnClass> named = EnumSet.allOf(GcnClass.class);
    String name = word.toUpperCase(Locale.ROOT);
    named.removeIf(c -> !c.isCounted() || !c.port.equals(word) && !c.name().equals(name));
    return named;
  }

  /** Whether a wait counter counts an instruction. */
  boolean isCounted() {
    return isVectorMemory() || isLds() || this == SMEM || this == REGION;
  }

  public boolean isVector() {
    return port.equals("valu");
  }

  /** Whether an instruction passes through the address unit to the vector L1. */
  public boolean isVectorMemory() {
    return port.equals("vmem");
  }

  public boolean isLds() {
    return port.equals("lds");
  }
}
