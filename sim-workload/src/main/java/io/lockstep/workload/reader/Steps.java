// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.reader;

import io.lockstep.io.yaml.YamlNode;
import io.lockstep.workload.expression.Names;
import io.lockstep.workload.step.Step;
import java.util.List;

/** Reads steps, on behalf of the readers of steps that contain steps or refer to buffers. */
interface Steps {
  /**
   * Consecutive steps.
   *
   * @param steps steps in the file's order
   * @param names names that are known after the last step
   */
  record Block(List<Step> steps, Names names) {}

  List<Step> read(YamlNode list, Names names);

  /** Reads a list of steps and determines the names that are known after it. */
  Block block(YamlNode list, Names names);

  /** Reads the name of a declared buffer. */
  String buffer(YamlNode node);
}
