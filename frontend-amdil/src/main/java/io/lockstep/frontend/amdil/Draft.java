package io.lockstep.frontend.amdil;

import io.lockstep.trace.ir.Instruction;
import java.util.ArrayList;
import java.util.List;

/** A basic block while a kernel is being put together. */
final class Draft {
  final List<Instruction> code = new ArrayList<>();

  /** Where control goes; null until the block is closed. */
  List<Draft> successors;
}
