// SPDX-License-Identifier: Apache-2.0
/** Runs workloads on devices: joins kernel front-ends, traces and device models. */
module io.lockstep.run {
  requires transitive io.lockstep.observe;
  requires transitive io.lockstep.parts;
  requires transitive io.lockstep.workload;
  requires com.fasterxml.jackson.core;
  requires transitive com.fasterxml.jackson.databind;
  requires java.management;
  requires commons.math3;

  exports io.lockstep.run;
  exports io.lockstep.run.answer to
      io.lockstep.advise,
      io.lockstep.cli,
      io.lockstep.explain,
      io.lockstep.inspect,
      io.lockstep.judge,
      io.lockstep.report,
      io.lockstep.study,
      io.lockstep.sweep;
  exports io.lockstep.run.design to
      io.lockstep.explain,
      io.lockstep.sweep;
  exports io.lockstep.run.dump to
      io.lockstep.cli,
      io.lockstep.study;
  exports io.lockstep.run.format to
      io.lockstep.cli,
      io.lockstep.explain,
      io.lockstep.inspect,
      io.lockstep.report,
      io.lockstep.study,
      io.lockstep.sweep;
  exports io.lockstep.run.launch to
      io.lockstep.inspect,
      io.lockstep.judge;
  exports io.lockstep.run.oracle to
      io.lockstep.cli;
  exports io.lockstep.run.program to
      io.lockstep.advise,
      io.lockstep.cli,
      io.lockstep.explain,
      io.lockstep.inspect,
      io.lockstep.judge,
      io.lockstep.report,
      io.lockstep.study,
      io.lockstep.sweep,
      io.lockstep.tck;
  exports io.lockstep.run.result to
      io.lockstep.cli,
      io.lockstep.judge,
      io.lockstep.report,
      io.lockstep.study,
      io.lockstep.sweep;
  exports io.lockstep.run.plugin to
      io.lockstep.cli,
      io.lockstep.explain,
      io.lockstep.inspect,
      io.lockstep.judge,
      io.lockstep.report,
      io.lockstep.study,
      io.lockstep.sweep,
      io.lockstep.tck;
  exports io.lockstep.run.sample to
      io.lockstep.cli,
      io.lockstep.explain,
      io.lockstep.report,
      io.lockstep.study;

  uses io.lockstep.spi.DeviceProvider;
  uses io.lockstep.kernel.frontend.KernelFrontend;
}
