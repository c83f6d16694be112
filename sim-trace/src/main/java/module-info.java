/** What a program did, independent of any device: records, and the files that keep them. */
module io.lockstep.trace {
  requires transitive io.lockstep.kernel;

  exports io.lockstep.trace.record;
  exports io.lockstep.trace.file to
      io.lockstep.run,
      io.lockstep.study,
      io.lockstep.cli,
      io.lockstep.bench,
      io.lockstep.fuzz;
}
