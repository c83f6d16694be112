package com.example.toy;

import io.lockstep.parts.device.MachineKernel;
import io.lockstep.kernel.ir.IrText;
import io.lockstep.kernel.ir.Kernel;

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
}
