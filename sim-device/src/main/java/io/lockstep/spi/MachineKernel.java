package io.lockstep.spi;

import io.lockstep.kernel.ir.Kernel;
import java.util.List;
import java.util.Optional;

/** A kernel in a device's own code. Immutable, thread-safe. */
public interface MachineKernel {
  /** {@return the portable kernel it came from} */
  Kernel kernel();

  /**
   * Registers of a work-item (or wavefront), in the device's unit of allocation.
   *
   * @return their number
   */
  int registers();

  /** {@return readable assembly by issue unit, in the style of the vendor's tools} */
  String assembly();

  /**
   * {@return the lines of {@link #assembly}, with the lines of the kernel's text that each was made
   * from, if known}
   */
  default List<CodeLine> code() {
    return assembly().lines().map(CodeLine::own).toList();
  }

  /**
   * {@return the instructions of the portable kernel behind each row, if known; rows are what
   * compute units pass to {@code IssueAccount}}
   */
  default Optional<CodeOrigins> origins() {
    return Optional.empty();
  }

  /**
   * {@return the name of the issue port that a row is for, one of those that the family declares;
   * empty if it uses none (the wavefront waits only for its turn) or this is not known}
   *
   * @param row of {@link #origins}
   */
  default String port(int row) {
    return "";
  }

  /**
   * {@return bytes of a work-item's values that lie in memory because registers are too few; 0 if
   * there are none, or the model does not say}
   */
  default int spilledBytes() {
    return 0;
  }

  /**
   * {@return the slower path to memory that all of its stores take because of some accesses; empty
   * if there is none, or the model does not say}
   */
  default Optional<SlowPath> slowPath() {
    return Optional.empty();
  }

  /** {@return a remark for the result about how the kernel runs, or empty} */
  default String remark() {
    return "";
  }
}
