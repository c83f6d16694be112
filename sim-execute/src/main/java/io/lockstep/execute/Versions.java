// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

/** Numbers sets of work-items, so that equal numbers mean the same set. */
final class Versions {
  private long last;

  long next() {
    return ++last;
  }
}
