// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.terascale.code.VliwArchitecture;
import java.util.Set;

/**
 * The target of code generation.
 *
 * @param indexedLimit bytes of private memory per work-item that are kept in indexed registers;
 *     larger private memory goes to scratch
 * @param registerTarget registers with which the largest group still fits a compute unit: a program
 *     that needs more fetches less at a time
 * @param registerLimit maximum registers of a work-item: a program that still needs more also
 *     writes less at a time
 * @param groupLimit registers with which the kernel's own group fits a compute unit: values beyond
 *     them are spilled
 * @param queueWords capacity of the output queue of the local data share, in words
 * @param emulatesLocal whether local memory is emulated in global memory
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
    BranchCosts branches) {}
