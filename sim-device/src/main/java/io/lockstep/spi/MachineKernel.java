// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A kernel in a device's own code. Immutable, thread-safe. */
public interface MachineKernel {
  /** {@return the portable kernel that it was lowered from} */
  Kernel kernel();

  /**
   * {@return the kernel whose blocks work-groups follow, as {@link #groups} returns them} It
   * differs from {@link #kernel} if the code has blocks of its own.
   */
  default Kernel executed() {
    return kernel();
  }

  /**
   * {@return a launch's work-groups with paths through the blocks of {@link #executed}}
   *
   * @param recorded the work-groups with paths through the blocks of {@link #kernel}
   */
  default WorkGroupSource groups(WorkGroupSource recorded) {
    return recorded;
  }

  /**
   * {@return by block of {@link #executed}: the blocks of {@link #kernel} that it executes; empty
   * if that is unknown}
   */
  default int[][] portableBlocks() {
    return executed() != kernel() ? new int[0][] : same(kernel());
  }

  /**
   * {@return by block of a kernel: the block itself}
   *
   * @param kernel a portable kernel
   */
  static int[][] same(Kernel kernel) {
    return IntStream.range(0, kernel.blocks().size())
        .mapToObj(b -> new int[] {b})
        .toArray(int[][]::new);
  }

  /** {@return registers of a work-item (or wavefront), in the device's unit of allocation} */
  int registers();

  /** {@return readable assembly by issue unit, in the style of the vendor's tools} */
  String assembly();

  /** {@return the lines of {@link #assembly}, with their lines of the kernel's text if known} */
  default List<CodeLine> code() {
    return assembly().lines().map(CodeLine::own).toList();
  }

  /** {@return the instructions of the portable kernel behind each row of the code, if known} */
  default Optional<CodeOrigins> origins() {
    return Optional.empty();
  }

  /**
   * {@return the name of the declared issue port that a row uses; empty if the row uses no port, as
   * the wavefront only waits for its turn, or the port is unknown}
   *
   * @param row row of {@link #origins}
   */
  default String port(int row) {
    return "";
  }

  /** {@return bytes of spilled values of a work-item; 0 if there are none or unknown} */
  default int spilledBytes() {
    return 0;
  }

  /**
   * {@return the slower path to memory that all stores of the kernel take because of some of its
   * accesses; empty if there is none or it is unknown}
   */
  default Optional<SlowPath> slowPath() {
    return Optional.empty();
  }

  /** {@return a remark for the result about how the kernel runs, or empty} */
  default String remark() {
    return "";
  }
}
