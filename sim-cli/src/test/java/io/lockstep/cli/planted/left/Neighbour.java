// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.planted.left;

/** Closes a circle by a class that stands in it. */
final class Neighbour {
  private static final class Nested {
    private Left left;
  }
}
