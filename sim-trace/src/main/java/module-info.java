/** Kernels, their functional execution, and the portable trace every device model replays. */
module io.lockstep.trace {
  requires org.snakeyaml.engine.v2;

  exports io.lockstep.trace;
  exports io.lockstep.trace.check;
  exports io.lockstep.trace.exec;
  exports io.lockstep.trace.file;
  exports io.lockstep.trace.frontend;
  exports io.lockstep.trace.ir;
  exports io.lockstep.trace.output;
  exports io.lockstep.trace.record;
  exports io.lockstep.trace.workload;
  exports io.lockstep.trace.yaml;

  uses io.lockstep.trace.frontend.KernelFrontend;
}
