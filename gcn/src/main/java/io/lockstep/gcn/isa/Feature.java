// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.isa;

/** What some instruction sets of the line have and others lack. */
public enum Feature {
  /** {@code global_*} with a scalar base and a 13-bit immediate; without, {@code flat_*}. */
  GLOBAL,

  /** {@code scratch_*} for private memory; without, {@code buffer_*}. */
  SCRATCH,

  /** Integer instructions of three operands that fuse two, such as {@code v_add3_u32}. */
  FUSED_INTEGERS,

  /** {@code v_lshl_add_u64}. */
  ADD64,

  /** Arithmetic of 16 bits, and conversions between it and integers of 16 bits. */
  SHORT_ARITHMETIC,

  /** Operands that select a byte or half of a register (SDWA). */
  SUBWORD_OPERANDS,

  /** {@code s_mul_hi_*}. */
  SCALAR_HIGH_PRODUCTS,

  /** {@code s_cmp_*_u64}. */
  SCALAR_COMPARE64,

  /** Packed operations on both halves of a register ({@code v_pk_*}). */
  PACKED_WORDS,

  /** {@code v_perm_b32}. */
  BYTE_PERMUTE,

  /** {@code ds_bpermute_b32}. */
  LANE_PERMUTE,

  /** {@code v_dot4_i32_i8}, {@code v_dot2_i32_i16}. */
  DOT_PRODUCTS,

  /** LDS instructions that need no limit in M0. */
  UNLIMITED_LDS,

  /** The three local ids arrive packed in one register. */
  PACKED_IDS,

  /** Accumulation registers share one file with vector registers. */
  UNIFIED_REGISTERS,

  /** Atomic additions of single precision. */
  FLOAT_ATOMICS,

  /** Atomic operations of double precision. */
  DOUBLE_ATOMICS
}
