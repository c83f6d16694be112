package io.lockstep.cli.table;

/** How figures are printed. */
public enum Format {
  TABLE,
  JSON,
  CSV
}
