// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

/** The columns of the static tables, in the order in which they are stored and hashed. */
enum IrColumn {
  PROGRAM,
  /** Names of enum constants, each at its first use. */
  CONSTANT,
  /** Names and texts of everything but registers and instructions. */
  TEXT,
  KERNEL,
  REGISTER,
  REGISTER_NAME,
  BLOCK,
  OPERATION,
  OPERAND,
  IMMEDIATE,
  MEMORY,
  /** Source lines as differences, each followed by its column if the column is known. */
  LINE,
  SOURCE_TEXT,
  /** Initial bytes of variables. */
  DATA;

  String title() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
  }

  static String[] titles() {
    return java.util.Arrays.stream(values()).map(IrColumn::title).toArray(String[]::new);
  }
}
