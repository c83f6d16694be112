package io.lockstep.cli.page;

public enum LineLevel {
  program,
  kernel,
  launch
}
