package io.lockstep.workload;

import io.lockstep.io.yaml.YamlNode;
import java.util.List;

/** What steps that hold steps, or name buffers, need of the reader that meets them. */
interface Steps {
  /**
   * Steps one after another.
   *
   * @param steps in the file's order
   * @param names those that are known behind the last
   */
  record Block(List<Step> steps, Names names) {}

  /** Reads a list of steps. */
  List<Step> read(YamlNode list, Names names);

  /** Reads a list of steps and what is known behind them. */
  Block block(YamlNode list, Names names);

  /** The name of a declared buffer. */
  String buffer(YamlNode node);
}
