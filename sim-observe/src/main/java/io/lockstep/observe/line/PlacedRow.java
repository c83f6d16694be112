// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.line;

import io.lockstep.observe.line.LinePlaces.Place;

/** A row of a table by source line. */
public interface PlacedRow {
  /** Returns the source line or the special line. */
  Place place();

  /** Returns the label of a row without a source line; empty if there is a line. */
  String what();
}
