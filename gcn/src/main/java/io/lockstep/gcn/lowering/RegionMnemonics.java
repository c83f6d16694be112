// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.kernel.ir.Instruction;
import java.util.Locale;

/** Mnemonics of instructions with {@code gds}, as LLVM writes them. */
final class RegionMnemonics {
  private RegionMnemonics() {}

  static String of(Instruction i) {
    String back = i.writes().isEmpty() ? "" : "_rtn";
    return switch (i.op()) {
      case LOAD -> "ds_read_b32";
      case STORE -> "ds_write_b32";
      default ->
          switch (i.atomic()) {
            case APPEND -> "ds_append";
            case CONSUME -> "ds_consume";
            case ORDERED_APPEND -> "ds_ordered_count";
            case EXCHANGE -> "ds_wrxchg" + back + "_b32";
            case COMPARE_EXCHANGE -> "ds_cmpst" + back + "_b32";
            case AND, OR, XOR -> "ds_" + lower(i) + back + "_b32";
            case MIN, MAX -> "ds_" + lower(i) + back + (i.signed() ? "_i32" : "_u32");
            default -> "ds_" + lower(i) + back + "_u32";
          };
    };
  }

  private static String lower(Instruction i) {
    return i.atomic().name().toLowerCase(Locale.ROOT);
  }
}
