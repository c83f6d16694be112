package io.lockstep.parts.device;

import io.lockstep.kernel.ir.Kernel;

/** A kernel in a device's own code. Immutable, thread-safe. */
public interface MachineKernel {
  /** The portable kernel it came from. */
  Kernel kernel();

  /** Registers a work-item (or wavefront) holds, in the device's unit of allocation figures. */
  int registers();

  /** Readable assembly with its units of issue, as the vendor's tools would print it. */
  String assembly();

  /** What a result has to say about how it runs, or empty. */
  default String remark() {
    return "";
  }
}
