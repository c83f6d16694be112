// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

public sealed interface ValueSource permits Listed, DesignCoordinate, Computed {
  /** Returns the position in the file, for messages. */
  String where();
}
