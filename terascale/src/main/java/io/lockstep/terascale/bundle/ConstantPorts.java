// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.bundle;

import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.ValueTable;

/**
 * A bundle reads at most two distinct halves (xy or zw) of constant registers, and slot t reads at
 * most two constants.
 *
 * <p>Source: LLVM R600 backend, {@code fitsConstReadLimitations}.
 */
public final class ConstantPorts implements BundleRule {
  private static final int HALVES = 2;

  @Override
  public boolean allows(Bundle bundle, Bundle previous, ValueTable values) {
    for (int i = 0; i < bundle.ops().size(); i++) {
      if (bundle.isTrans(i) && constants(bundle.ops().get(i)) > HALVES) {
        return false;
      }
    }
    return halves(bundle);
  }

  static int constants(MachineOp op) {
    int constants = 0;
    for (Source s : op.sources()) {
      constants += s.kind() == Source.Kind.CONSTANT ? 1 : 0;
    }
    return constants;
  }

  /** {@return whether a bundle reads at most two halves, regardless of slot assignment} */
  public static boolean halves(Bundle bundle) {
    long first = -1;
    long second = -1;
    for (MachineOp op : bundle.ops()) {
      for (Source s : op.sources()) {
        if (s.kind() != Source.Kind.CONSTANT) {
          continue;
        }
        long half = ((long) s.bank() << 32) | (s.number() >>> 1);
        if (first < 0 || first == half) {
          first = half;
        } else if (second < 0 || second == half) {
          second = half;
        } else {
          return false;
        }
      }
    }
    return true;
  }
}
