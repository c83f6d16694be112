package io.lockstep.execute;

import io.lockstep.kernel.ir.Kernel;

/** The group that runs, and what all groups of its launch share. Not thread-safe. */
abstract class RunningGroup {
  final Kernel kernel;
  final ExecutionOptions options;
  MachineState state;
  RegisterFile registers;
  SegmentRecorder recorder;
  CompiledBlock[] blocks;
  AccessChecks checks; // null where none were asked for
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

  /** Operations executed so far, summed over work-items and groups. */
  abstract long workItemInstructions();

  /** A group begins with its first block. */
  abstract void begin(long group);

  /** A group uses the registers and memories from now on. */
  abstract void select(long group);

  /** Finds the fragment to go on with: whether there is one. */
  abstract boolean select();

  /** A fragment executes a block and goes on, waits or ends. */
  abstract void executeBlock(Fragment f, CompiledBlock block);

  /** A fault of the instruction that was executed last, with its place. */
  abstract RuntimeException located(RuntimeException fault);
}
