package io.lockstep.parts.stats;

import java.util.Locale;

/** A cause that a family accounts its issue ports' time to; a family's own are an enum of these. */
public interface IssueCause {
  /** What the names of statistics by a family's causes begin with. */
  String PREFIX = "issue.";

  /** {@return the constant's name, for example {@code ISSUED_ALU}} */
  String name();

  /** {@return its number among the family's causes, from 0} */
  int ordinal();

  /** {@return what it is in the words that all families share} */
  CommonCause common();

  /** {@return what it means, in one sentence} */
  String meaning();

  /** {@return its statistic's name, for example {@code issue.issued_alu}} */
  default String statistic() {
    return PREFIX + name().toLowerCase(Locale.ROOT);
  }
}
