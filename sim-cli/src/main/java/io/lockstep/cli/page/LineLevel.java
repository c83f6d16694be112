package io.lockstep.cli.page;

/** The scope of a table of lines. */
public enum LineLevel {
  program,
  kernel,
  launch
}
