// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.answer;

/** Kinds of a field's values, which determine the type in the schema. */
enum FieldKind {
  TEXT("string"),
  INTEGER("integer"),
  NUMBER("number"),
  FLAG("boolean"),
  /** Several texts. */
  TEXTS("array"),
  /** Several whole numbers. */
  INTEGERS("array"),
  /** Texts by name. */
  NAMED("object"),
  /** Values by name as the user typed them: numbers where they are plain numbers. */
  TYPED("object"),
  /** Numbers by name. */
  FIGURES("object"),
  /** Whole numbers by name. */
  COUNTS("object"),
  /** Objects with declared fields by name. */
  OBJECTS("object"),
  /** An object with declared fields. */
  GROUP("object"),
  /** A list of objects with declared fields. */
  LIST("array"),
  /** Texts, numbers and nulls that are fields of the object itself. */
  OTHERS("");

  /** Type in JSON Schema. */
  final String type;

  FieldKind(String type) {
    this.type = type;
  }

  /** Returns whether CSV has one cell for all values. */
  boolean isCell() {
    return isScalar() || type.equals("array");
  }

  boolean isScalar() {
    return switch (this) {
      case TEXT, INTEGER, NUMBER, FLAG -> true;
      default -> false;
    };
  }
}
