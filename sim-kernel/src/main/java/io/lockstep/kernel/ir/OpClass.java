package io.lockstep.kernel.ir;

/**
 * What kind of hardware an operation asks for; devices cost operations by class.
 *
 * <p>Classes are kept apart where at least one device runs them at different rates (24-bit and
 * 32-bit multiplies on G80, division and reciprocal everywhere).
 */
public enum OpClass {
  MOVE,
  SELECT,
  /** add, sub, min, max, neg, abs, sad of integers. */
  INT_ADD,
  INT_LOGIC,
  INT_SHIFT,
  /** bfe, bfi, brev, popc, clz, prmt, funnel shift. */
  INT_BIT,
  INT_MUL24,
  /** Low half of a product of up to 32 bits, multiply-add included. */
  INT_MUL32,
  /** Wide and high products, and 64-bit ones. */
  INT_MUL_WIDE,
  /** Division and remainder, kept whole. */
  INT_DIV,
  INT_DOT,
  FLOAT_ADD,
  FLOAT_MUL,
  /** Multiply-add with two roundings. */
  FLOAT_MAD,
  /** Fused multiply-add; {@link Fusion} tells whether the program asked for one. */
  FLOAT_FMA,
  /** min, max, abs, neg. */
  FLOAT_MINMAX,
  FLOAT_DIV,
  COMPARE_INT,
  COMPARE_FLOAT,
  PREDICATE_LOGIC,
  /** Between integers and floats. */
  CONVERT_INT_FLOAT,
  /** Between integers. */
  CONVERT_INT,
  /** Between floats, roundings to integral values included. */
  CONVERT_FLOAT,
  SFU_RCP,
  SFU_RSQRT,
  SFU_SQRT,
  SFU_EXP,
  SFU_LOG,
  SFU_SINCOS,
  DOUBLE_ADD,
  DOUBLE_MUL,
  DOUBLE_FMA,
  DOUBLE_DIV,
  /** Arithmetic that only forms addresses. */
  ADDRESS,
  LOAD,
  STORE,
  /** Atomic whose old value nobody reads. */
  ATOMIC,
  /** Atomic whose old value is used. */
  ATOMIC_RETURN,
  TEXTURE,
  BARRIER,
  FENCE,
  CROSS_LANE,
  BRANCH,
  EXIT,
  /** printf and other events for the host. */
  EVENT
}
