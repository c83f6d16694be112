package io.lockstep.trace.file;

/** The columns of the static tables, in the order in which they are stored and hashed. */
enum IrColumn {
  /** Program, buffers, parameters of the run. */
  PROGRAM,
  /** Names of constants where they are first used. */
  CONSTANT,
  /** Names and texts of everything but registers and instructions. */
  TEXT,
  KERNEL,
  REGISTER,
  REGISTER_NAME,
  BLOCK,
  /** Operation, types, modifiers, flags. */
  OPERATION,
  OPERAND,
  IMMEDIATE,
  MEMORY,
  /** Source lines as differences, each before the column in it, where that is known. */
  LINE,
  SOURCE_TEXT,
  /** Initial bytes of variables. */
  DATA;

  /** Name for people. */
  String title() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
  }

  static String[] titles() {
    return java.util.Arrays.stream(values()).map(IrColumn::title).toArray(String[]::new);
  }
}
