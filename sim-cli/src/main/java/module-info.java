/** The {@code lockstep} command. */
module io.lockstep.cli {
  requires io.lockstep.explain;
  requires io.lockstep.judge;
  requires io.lockstep.report;
  requires io.lockstep.run;
  requires io.lockstep.study;
  requires io.lockstep.sweep;
  requires info.picocli;

  opens io.lockstep.cli to
      info.picocli;
}
