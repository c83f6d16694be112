package io.lockstep.terascale.lowering;

import io.lockstep.terascale.code.VliwArchitecture;
import java.util.Set;

/**
 * The target of code generation.
 *
 * @param indexedLimit maximum private memory in indexed registers, bytes per work-item
 * @param registerTarget registers at which the largest group fits a compute unit; beyond it, a
 *     program fetches less at a time
 * @param registerLimit maximum registers; a program that still needs more also writes less at a
 *     time
 * @param groupLimit registers at which the kernel's own group fits; excess values are spilled
 * @param queueWords capacity of the local data share's output queue
 * @param pixels whether kernels for work-groups run as pixel shaders
 */
public record CodeTarget(
    VliwArchitecture architecture,
    int indexedLimit,
    int registerTarget,
    int registerLimit,
    int groupLimit,
    int queueWords,
    boolean emulatesLocal,
    Set<CodeOption> options,
    boolean pixels,
    BranchCosts branches) {
  /** {@code groupLimit} equals {@code registerLimit}. */
  public CodeTarget(
      VliwArchitecture architecture,
      int indexedLimit,
      int registerTarget,
      int registerLimit,
      int queueWords,
      boolean emulatesLocal,
      Set<CodeOption> options,
      boolean pixels,
      BranchCosts branches) {
    this(
        architecture,
        indexedLimit,
        registerTarget,
        registerLimit,
        registerLimit,
        queueWords,
        emulatesLocal,
        options,
        pixels,
        branches);
  }
}
