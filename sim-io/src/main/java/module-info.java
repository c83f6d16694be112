/**
 * What users write and read: errors with their place, YAML with positions, expressions, files that
 * are whole or absent.
 */
module io.lockstep.io {
  requires org.snakeyaml.engine.v2;

  exports io.lockstep.io;
  exports io.lockstep.io.expression;
  exports io.lockstep.io.output;
  exports io.lockstep.io.yaml;
}
