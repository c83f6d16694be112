package io.lockstep.study.point;

/** A point as a scheduler sees it. Immutable. */
public interface Schedulable {
  /** {@return which point of its study it is, from 0} */
  long index();

  /** {@return what is executed for it; points that share it go to one worker} */
  ProgramKey program();

  /** {@return whether no other point of the study shares its program, as far as that is known} */
  default boolean isOnly() {
    return false;
  }

  /** {@return id of the device; simulations of one device take about as long} */
  String device();
}
