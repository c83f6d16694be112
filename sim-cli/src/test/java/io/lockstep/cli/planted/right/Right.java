// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.planted.right;

import io.lockstep.cli.planted.left.Left;

/** Closes the circle of the two packages. */
public final class Right {
  private Left left;
}
