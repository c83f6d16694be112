// SPDX-License-Identifier: Apache-2.0
module io.lockstep.cli {
  requires io.lockstep.advise;
  requires io.lockstep.explain;
  requires io.lockstep.inspect;
  requires io.lockstep.judge;
  requires io.lockstep.program;
  requires io.lockstep.report;
  requires io.lockstep.run;
  requires io.lockstep.study;
  requires io.lockstep.sweep;
  requires info.picocli;

  // picocli accesses fields of commands and options, and creates converters
  opens io.lockstep.cli to
      info.picocli;
  opens io.lockstep.cli.command to
      info.picocli;
  opens io.lockstep.cli.hipcc to
      info.picocli;
  opens io.lockstep.cli.option to
      info.picocli;
  opens io.lockstep.cli.sweep to
      info.picocli;
  opens io.lockstep.cli.terminal to
      info.picocli;
}
