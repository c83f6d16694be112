package io.lockstep.cli.table;

public enum Format {
  TABLE,
  JSON,
  CSV
}
