package io.lockstep.parts.spec;

/** Where a figure comes from. */
public enum Provenance {
  /** The vendor's own words. */
  DATASHEET,
  /** Measured on silicon by somebody named. */
  MEASURED,
  /** Computed from other figures with a source. */
  DERIVED,
  /** Fitted to measurements; carries a range. */
  FITTED,
  /** Nobody published it; carries a range. */
  GUESSED,
  /** Set by the user of this run. */
  USER
}
