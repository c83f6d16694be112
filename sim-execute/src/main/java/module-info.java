// SPDX-License-Identifier: Apache-2.0
/** Functional execution of portable kernels, with optional checks. */
module io.lockstep.execute {
  requires transitive io.lockstep.trace;

  exports io.lockstep.execute;
  exports io.lockstep.execute.check;
}
