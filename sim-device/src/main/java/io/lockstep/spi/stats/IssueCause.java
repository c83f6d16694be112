// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.stats;

import java.util.Locale;

/**
 * A reason by which a family accounts its issue ports' cycles: an issue or a stall reason. A
 * family's reasons are an enum that implements this interface.
 */
public interface IssueCause {
  /** Prefix of the statistics by a family's reasons. */
  String PREFIX = "issue.";

  /** {@return the constant's name, for example {@code ISSUED_ALU}} */
  String name();

  /** {@return the number among the family's reasons, from 0} */
  int ordinal();

  /** {@return the common reason to which this reason belongs} */
  CommonCause common();

  /** {@return the definition, one sentence} */
  String meaning();

  /** {@return the corresponding counter of the vendor's profiler, or empty} */
  default String counter() {
    return "";
  }

  /** {@return the statistic's name, for example {@code issue.issued_alu}} */
  default String statistic() {
    return PREFIX + name().toLowerCase(Locale.ROOT);
  }
}
