// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

/** The selector that an instruction belongs to. */
enum Selected {
  /** {@link ArithmeticSelector}, which has emitted it. */
  EMITTED,
  /** Left to {@link MemorySelector} or {@link MatrixMoveSelector}. */
  MEMORY,
  /** Left to {@link ControlSelector}. */
  CONTROL
}
