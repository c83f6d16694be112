/** What happens in a simulation while it runs: timelines, series, fingerprints, lines, paths. */
module io.lockstep.observe {
  requires transitive io.lockstep.spi;

  exports io.lockstep.observe;
  exports io.lockstep.observe.activity;
  exports io.lockstep.observe.line;
  exports io.lockstep.observe.path;
}
