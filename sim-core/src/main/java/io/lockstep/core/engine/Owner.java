package io.lockstep.core.engine;

/** Whose kinds and components these are: a partition, by its number and name. */
public interface Owner {
  /** {@return position among the simulation's partitions} */
  int id();

  /**
   * The name given to {@link Simulation#partition}.
   *
   * @return the name given to {@link Simulation#partition}
   */
  String name();
}
