package io.lockstep.core.engine;

/** The owner of event kinds and components: a partition, by number and name. */
public interface Owner {
  /** {@return position among the simulation's partitions} */
  int id();

  /**
   * The partition's name, as given to {@link Simulation#partition}.
   *
   * @return the name
   */
  String name();
}
