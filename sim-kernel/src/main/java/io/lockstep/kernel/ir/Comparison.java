package io.lockstep.kernel.ir;

/** Comparisons; the U forms are true when an operand is NaN. */
public enum Comparison {
  EQ,
  NE,
  LT,
  LE,
  GT,
  GE,
  EQU,
  NEU,
  LTU,
  LEU,
  GTU,
  GEU,
  NUM,
  NAN
}
