// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.host;

import io.lockstep.spi.spec.Figures;

/** Costs of host operations, from the figures of {@link HostSpec}. Immutable and thread-safe. */
public final class HostCosts {
  static final String COPY_ENGINES = "host.copy_engines";
  static final String COPY_BUFFER = "host.copy_buffer";
  static final String PAGEABLE_ASYNC = "host.pageable_async";
  static final String QUEUES = "host.queues";
  private static final long USUAL_BUFFER = 64 * 1024;

  private final Figures figures;

  private HostCosts(Figures figures) {
    this.figures = figures;
  }

  /**
   * {@return the costs given by figures}
   *
   * @param figures figures of {@link HostSpec}; other figures are ignored
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

  /** {@return picoseconds of host time that a launch call takes} */
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

  /** {@return bytes per second of transfers from and to page-locked host memory} */
  public long pinnedBytesPerSecond() {
    return figures.value("host.pinned");
  }

  /** {@return bytes per second of transfers from and to pageable host memory} */
  public long pageableBytesPerSecond() {
    return figures.value("host.pageable");
  }

  /**
   * {@return bytes per second of a transfer from or to pageable host memory}
   *
   * <p>Runtimes copy small transfers through a page-locked staging buffer; they lock the pages of
   * larger ones. Devices without such figures have one rate.
   *
   * @param bytes bytes of the transfer
   */
  public long pageableBytesPerSecond(long bytes) {
    long pageable = pageableBytesPerSecond();
    return bytes <= figures.optional("host.staging").orElse(0)
        ? figures.optional("host.staged").orElse(pageable)
        : pageable;
  }

  /** {@return bytes per second of a memset on the device} */
  public long fillBytesPerSecond() {
    return figures.value("host.fill");
  }

  /** {@return bytes per second of a copy on the device, each byte counted once} */
  public long copyBytesPerSecond() {
    return figures.value("host.copy");
  }

  /**
   * {@return engines that transfer while kernels run: 0 if transfers and kernels exclude each
   * other, 1 if one engine takes both directions in turn, 2 if each direction has its own}
   */
  public int copyEngines() {
    return (int) figures.optional(COPY_ENGINES).orElse(0);
  }

  /**
   * {@return the maximum number of bytes that a copy engine has in flight between the bus and
   * device memory}
   */
  public int copyBufferBytes() {
    return (int) figures.optional(COPY_BUFFER).orElse(USUAL_BUFFER);
  }

  /** {@return whether the host continues during a transfer of pageable memory in a stream} */
  public boolean pageableAsynchronous() {
    return figures.optional(PAGEABLE_ASYNC).orElse(0) != 0;
  }

  /** {@return hardware queues of launches; each runs one launch at a time} */
  public int queues() {
    return (int) figures.optional(QUEUES).orElse(1);
  }
}
