package io.lockstep.bench;

/** How a line of the table came out. */
enum LineVerdict {
  PASS("pass"),
  MISS("miss"),
  /** The machine does not allow it at the moment, for example because a core is taken. */
  NOT_MEASURABLE("not measurable now");

  final String text;

  LineVerdict(String text) {
    this.text = text;
  }
}
