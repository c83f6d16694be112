// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.point;

/** The properties of a point that a scheduler uses. Immutable. */
public interface Schedulable {
  long index();

  /** Returns the program. Points that share a program are assigned to one worker if possible. */
  ProgramKey program();

  /** Returns the device id; simulations on the same device take similar times. */
  String device();
}
