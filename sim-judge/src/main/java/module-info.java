/** What devices show against what is declared and published: checks and suites. */
module io.lockstep.judge {
  requires transitive io.lockstep.study;

  exports io.lockstep.judge.conformance;
  exports io.lockstep.judge.validation;
}
