package io.lockstep.device.cdna.lowering;

/**
 * What a work-item of a kernel needs.
 *
 * @param vector registers that vector instructions name
 * @param accumulation registers that values are moved to, if those do not suffice
 * @param scalar registers of the wavefront
 * @param scratchBytes memory that values are moved to beyond that
 */
record RegisterCounts(int vector, int accumulation, int scalar, int scratchBytes) {}
