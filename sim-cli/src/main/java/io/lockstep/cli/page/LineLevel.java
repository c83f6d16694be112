package io.lockstep.cli.page;

/** What a table of lines is of. */
public enum LineLevel {
  program,
  kernel,
  launch
}
