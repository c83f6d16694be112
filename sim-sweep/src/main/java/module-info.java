// SPDX-License-Identifier: Apache-2.0
/**
 * Sweeps: many simulations, planned from a file, computed by workers that may die, and stored
 * durably.
 */
module io.lockstep.sweep {
  requires transitive io.lockstep.run;
  requires transitive io.lockstep.study;
  requires com.fasterxml.jackson.core;
  requires java.management;
  requires java.sql;
  requires org.xerial.sqlitejdbc;

  exports io.lockstep.sweep.file to
      io.lockstep.cli,
      io.lockstep.report;
  exports io.lockstep.sweep.look to
      io.lockstep.cli,
      io.lockstep.report;
  exports io.lockstep.sweep.plan to
      io.lockstep.cli,
      io.lockstep.report;
  exports io.lockstep.sweep.point to
      io.lockstep.cli,
      io.lockstep.report;
  exports io.lockstep.sweep.slurm to
      io.lockstep.cli;
  exports io.lockstep.sweep.store to
      io.lockstep.cli,
      io.lockstep.report;
  exports io.lockstep.sweep.work to
      io.lockstep.cli;
  exports io.lockstep.sweep.store.index to
      io.lockstep.cli,
      io.lockstep.report;
}
