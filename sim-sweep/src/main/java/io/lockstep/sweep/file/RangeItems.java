// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import java.math.BigDecimal;
import java.util.AbstractList;
import java.util.RandomAccess;

/** The values of an arithmetic range of up to a million values, computed on access. */
final class RangeItems extends AbstractList<Item> implements RandomAccess {
  private final String where;
  private final Amounts amounts;
  private final BigDecimal first;
  private final BigDecimal step;
  private final int count;

  RangeItems(String where, Amounts amounts, BigDecimal first, BigDecimal step, int count) {
    this.where = where;
    this.amounts = amounts;
    this.first = first;
    this.step = step;
    this.count = count;
  }

  @Override
  public Item get(int index) {
    if (index < 0 || index >= count) {
      throw new IndexOutOfBoundsException(index);
    }
    return new Item(amounts.text(first.add(step.multiply(BigDecimal.valueOf(index)))), where);
  }

  @Override
  public int size() {
    return count;
  }
}
