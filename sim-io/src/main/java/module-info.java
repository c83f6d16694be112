// SPDX-License-Identifier: Apache-2.0
/**
 * User-facing input and output: errors with positions, YAML with positions, expressions, and output
 * files that are complete or absent.
 */
module io.lockstep.io {
  requires org.snakeyaml.engine;

  exports io.lockstep.io;
  exports io.lockstep.io.expression to
      io.lockstep.cli,
      io.lockstep.judge,
      io.lockstep.report,
      io.lockstep.spi,
      io.lockstep.sweep,
      io.lockstep.workload;
  exports io.lockstep.io.output to
      io.lockstep.cli,
      io.lockstep.device.nvidia,
      io.lockstep.execute,
      io.lockstep.frontend.source,
      io.lockstep.observe,
      io.lockstep.program,
      io.lockstep.run,
      io.lockstep.study,
      io.lockstep.sweep,
      io.lockstep.trace;
  exports io.lockstep.io.yaml to
      io.lockstep.cli,
      io.lockstep.inspect,
      io.lockstep.judge,
      io.lockstep.run,
      io.lockstep.spi,
      io.lockstep.study,
      io.lockstep.sweep,
      io.lockstep.workload;
}
