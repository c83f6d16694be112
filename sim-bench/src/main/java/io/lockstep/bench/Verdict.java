package io.lockstep.bench;

/** How a line of the table came out. */
enum Verdict {
  PASS("pass"),
  MISS("miss"),
  /** The machine does not allow it at the moment, for example because a core is taken. */
  NOT_MEASURABLE("not measurable now");

  final String text;

  Verdict(String text) {
    this.text = text;
  }
}
