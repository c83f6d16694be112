// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.rows;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.CodeLine;
import io.lockstep.spi.CodeOrigins;
import io.lockstep.spi.MachineKernel;
import java.util.List;
import java.util.Optional;

/**
 * A kernel in finished machine code, with one array for each field of its rows; a family adds its
 * own. Immutable, thread-safe; arrays by convention.
 */
public abstract class FinishedKernel implements MachineKernel {
  /** First row of each block; one more entry with the number of rows. */
  public final int[] blockStart;

  /** Row behind the last of each block. */
  public final int[] blockEnd;

  private final Kernel kernel;
  private final int registers;
  private final PrivateFrame frame;
  private final CodeOrigins origins;
  private final List<CodeLine> lines;

  /**
   * Takes over the rows, to which nothing may be added afterwards.
   *
   * @param rows with origins and listing
   * @param registers registers of a work-item (or wavefront), in the device's unit of allocation
   * @param frame private memory of a work-item
   */
  protected FinishedKernel(CodeRows<?> rows, int registers, PrivateFrame frame) {
    kernel = rows.kernel();
    origins = rows.origins();
    lines = rows.lines();
    blockStart = rows.first();
    blockEnd = rows.end();
    this.registers = registers;
    this.frame = frame;
  }

  @Override
  public final Kernel kernel() {
    return kernel;
  }

  @Override
  public final int registers() {
    return registers;
  }

  /** {@return the number of rows} */
  public final int size() {
    return origins.rows();
  }

  /** {@return bytes of a work-item's private memory, spilled values included} */
  public final int privateBytes() {
    return frame.bytes();
  }

  @Override
  public final int spilledBytes() {
    return frame.spilledBytes();
  }

  @Override
  public final String remark() {
    return frame.remark();
  }

  @Override
  public final String assembly() {
    return CodeLine.text(code());
  }

  @Override
  public List<CodeLine> code() {
    return lines;
  }

  @Override
  public final Optional<CodeOrigins> origins() {
    return Optional.of(origins);
  }
}
