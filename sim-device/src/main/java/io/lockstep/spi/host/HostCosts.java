package io.lockstep.spi.host;

import io.lockstep.spi.spec.Figures;

/**
 * Costs of host operations, in picoseconds and bytes a second: the figures of {@link HostSpec}.
 * Immutable and thread-safe.
 */
public final class HostCosts {
  private final Figures figures;

  private HostCosts(Figures figures) {
    this.figures = figures;
  }

  /**
   * {@return the costs given by figures}
   *
   * @param figures those of {@link HostSpec}; others are ignored
   */
  public static HostCosts of(Figures figures) {
    return new HostCosts(figures);
  }

  /** {@return picoseconds from the host's call to the first group, on an idle device} */
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

  /** {@return picoseconds until the host notices that the device is done} */
  public long synchronizePicos() {
    return figures.value("host.synchronize");
  }

  /** {@return fixed picoseconds of every transfer} */
  public long transferPicos() {
    return figures.value("host.transfer");
  }

  /** {@return bytes a second of transfers from and to page-locked host memory} */
  public long pinnedBytesPerSecond() {
    return figures.value("host.pinned");
  }

  /** {@return bytes a second of transfers from and to pageable host memory} */
  public long pageableBytesPerSecond() {
    return figures.value("host.pageable");
  }

  /**
   * {@return bytes a second of a transfer from or to pageable host memory}
   *
   * <p>Runtimes copy small transfers through a page-locked buffer of their own; they lock the pages
   * of larger ones. Devices without such figures have one rate.
   *
   * @param bytes of the transfer
   */
  public long pageableBytesPerSecond(long bytes) {
    long pageable = pageableBytesPerSecond();
    return bytes <= figures.optional("host.staging").orElse(0)
        ? figures.optional("host.staged").orElse(pageable)
        : pageable;
  }

  /** {@return bytes a second of a memset on the device} */
  public long fillBytesPerSecond() {
    return figures.value("host.fill");
  }

  /** {@return bytes a second of a copy on the device, each byte counted once} */
  public long copyBytesPerSecond() {
    return figures.value("host.copy");
  }
}
