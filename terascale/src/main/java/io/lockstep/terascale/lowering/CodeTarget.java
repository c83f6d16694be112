package io.lockstep.terascale.lowering;

import io.lockstep.terascale.code.VliwArchitecture;
import java.util.Set;

/**
 * The target of code generation. Immutable, thread-safe.
 *
 * @param architecture instruction set
 * @param indexedLimit bytes of private memory a work-item that are kept in indexed registers; more
 *     goes to scratch memory
 * @param registerTarget registers with which the largest group still fits a compute unit: a program
 *     that needs more fetches less at a time
 * @param registerLimit registers that a work-item can have: a program that still needs more also
 *     writes less at a time
 * @param groupLimit registers with which the kernel's own group fits a compute unit: values beyond
 *     them are spilled
 * @param queueWords words that may wait in the output queue of the local data share
 * @param emulatesLocal whether local memory is emulated in global memory
 * @param options what the compiler does
 * @param pixels whether kernels for work-groups run as pixel shaders
 * @param branches what branches cost
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
}
