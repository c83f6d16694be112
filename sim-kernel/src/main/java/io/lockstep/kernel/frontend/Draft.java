package io.lockstep.kernel.frontend;

import io.lockstep.kernel.ir.Instruction;
import java.util.ArrayList;
import java.util.List;

/** A basic block while a front-end puts a kernel together. Not thread-safe. */
public final class Draft {
  private final List<Instruction> code = new ArrayList<>();
  private List<Draft> successors;

  /** An empty block that goes nowhere yet. */
  public Draft() {}

  /** Its instructions in order; may be changed. */
  public List<Instruction> code() {
    return code;
  }

  /** Where control goes; null until the block is closed. */
  public List<Draft> successors() {
    return successors;
  }

  /** Says where control goes. */
  public void close(List<Draft> to) {
    successors = to;
  }
}
