// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Inbox;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.engine.Port;
import io.lockstep.parts.cache.SectoredCache;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.dram.DramChannel;
import io.lockstep.parts.memory.map.AddressMap;
import io.lockstep.parts.memory.spec.CopyConfig;
import io.lockstep.parts.memory.spec.L2Config;
import io.lockstep.parts.memory.spec.MemorySideConfig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.region.RegionConfig;
import io.lockstep.parts.region.RegionMemory;
import io.lockstep.spi.Timeline;
import io.lockstep.spi.path.ClientPaths;
import io.lockstep.spi.stats.StatisticsSink;
import java.util.function.LongConsumer;

/**
 * The memory system behind the memory units: network, slices with or without a cache, a memory-side
 * cache if the device has one, and DRAM channels.
 *
 * <p><b>Service.</b> Ports are served in cyclic order from a start that advances, regardless of the
 * order of arrival. A request stays at the head of its port, its credit unreturned, until its slice
 * and the levels behind can accept it; this is the back-pressure. A blocked port waits for exactly
 * one resource ({@link WaitPoints}) and is served again when it changes; newcomers queue behind it
 * ({@link PortService}).
 *
 * <p><b>Time.</b> Accepted work is booked: slices and links in fractions of a tick, DRAM by {@link
 * DramChannel}. The response to a hit is sent at once with its delay; the response to a miss is
 * sent when DRAM has scheduled the access, which fixes the time of the data. So a line that misses
 * everywhere costs one request, one decision and one response event. A line in flight carries its
 * arrival tick, for which later requests wait.
 *
 * <p><b>Deadlock.</b> Requests wait for slices, miss entries and channels; these wait only for
 * DRAM; evictions always find room in a channel, and responses need no credit, because a unit
 * reserves room for the answer to each of its requests.
 *
 * <p>Belongs to one partition. Not thread-safe.
 */
public final class MemorySide extends CountingPart {
  private final Partition partition;
  private final CopyConfig copyConfig;
  private final L2Config slice;
  private final AddressMap map;
  private final int component;
  private final MemoryClients clients;
  private final PortService ports;
  private final SliceService service;
  private final Slices slices;
  private final MemoryPath path;
  private final WaitLists waits;
  private final KernelEndFlush flush; // null if dirty lines stay in the slices
  private final RegionConfig regionConfig; // null if the device has no region memory
  private RegionMemory region; // null if the device has none or it is not added yet
  private CopyEngines copies; // null until they are added
  private final SideProbes probes;

  /**
   * Adds the memory side to a partition.
   *
   * @param partition partition of its components
   * @param config sizes, rates and latencies
   * @param map mapping of addresses to slices and channels
   */
  public MemorySide(Partition partition, MemorySideConfig config, AddressMap map) {
    this.map = map;
    this.partition = partition;
    copyConfig = config.copies();
    regionConfig = config.region().orElse(null);
    slice = config.l2();
    component = partition.component("memory");
    clients = new MemoryClients(partition, component, config.network());
    ports = own.include(new PortService(partition, component, config, map, clients));
    service = ports.service;
    slices = service.slices();
    path = service.path();
    waits = service.waits();
    probes = new SideProbes(ports, clients);
    flush =
        slice
            .flush()
            .map(rate -> own.include(new KernelEndFlush(partition, component, ports, rate)))
            .orElse(null);
    partition.simulation().waitReason(component, this::waiting);
  }

  /** {@return the size of the aligned block that one request may cover, in bytes} */
  public int blockBytes() {
    return map.blockBytes();
  }

  /**
   * Adds a client; the caller then creates its request port and delivery.
   *
   * @param name name of the client, for reports of missing progress
   * @param computeUnit number of the client's compute unit
   * @return the client's number
   */
  public int connect(String name, int computeUnit) {
    waits.addPort();
    return clients.connect(name, computeUnit);
  }

  /**
   * Registers a client's accesses to polled words.
   *
   * @param client number of the client
   * @param accesses accesses by the token of their instruction
   */
  public void polled(int client, PolledAccesses accesses) {
    clients.polled(client, accesses);
  }

  /**
   * Adds the copy engines; call it after all clients are connected.
   *
   * @param begins called at the tick at which a transfer begins
   * @param ends called at the tick at which a transfer ends
   */
  public void addCopyEngines(LongConsumer begins, LongConsumer ends) {
    copies =
        own.include(
            new CopyEngines(
                partition,
                component,
                copyConfig,
                ports,
                map.blockBytes(),
                clients.count(),
                begins,
                ends));
    ports.copies(copies);
    probes.copies(copies);
  }

