// SPDX-License-Identifier: Apache-2.0
/** The portable kernel: its representation, verifier and analyses, and the front-end SPI. */
module io.lockstep.kernel {
  requires transitive io.lockstep.io;

  exports io.lockstep.kernel.analysis;
  exports io.lockstep.kernel.argument;
  exports io.lockstep.kernel.frontend;
  exports io.lockstep.kernel.ir;
  exports io.lockstep.kernel.matrix;
  exports io.lockstep.kernel.pass to
      io.lockstep.frontend.amdil,
      io.lockstep.frontend.ptx,
      io.lockstep.frontend.source,
      io.lockstep.trace,
      io.lockstep.workload;
  exports io.lockstep.kernel.type;

  uses io.lockstep.kernel.frontend.KernelFrontend;
}
