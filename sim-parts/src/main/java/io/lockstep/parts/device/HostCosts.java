package io.lockstep.parts.device;

/**
 * What host operations cost, in picoseconds and bytes a second.
 *
 * @param launchPicos from the host's call to the first group, device idle
 * @param backToBackPicos between the end of a kernel and the start of the next queued one
 * @param submitPicos host time a launch call takes
 * @param synchronizePicos host time to notice that the device is done
 * @param transferPicos fixed cost of a transfer
 * @param pinnedBytesPerSecond page-locked transfer rate
 * @param pageableBytesPerSecond pageable transfer rate
 * @param fillBytesPerSecond device memset rate
 * @param copyBytesPerSecond device-to-device copy rate (bytes copied)
 */
public record HostCosts(
    long launchPicos,
    long backToBackPicos,
    long submitPicos,
    long synchronizePicos,
    long transferPicos,
    long pinnedBytesPerSecond,
    long pageableBytesPerSecond,
    long fillBytesPerSecond,
    long copyBytesPerSecond) {}
