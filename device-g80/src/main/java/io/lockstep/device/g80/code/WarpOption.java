// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.lower.Transformation;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.SpecSchema;

/** Transformations of the compiler; each is a guessed parameter {@code compiler.NAME}. */
public enum WarpOption implements Transformation {
  SHARED_WORDS("whether words of wide shared loads are operands of instructions"),
  HEADER_OPERANDS("whether sizes and numbers of blocks are operands of instructions"),
  IMMEDIATES("whether constants and offsets of addresses are part of instructions"),
  KNOWN_BRANCHES("whether sides of branches that no value can reach are dropped"),
  DIRECT_BRANCHES("whether a branch to a branch goes to where that one goes"),
  CONSTANT_OPERANDS(
      "whether words of constant memory, literals of multiply-adds among them, are operands"),
  VALUE_WIDTHS("whether products of short values take fewer multiplications"),
  JOINS("whether lanes that leave meet nowhere, and a loop's place to meet is pushed once"),
  LAYOUT("whether sides stand before where they meet, and loops in one piece"),
  EARLY_CONDITIONS("whether conditions are computed while other operands are awaited"),
  RESULT_CONDITIONS("whether arithmetic compares its result with zero"),
  TEXTURE_MOVES("whether coordinates that are used again are copied for a fetch"),
  VALUE_REGISTERS("whether values that follow each other in a variable have own registers"),
  OFFSETS("whether addresses a constant apart are computed from each other"),
  SPILLS("whether a block whose registers do not fit has values in local memory");

  private final String meaning;

  WarpOption(String meaning) {
    this.meaning = meaning;
  }

  @Override
  public String parameter() {
    return "compiler." + step();
  }

  public static void declare(SpecSchema.Builder b) {
    for (WarpOption option : values()) {
      b.key(option.parameter(), Dimension.FLAG, option.meaning).usually("true", "false", "true");
    }
    b.steps(Transformation.steps(WarpOption.class));
  }
}
