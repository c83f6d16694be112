// SPDX-License-Identifier: Apache-2.0
/** Computes points: keys, executed programs, scheduling, stores, threads and worker processes. */
module io.lockstep.study {
  requires transitive io.lockstep.run;
  requires com.fasterxml.jackson.core;
  requires java.management;

  exports io.lockstep.study;
  exports io.lockstep.study.point;
  exports io.lockstep.study.program;
  exports io.lockstep.study.store;
  exports io.lockstep.study.stream;
  exports io.lockstep.study.work;
}
