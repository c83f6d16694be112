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
  exports io.lockstep.run.answer;
  exports io.lockstep.run.design;
  exports io.lockstep.run.dump;
  exports io.lockstep.run.format;
  exports io.lockstep.run.oracle;
  exports io.lockstep.run.result;
  exports io.lockstep.run.plugin;
  exports io.lockstep.run.sample;

  uses io.lockstep.spi.DeviceProvider;
  uses io.lockstep.kernel.frontend.KernelFrontend;
}