  /** {@return the copy engines; null before they are added} */
  public CopyEngines copies() {
    return copies;
  }

  /**
   * Adds region memory, if the device has any.
   *
   * @param slots maximum number of concurrent launches
   */
  public void addRegion(int slots) {
    if (regionConfig != null) {
      region = own.include(new RegionMemory(partition, regionConfig, slots));
    }
  }

  /** {@return region memory; null if the device has none} */
  public RegionMemory region() {
    return region;
  }

  /** {@return the memory side's component number in the simulation} */
  public int component() {
    return component;
  }

  /**
   * Creates the port of a client's requests.
   *
   * @param client number of the client
   * @param from the sending component
   * @param credits maximum number of requests in transit or waiting at the memory side
   * @param credit notified when credit returns
   * @return the port, whose sender is the client
   */
  public Port requestPort(int client, int from, int credits, EventKind credit) {
    return clients.requestPort(client, from, credits, ports.work, credit);
  }

  /**
   * Sets the destination of a client's responses. A client must reserve room for the answers to all
   * its requests, because responses never wait.
   *
   * @param client number of the client
   * @param to partition of the client
   * @param toComponent the receiving component
   * @param inbox inbox of that partition, which receives the responses
   */
  public void answer(int client, Partition to, int toComponent, Inbox inbox) {
    clients.answer(client, to, toComponent, inbox);
  }

  /** Invalidates the caches of the slices if they do not keep data from kernel to kernel. */
  public void kernelStarts() {
    if (slice.invalidate() && slice.cache().isPresent()) {
      ports.invalidateSlices();
    }
  }

  /**
   * {@return whether {@link #flush} must be called when a kernel ends}
   *
   * @param done called when a flush is done, with its tick
   */
  public boolean flushes(LongConsumer done) {
    if (flush != null) {
      flush.whenDone(done);
    }
    return flush != null;
  }

  /**
   * Writes the dirty lines of the slices back, after all units of a launch have drained.
   *
   * @param tick current tick
   */
  public void flush(long tick) {
    flush.begin(tick);
  }

  /**
   * Begins a launch.
   *
   * @param wanted whether its work-groups may poll for each other's writes
   */
  public void polls(boolean wanted) {
    service.polls(wanted);
  }

  /** {@return changes of polled words that were performed or booked since the last reset} */
  public long polledChanges() {
    return service.words().changes();
  }

  /** {@return whether a change of a polled word is booked for later} */
  public boolean hasPolledChangeDue() {
    return service.words().hasDue();
  }

  /**
   * Passes an access through the tags of slices and memory-side cache, without time and traffic.
   *
   * @param unit compute unit from which the access comes
   * @param address device address of the first byte
   * @param bytes number of bytes
   * @param writes whether the access writes memory
   */
  public void warm(int unit, long address, long bytes, boolean writes) {
    service.warm(unit, address, bytes, writes);
  }

  /** {@return the bytes of the caches that {@link #warm} fills} */
  public long warmBytes() {
    return service.warmBytes();
  }

  /** {@return the bytes of those of these caches that keep data from kernel to kernel} */
  public long keptBytes() {
    return slice.invalidate() ? path.cacheBytes() : warmBytes();
  }

  /** {@return whether partitions of slices keep copies of each other's data} */
  public boolean keepsCopies() {
    return service.keepsCopies();
  }

  /** Writes the dirty lines of the slices back if a kernel's end does, without time and traffic. */
  public void warmed() {
    if (flush != null) {
      service.clean();
    }
  }

  /**
   * Drops bytes from slices and memory-side cache, without time and traffic.
   *
   * @param unit a compute unit, whose die's slices are meant
   * @param address device address of the first byte
   * @param bytes number of bytes
   */
  public void forget(int unit, long address, long bytes) {
    service.forget(unit, address, bytes);
  }

  /** {@return the number of dies, each with its own slices} */
  public int dies() {
    return map.dies();
  }

  /** {@return the number of requests being served} */
  public int underWay() {
    return service.underWay();
  }

  private String waiting() {
    int held = waits.blocked();
    int queued = path.waiting();
    return underWay() + held + queued == 0
        ? null
        : "%s requests wait for data, %s ports for a slice or channel, %s accesses for DRAM"
            .formatted(underWay(), held, queued);
  }

