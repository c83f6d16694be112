// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.planted.left;

import io.lockstep.cli.planted.right.Right;

/** A circle for {@code CirclesTest}: with its neighbour, and its package with the right one. */
public final class Left {
  private Neighbour neighbour;
  private Right right;
}
