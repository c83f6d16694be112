package io.lockstep.device.cdna.lowering;

/**
 * @param vector per work-item
 * @param accumulation per work-item, if vector registers do not suffice
 * @param scalar per wavefront
 * @param scratchBytes spilled per work-item
 */
record RegisterCounts(int vector, int accumulation, int scalar, int scratchBytes) {}