  /**
   * Checks the invariants of an idle memory side.
   *
   * @throws IllegalStateException if one is violated
   */
  public void check() {
    if (underWay() != 0) {
      throw new IllegalStateException("memory: " + waiting());
    }
    if (region != null) {
      region.check();
    }
    clients.check(readBytes());
    slices.check();
    path.check();
  }

  @Override
  public void resetCounters() {
    clients.resetCounters(readBytes());
    super.resetCounters();
  }

  /** {@return the number of requests served} */
  public long requests() {
    return ports.requests();
  }

  /** {@return bytes that reads and atomics requested from the slices} */
  public long readBytes() {
    return service.readBytes();
  }

  /** {@return bytes written to the slices} */
  public long writtenBytes() {
    return service.writtenBytes();
  }

  /**
   * {@return the bytes of all responses to a client, including headers}
   *
   * @param client number of the client
   */
  public long responded(int client) {
    return clients.linkBytes(client);
  }

  /** {@return the bandwidth of a client's response link, in bytes per tick} */
  public Rate responseRate() {
    return clients.responseRate();
  }

  /** {@return the number of atomic operations, counted per lane} */
  public long atomicOperations() {
    return service.atomics().operations();
  }

  /** {@return the tick at which all accesses scheduled by DRAM are done} */
  public long quiet() {
    return path.quiet();
  }

  /** {@return the number of times that a port was blocked since the last reset} */
  public long heldBack() {
    return ports.heldBack();
  }

  /** {@return the number of DRAM channels} */
  public int channels() {
    return path.channels();
  }

  /**
   * {@return a channel of DRAM, for its statistics}
   *
   * @param i number of the channel, from 0
   */
  public DramChannel channel(int i) {
    return path.channel(i);
  }

  /**
   * {@return a slice's cache, for its statistics; null if slices have none}
   *
   * @param s number of the slice, from 0
   */
  public SectoredCache sliceCache(int s) {
    return slices.cache(s);
  }

  /**
   * Ends the time of a launch in the statistics of atomic operations.
   *
   * @param tick current tick
   */
  public void launchEnds(long tick) {
    service.atomics().launchEnds(tick);
  }

  /**
   * Writes the statistics of slices, memory-side cache and DRAM.
   *
   * @param tick current tick, or the tick at which the last launch ended
   * @param kernels ticks since the last reset in which kernels ran
   * @param busy {@code kernels} plus the ticks in which only memory or copy engines were active
   * @param out receives the statistics of existing parts
   */
  public void statistics(long tick, long kernels, long busy, StatisticsSink out) {
    if (slice.cache().isPresent()) {
      service.statistics(kernels, out);
    }
    if (flush != null) {
      MemorySideStatistics.FLUSH.write(flush::bytes, out);
    }
    if (service.words().polls() > 0) {
      MemorySideStatistics.POLLS.write(service.words(), out);
    }
    if (copies != null) {
      copies.statistics(out);
    }
    MemorySideStatistics.ATOMICS.write(service.atomics().work(tick, kernels), out);
    if (region != null) {
      region.statistics(out);
    }
    path.statistics(busy, out);
  }

  /**
   * Writes the statistics of each slice and channel, with the instance as prefix of the names.
   *
   * @param out receives the statistics of existing parts
   */
  public void eachInstance(StatisticsSink out) {
    if (slice.cache().isPresent()) {
      for (int s = 0; s < slices.count(); s++) {
        out.count("slice[" + s + "].l2.bytes", service.load().of(s));
      }
    }
    path.eachInstance(out);
  }

  /**
   * Starts or stops the timeline of the channels' buses and the slices' requests.
   *
   * @param recorder recorder of the memory side's partition; null to stop
   */
  public void observe(Timeline.Recorder recorder) {
    probes.observe(recorder);
  }

  /**
   * Enables or disables critical paths at a launch, while no awaited access is in flight.
   *
   * @param wanted whether to record them
   */
  public void follow(boolean wanted) {
    probes.follow(wanted);
  }

  /**
   * {@return the paths of a client's requests and responses; valid only while paths are enabled}
   *
   * @param client number of the client
   */
  public ClientPaths paths(int client) {
    return probes.paths().client(client);
  }

  /**
   * {@return bytes over DRAM's pins since the launch began, by row of its code; cache write-backs
   * are not included; empty unless paths are enabled}
   *
   * @param rows number of rows of the code
   */
  public long[] dramBytes(int rows) {
    return probes.paths() == null ? new long[0] : probes.paths().dramBytes(rows);
  }
}
