package io.lockstep.study.point;

/** A point as a scheduler sees it. Immutable. */
public interface Schedulable {
  /** {@return the index of the point in its study, from 0} */
  long index();

  /** {@return its program; points that share it go to one worker} */
  ProgramKey program();

  /** {@return whether no other known point of the study shares its program} */
  default boolean isOnly() {
    return false;
  }

  /** {@return id of the device; simulations of one device take about as long} */
  String device();
}
