package io.lockstep.workload;

/** What an expression's values are; told by its text alone. */
enum ValueKind {
  /** A whole number of 64 bits. */
  WHOLE("a whole number"),
  /** A double, which travels as its raw bits. */
  REAL("a real number"),
  /** A comparison: 1 where it holds, otherwise 0. */
  TRUTH("a comparison");

  private final String words;

  ValueKind(String words) {
    this.words = words;
  }

  /** For messages. */
  String words() {
    return words;
  }

  boolean isNumber() {
    return this != TRUTH;
  }
}
