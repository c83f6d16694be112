// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.bundle;

import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.ValueTable;

/** A bundle has at most four distinct literals (LLVM R600 backend: literal slots x to w). */
public final class LiteralLimit implements BundleRule {
  private static final int LITERALS = 4;

  @Override
  public boolean allows(Bundle bundle, Bundle previous, ValueTable values) {
    return bundle.literals() <= LITERALS;
  }
}
