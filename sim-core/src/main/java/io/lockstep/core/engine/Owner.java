// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/** The owner of event kinds and components: a partition, by number and name. */
public interface Owner {
  /** {@return position among the simulation's partitions} */
  int id();

  /** {@return the partition's name, as passed to {@link Simulation#partition}} */
  String name();
}
