// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.lower.select.Selection;
import io.lockstep.terascale.code.Unit;

/** The family's selection table, read once. */
final class SelectionTable {
  private static final String FILE = "selection.txt";

  static final Selection<Unit> TABLE =
      Selection.of(Unit.class, FILE, SelectionTable.class.getResourceAsStream(FILE));

  private SelectionTable() {}
}
