package io.lockstep.parts.host;

import io.lockstep.parts.spec.Figures;

/**
 * What host operations cost, in picoseconds and bytes a second: the figures of {@link HostSpec}.
 * Immutable and thread-safe.
 */
public final class HostCosts {
  private final Figures figures;

  private HostCosts(Figures figures) {
    this.figures = figures;
  }

  /** The costs that figures say. */
  public static HostCosts of(Figures figures) {
    return new HostCosts(figures);
  }

  /** From the host's call to the first group, device idle. */
  public long launchPicos() {
    return figures.value("host.launch");
  }

  /** Between the end of a kernel and the start of the next queued one. */
  public long backToBackPicos() {
    return figures.value("host.back_to_back");
  }

  /** Host time a launch call takes. */
  public long submitPicos() {
    return figures.value("host.submit");
  }

  /** Host time to notice that the device is done. */
  public long synchronizePicos() {
    return figures.value("host.synchronize");
  }

  /** Fixed cost of a transfer. */
  public long transferPicos() {
    return figures.value("host.transfer");
  }

  /** Page-locked transfer rate. */
  public long pinnedBytesPerSecond() {
    return figures.value("host.pinned");
  }

  /** Pageable transfer rate. */
  public long pageableBytesPerSecond() {
    return figures.value("host.pageable");
  }

  /** Device memset rate. */
  public long fillBytesPerSecond() {
    return figures.value("host.fill");
  }

  /** Device-to-device copy rate, bytes copied. */
  public long copyBytesPerSecond() {
    return figures.value("host.copy");
  }
}
