/** Strict YAML with positions: every error names file, line and column. */
package io.lockstep.io.yaml;
