package io.lockstep.device.g80.code;

/** A spilled value in local memory, 4 or 8 bytes. */
public record SpillSlot(int offset, int bytes) {}
