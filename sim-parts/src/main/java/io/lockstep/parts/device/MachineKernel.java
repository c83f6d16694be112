package io.lockstep.parts.device;

import io.lockstep.kernel.ir.Kernel;
import java.util.List;
import java.util.Optional;

/** A kernel in a device's own code. Immutable, thread-safe. */
public interface MachineKernel {
  /** {@return the portable kernel it came from} */
  Kernel kernel();

  /**
   * Registers a work-item (or wavefront) holds, in the device's unit of allocation figures.
   *
   * @return how many, in the device's unit of allocation
   */
  int registers();

  /** {@return readable assembly with its units of issue, as the vendor's tools would print it} */
  String assembly();

  /**
   * {@return the lines of {@link #assembly}, with the lines of the kernel's text that each came
   * from, if it tells}
   */
  default List<CodeLine> code() {
    return assembly().lines().map(CodeLine::own).toList();
  }

  /**
   * {@return which instructions of the portable kernel its rows came from, if it tells: rows are
   * what its compute units name to their {@link io.lockstep.parts.unit.IssueAccount}}
   */
  default Optional<CodeOrigins> origins() {
    return Optional.empty();
  }

  /**
   * {@return the name of the issue port that a row is for, one of those that the family declares;
   * empty where it is for none (a wavefront then waits for its turn alone), or where this is not
   * known}
   *
   * @param row of {@link #origins}
   */
  default String port(int row) {
    return "";
  }

  /** {@return what a result has to say about how it runs, or empty} */
  default String remark() {
    return "";
  }
}
