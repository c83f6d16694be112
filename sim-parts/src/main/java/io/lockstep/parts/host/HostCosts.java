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

  /**
   * {@return the costs that figures say}
   *
   * @param figures those of {@link HostSpec}; others are not looked at
   */
  public static HostCosts of(Figures figures) {
    return new HostCosts(figures);
  }

  /** {@return picoseconds from the host's call to the first group, device idle} */
  public long launchPicos() {
    return figures.value("host.launch");
  }

  /** {@return picoseconds between the end of a kernel and the start of the next queued one} */
  public long backToBackPicos() {
    return figures.value("host.back_to_back");
  }

  /** {@return picoseconds of the host that a launch call takes} */
  public long submitPicos() {
    return figures.value("host.submit");
  }

  /** {@return picoseconds of the host until it notices that the device is done} */
  public long synchronizePicos() {
    return figures.value("host.synchronize");
  }

  /** {@return picoseconds that every transfer takes, beside its bytes} */
  public long transferPicos() {
    return figures.value("host.transfer");
  }

  /** {@return bytes a second from and to page-locked memory of the host} */
  public long pinnedBytesPerSecond() {
    return figures.value("host.pinned");
  }

  /** {@return bytes a second from and to pageable memory of the host} */
  public long pageableBytesPerSecond() {
    return figures.value("host.pageable");
  }

  /** {@return bytes a second of a memset on the device} */
  public long fillBytesPerSecond() {
    return figures.value("host.fill");
  }

  /** {@return bytes a second of a copy on the device, each counted once} */
  public long copyBytesPerSecond() {
    return figures.value("host.copy");
  }
}
