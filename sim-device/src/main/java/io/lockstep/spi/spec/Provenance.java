// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

/** The origin of a figure's value. */
public enum Provenance {
  /** Stated by the vendor. */
  DATASHEET,
  /** Measured on hardware, with a cited source. */
  MEASURED,
  /** Computed from other figures with a source. */
  DERIVED,
  /** Fitted to measurements; carries a range. */
  FITTED,
  /** Not published; carries a range. */
  GUESSED,
  /** Set by the user of this run. */
  USER
}
