package com.example.toy;

import io.lockstep.kernel.analysis.IrText;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.CodeLine;
import io.lockstep.spi.CodeOrigins;
import io.lockstep.spi.MachineKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The toy executes portable operations as they are, with the kernel's virtual registers: none is
 * shared by values that live one after the other, and their number limits no occupancy.
 */
record ToyCode(Kernel kernel) implements MachineKernel {
  @Override
  public int registers() {
    return kernel.registers().size();
  }

  @Override
  public String assembly() {
    return CodeLine.text(code());
  }

  /** Its operations as they are, each with the line of the kernel's text that it came from. */
  @Override
  public List<CodeLine> code() {
    List<CodeLine> lines = new ArrayList<>();
    for (Block block : kernel.blocks()) {
      lines.add(CodeLine.own("B" + block.id() + ":"));
      for (Instruction i : block.instructions()) {
        lines.add(CodeLine.of("  " + IrText.of(kernel, i), List.of(i)));
      }
      lines.add(CodeLine.own("  -> " + block.successors()));
    }
    return lines;
  }

  /** A row for each instruction, in their order. */
  @Override
  public Optional<CodeOrigins> origins() {
    CodeOrigins.Builder rows = CodeOrigins.of(kernel);
    kernel.blocks().forEach(b -> b.instructions().forEach(i -> rows.row(List.of(i))));
    return Optional.of(rows.build());
  }
}
