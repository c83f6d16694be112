package com.example.toy;

import io.lockstep.parts.device.CodeOrigins;
import io.lockstep.parts.device.MachineKernel;
import io.lockstep.kernel.ir.IrText;
import io.lockstep.kernel.ir.Kernel;
import java.util.List;
import java.util.Optional;

/** The toy executes portable operations as they are. */
record ToyCode(Kernel kernel) implements MachineKernel {
  @Override
  public int registers() {
    return kernel.registers().size();
  }

  @Override
  public String assembly() {
    return IrText.of(kernel);
  }

  /** A row for each instruction, in their order. */
  @Override
  public Optional<CodeOrigins> origins() {
    CodeOrigins.Builder rows = CodeOrigins.of(kernel);
    kernel.blocks().forEach(b -> b.instructions().forEach(i -> rows.row(List.of(i))));
    return Optional.of(rows.build());
  }
}
