package io.lockstep.terascale.lowering;

import io.lockstep.terascale.code.Source;

/** Integer operations on numbers known now, and identities. Stateless and thread-safe. */
final class Folding {
  private Folding() {}

  /** The result, or null if it must be computed. */
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
