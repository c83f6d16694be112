// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.terascale.code.Source;

/** Folds integer operations on constants, and identities. */
final class Folding {
  private Folding() {}

  /** The folded result, or null. */
  static Source fold(String mnemonic, Source... s) {
    for (Source source : s) {
      if (source.isModified()) {
        return null;
      }
    }
    if (s.length == 3 && mnemonic.equals("CNDE_INT") && s[0].isNumber()) {
      return s[0].bits() == 0 ? s[1] : s[2];
    }
    if (s.length == 1 && mnemonic.equals("NOT_INT") && s[0].isNumber()) {
      return Source.number(~s[0].bits());
    }
    if (s.length != 2) {
      return null;
    }
    boolean first = s[0].isNumber();
    boolean second = s[1].isNumber();
    if (first && second) {
      return numbers(mnemonic, s[0].bits(), s[1].bits());
    }
    if (second && s[1].bits() == 0) {
      switch (mnemonic) {
        case "ADD_INT", "SUB_INT", "OR_INT", "XOR_INT", "LSHL_INT", "LSHR_INT", "ASHR_INT" -> {
          return s[0];
        }
        case "AND_INT", "MULLO_INT", "MUL_UINT24", "MUL_INT24", "ADDC_UINT" -> {
          return Source.number(0);
        }
        default -> {}
      }
    }
    if (first && s[0].bits() == 0) {
      switch (mnemonic) {
        case "ADD_INT", "OR_INT", "XOR_INT" -> {
          return s[1];
        }
        case "AND_INT", "LSHL_INT", "LSHR_INT", "ADDC_UINT" -> {
          return Source.number(0);
        }
        default -> {}
      }
    }
    if (second && s[1].bits() == -1 && mnemonic.equals("AND_INT")) {
      return s[0];
    }
    return null;
  }

  /** Folds equal operands, comparisons, minima, maxima and products; null if none applies. */
  static Source more(String mnemonic, Source... s) {
    for (Source source : s) {
      if (source.isModified()) {
        return null;
      }
    }
    if (s.length == 3 && mnemonic.equals("CNDE_INT") && s[1].equals(s[2])) {
      return s[1];
    }
    if (s.length != 2) {
      return null;
    }
    if (s[0].isValue() && s[0].equals(s[1])) {
      return ofItself(mnemonic, s[0]);
    }
    if (s[0].isNumber() && s[1].isNumber()) {
      return compared(mnemonic, s[0].bits(), s[1].bits());
    }
    boolean one = s[1].isNumber() && s[1].bits() == 1;
    return one && mnemonic.equals("MULLO_INT") ? s[0] : null;
  }

  private static Source compared(String mnemonic, int a, int b) {
    return switch (mnemonic) {
      case "MULHI_INT" -> Source.number((int) ((long) a * b >> 32));
      case "MULHI_UINT" ->
          Source.number((int) (Integer.toUnsignedLong(a) * Integer.toUnsignedLong(b) >>> 32));
      case "MIN_INT" -> Source.number(Math.min(a, b));
      case "MAX_INT" -> Source.number(Math.max(a, b));
      case "MIN_UINT" -> Source.number(Integer.compareUnsigned(a, b) <= 0 ? a : b);
      case "MAX_UINT" -> Source.number(Integer.compareUnsigned(a, b) >= 0 ? a : b);
      case "SETE_INT" -> mask(a == b);
      case "SETNE_INT" -> mask(a != b);
      case "SETGT_INT" -> mask(a > b);
      case "SETGE_INT" -> mask(a >= b);
      case "SETGT_UINT" -> mask(Integer.compareUnsigned(a, b) > 0);
      case "SETGE_UINT" -> mask(Integer.compareUnsigned(a, b) >= 0);
      default -> null;
    };
  }

  private static Source ofItself(String mnemonic, Source s) {
    return switch (mnemonic) {
      case "AND_INT", "OR_INT", "MIN_INT", "MAX_INT", "MIN_UINT", "MAX_UINT" -> s;
      case "SUB_INT", "XOR_INT", "SETNE_INT", "SETGT_INT", "SETGT_UINT" -> Source.number(0);
      case "SETE_INT", "SETGE_INT", "SETGE_UINT" -> Source.number(-1);
      default -> null;
    };
  }

  private static Source mask(boolean holds) {
    return Source.number(holds ? -1 : 0);
  }

  private static Source numbers(String mnemonic, int a, int b) {
    return switch (mnemonic) {
      case "ADD_INT" -> Source.number(a + b);
      case "SUB_INT" -> Source.number(a - b);
      case "MULLO_INT" -> Source.number(a * b);
      case "AND_INT" -> Source.number(a & b);
      case "OR_INT" -> Source.number(a | b);
      case "XOR_INT" -> Source.number(a ^ b);
      case "LSHL_INT" -> Source.number(a << b);
      case "LSHR_INT" -> Source.number(a >>> b);
      case "ASHR_INT" -> Source.number(a >> b);
      default -> null;
    };
  }
}
