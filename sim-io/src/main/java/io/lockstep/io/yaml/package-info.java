// SPDX-License-Identifier: Apache-2.0
/**
 * Strict YAML with positions: every error names file, line and column.
 *
 * <p>{@link io.lockstep.io.yaml.YamlFile} reads a text into {@link io.lockstep.io.yaml.YamlNode}s;
 * a {@link io.lockstep.io.yaml.YamlMap} rejects unknown keys with the most similar known one.
 *
 * <p>Nodes are immutable and may be read by any thread.
 */
package io.lockstep.io.yaml;
