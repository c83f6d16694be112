package io.lockstep.cli;

/** What a table of lines is of. */
enum LineLevel {
  program,
  kernel,
  launch
}
