package io.lockstep.device.g80.code;

import io.lockstep.spi.spec.DeviceSpec;

/**
 * What the compiler of a device does beyond one instruction for each operation; read from section
 * {@code compiler} of its specification once. Immutable.
 */
public final class LoweringOptions {
  final boolean sharedWords;
  final boolean headerOperands;
  final boolean immediates;
  final boolean directBranches;
  final boolean constantOperands;
  final boolean valueWidths;
  final int predicated;

  /** Reads the section {@code compiler} of a specification. */
  public LoweringOptions(DeviceSpec s) {
    sharedWords = s.flag("compiler.shared_words");
    headerOperands = s.flag("compiler.header_operands");
    immediates = s.flag("compiler.immediates");
    directBranches = s.flag("compiler.direct_branches");
    constantOperands = s.flag("compiler.constant_operands");
    valueWidths = s.flag("compiler.value_widths");
    predicated = s.integer("compiler.predicated");
  }
}
