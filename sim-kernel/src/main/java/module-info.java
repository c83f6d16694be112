/** The portable kernel: its form, verifier and analyses, and what a front-end provides. */
module io.lockstep.kernel {
  requires transitive io.lockstep.io;

  exports io.lockstep.kernel.frontend;
  exports io.lockstep.kernel.ir;
  exports io.lockstep.kernel.pass;

  uses io.lockstep.kernel.frontend.KernelFrontend;
}
