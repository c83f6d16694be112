// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.execute.arithmetic.RegisterFile;
import io.lockstep.execute.control.BarrierScheduler;
import io.lockstep.execute.control.CompiledBlock;
import io.lockstep.execute.control.FaultPlace;
import io.lockstep.execute.control.Fragment;
import io.lockstep.execute.control.InstructionBudget;
import io.lockstep.execute.control.Reconvergence;
import io.lockstep.execute.record.SegmentRecorder;
import io.lockstep.execute.shadow.AccessChecks;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.WorkGroupRecord;

/** The running group, and the state that all groups of its launch share. */
abstract class RunningGroup {
  final Kernel kernel;
  final ExecutionOptions options;
  MachineState state;
  RegisterFile registers;
  SegmentRecorder recorder;
  CompiledBlock[] blocks;
  AccessChecks checks; // null if no checks are requested
  FaultPlace place;
  InstructionBudget budget;

  Reconvergence fragments;
  BarrierScheduler barriers;
  SegmentCutter cutter;
  Fragment current;

  RunningGroup(Kernel kernel, ExecutionOptions options) {
    this.kernel = kernel;
    this.options = options;
  }

  /** Returns the instructions executed so far, summed over work-items and groups. */
  abstract long workItemInstructions();

  /** Returns the number of block executions, a measure of the cost. */
  abstract long blockExecutions();

  /** Executes one work-group to its end. */
  abstract WorkGroupRecord executeAlone(long group);

  abstract void begin(long group);

  /** Continues the current work-group; returns whether all work-items have ended. */
  abstract boolean run(long blockBudget);

  /** Returns the record of the work-group that has just finished. */
  abstract WorkGroupRecord finish();

  /** Returns another executor of the launch, in a view of device memory. */
  abstract RunningGroup in(MemoryView view);

  /** Tells that a group was found to read what another writes. */
  abstract void conflict();

  /** Selects the group that uses the registers and memories from now on. */
  abstract void select(long group);

  /** Selects the fragment to run next; returns whether there is one. */
  abstract boolean select();

  /** Executes a block for a fragment, which then continues, waits or ends. */
  abstract void executeBlock(Fragment f, CompiledBlock block);

  /** Adds the place of the last instruction to an error. */
  abstract RuntimeException located(RuntimeException fault);
}
