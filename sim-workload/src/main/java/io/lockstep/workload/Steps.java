// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.io.yaml.YamlNode;
import java.util.List;

/** The reader of steps, as the readers of steps with inner steps or buffers use it. */
interface Steps {
  /**
   * Consecutive steps.
   *
   * @param steps in the file's order
   * @param names that are known after the last step
   */
  record Block(List<Step> steps, Names names) {}

  List<Step> read(YamlNode list, Names names);

  /** Reads a list of steps, and the names that are known after it. */
  Block block(YamlNode list, Names names);

  /** Reads the name of a declared buffer. */
  String buffer(YamlNode node);
}
