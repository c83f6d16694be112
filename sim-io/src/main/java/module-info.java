// SPDX-License-Identifier: Apache-2.0
/**
 * User-facing input and output: errors with positions, YAML with positions, expressions, and output
 * files that are complete or absent.
 */
module io.lockstep.io {
  requires org.snakeyaml.engine;

  exports io.lockstep.io;
  exports io.lockstep.io.expression;
  exports io.lockstep.io.output;
  exports io.lockstep.io.yaml;
}
