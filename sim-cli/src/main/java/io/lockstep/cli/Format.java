package io.lockstep.cli;

/** How figures are printed. */
enum Format {
  TABLE,
  JSON,
  CSV
}
