package io.lockstep.terascale.lowering;

import io.lockstep.terascale.code.VliwArchitecture;

/**
 * What code is made for. Immutable, thread-safe.
 *
 * @param architecture instruction set
 * @param indexedLimit bytes of private memory a work-item that are kept in indexed registers; more
 *     goes to scratch memory
 * @param registerTarget registers with which the largest group still fits a compute unit: where a
 *     program needs more, it fetches less at a time
 * @param registerLimit registers that a work-item can have: where a program needs more even so, it
 *     writes less at a time too
 * @param queueWords words that may wait in the output queue of the local data share
 * @param emulatesLocal whether local memory lies in global memory
 */
public record CodeTarget(
    VliwArchitecture architecture,
    int indexedLimit,
    int registerTarget,
    int registerLimit,
    int queueWords,
    boolean emulatesLocal) {}
