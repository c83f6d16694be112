// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

/** Numbers the states of sets of work-items, so that equal numbers mean equal sets. */
final class Versions {
  private long last;

  long next() {
    return ++last;
  }
}
