// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Simulation;
import io.lockstep.core.queue.Phase;
import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.cache.policy.WriteBack;
import io.lockstep.parts.cache.policy.WriteThrough;
import io.lockstep.parts.dram.DramConfig;
import io.lockstep.parts.dram.Gddr3;
import io.lockstep.parts.memory.map.AddressMap;
import io.lockstep.parts.memory.spec.L2Config;
import io.lockstep.parts.memory.spec.MemoryCacheConfig;
import io.lockstep.parts.memory.spec.MemorySideConfig;
import io.lockstep.parts.memory.spec.NetworkConfig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.transaction.Cluster;
import io.lockstep.parts.transaction.MemoryListener;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.transaction.MemoryUnitConfig;
import io.lockstep.spi.spec.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Memory units driven by random instructions, against a memory side of any size; for tests. */
public final class Rig {
  /** Sizes of everything, and which parts there are. */
  public record Shape(
      int drivers,
      int clusters,
      boolean l1,
      boolean l2,
      boolean mall,
      int sectorL1,
      int credits,
      int outstanding,
      int tokens,
      int queue,
      int combine,
      int slices,
      int channels,
      int dramQueue) {}

  /** Everything as small as it may be. */
  static Shape smallest(boolean l1, boolean l2, boolean mall) {
    return new Shape(3, 1, l1, l2, mall, 64, 1, 1, 1, 1, 0, 1, 1, 1);
  }

  public static Shape usual(boolean l1, boolean l2, boolean mall) {
    return new Shape(5, 2, l1, l2, mall, 32, 8, 16, 12, 8, 256, 4, 4, 16);
  }

  /** Blocks of 256 bytes (64 in the smallest shape) go over slices and channels in turn. */
  public static final class Map implements AddressMap {
    final int slices;
    final int channels;
    final int block;
    final int dies;

    public Map(int slices, int channels, int block) {
      this(slices, channels, block, 1);
    }

    /** So many slices on each of some dies; every compute unit is a die. */
    Map(int slices, int channels, int block, int dies) {
      this.slices = slices;
      this.channels = channels;
      this.block = block;
      this.dies = dies;
    }

    @Override
    public int slices() {
      return dies * slices;
    }

    @Override
    public int slice(int computeUnit, long address) {
      return computeUnit % dies * slices + (int) (address / block % slices);
    }

    @Override
    public int dies() {
      return dies;
    }

    @Override
    public int memorySlices() {
      return channels;
    }

    @Override
    public int channels() {
      return channels;
    }

    @Override
    public int channel(long address) {
      return (int) (address / block % channels);
    }

    @Override
    public int bank(long address) {
      return (int) (address / block / channels / 8 % 8);
    }

    @Override
    public long row(long address) {
      return address / block / channels / 64;
    }

    @Override
    public int blockBytes() {
      return block;
    }
  }

  final Simulation simulation;
  final MemorySide memory;
  final List<Driver> drivers = new ArrayList<>();

  public static MemorySideConfig side(Shape shape, int block) {
    return side(shape, block, 7);
  }

  /** With a cost of an atomic operation on a word that is busy. */
  static MemorySideConfig side(Shape shape, int block, long sameAddress) {
    int sectors = block / Math.min(64, block);
    long queue = shape.dramQueue;
    Figures figures =
        figures(shape)
            .given("atomics.same_address", sameAddress)
            .given("l2.line", Math.min(128, block))
            .given("l2.sector", Math.min(64, block))
            .given("l2.misses", Math.max(sectors, 4))
            .given("mall.misses", Math.max(block / 64, queue))
            .given("dram.read_queue", queue)
            .given("dram.write_queue", queue)
            .given("dram.drain_until", 0)
            .given("dram.drain_from", 1_000_000)
            .given("dram.bypasses", 8);
    Optional<CacheConfig> l2 =
        shape.l2
            ? Optional.of(CacheConfig.ofSlice(figures, "l2.", new WriteBack(), block, shape.slices))
            : Optional.empty();
    Optional<MemoryCacheConfig> mall =
        shape.mall
            ? Optional.of(MemoryCacheConfig.of(figures, block, shape.channels, Rate.perTick(1)))
            : Optional.empty();
    return new MemorySideConfig(
        NetworkConfig.of(figures),
        L2Config.of(figures, "l2.", l2, Rate.perTick(1)),
        mall,
        DramConfig.of(figures, 1_000_000_000));
  }

  /** What no test changes. */
  static Figures figures(Shape shape) {
    return Gddr3.figures()
        .given("network.request_latency", 10)
        .given("network.response_latency", 12)
        .given("network.request_rate", 32_000)
        .given("network.response_rate", 16_000)
        .given("network.header", 8)
        .given("l2.size", 4096L * shape.slices)
        .given("l2.ways", 4)
        .given("l2.merges", 2)
        .given("l2.read", 64_000)
        .given("l2.write", 21_333)
        .given("l2.hit", 20)
        .given("dram.request_latency", 9)
        .given("memory.backlog", 4)
        .given("mall.port", shape.mall ? 64_000 : 0)
        .given("atomics.lanes", 1)
        .given("atomics.interval", 1)
        .given("mall.size", 8192L * shape.channels)
        .given("mall.line", 64)
        .given("mall.ways", 4)
        .given("mall.merges", 1)
        .given("mall.bandwidth", 32_000)
        .given("mall.hit", 40);
  }

  public static MemoryUnitConfig unit(Shape shape) {
    int sectors = 64 / shape.sectorL1;
    MemoryUnitConfig.Builder unit =
        MemoryUnitConfig.of(
            figures(shape)
                .given("memory.instructions", shape.tokens)
                .given("memory.outstanding", shape.outstanding)
                .given("memory.queue", Math.max(sectors, shape.queue))
                .given("memory.credits", shape.credits)
                .given("l1.size", 2048)
                .given("l1.line", 64)
                .given("l1.sector", shape.sectorL1)
                .given("l1.ways", 4)
                .given("l1.misses", Math.max(sectors, shape.queue))
                .given("l1.merges", 2)
                .given("l1.interval", 1)
                .given("l1.latency", 30)
                .given("l1.miss_latency", 5)
                .given("l1.return_latency", 6),
            "memory.");
    if (shape.l1) {
      unit.cached("l1.", new WriteThrough(), 0);
    }
    return unit.throttled().combining(shape.combine).build();
  }

  Rig(Simulation simulation, Shape shape, long seed, int instructions) {
    this(simulation, shape, seed, instructions, side(shape, block(shape)), map(shape));
  }

  private static int block(Shape shape) {
    return shape.combine == 0 ? 64 : 256;
  }

  private static AddressMap map(Shape shape) {
    return new Map(shape.slices, shape.channels, block(shape));
  }

  /** With another memory side than that of the shape. */
  Rig(
      Simulation simulation,
      Shape shape,
      long seed,
      int instructions,
      MemorySideConfig side,
      AddressMap map) {
    this.simulation = simulation;
    memory = new MemorySide(simulation.partition("front"), side, map);
    Cluster[] clusters = new Cluster[shape.clusters];
    for (int c = 0; c < clusters.length; c++) {
      clusters[c] = new Cluster(simulation.partition("cluster" + c));
    }
    for (int d = 0; d < shape.drivers; d++) {
      Driver driver =
          new Driver(clusters[d % clusters.length], d, unit(shape), memory, seed, instructions);
      drivers.add(driver);
      driver.begin();
    }
  }

  void check() {
    for (Driver d : drivers) {
      d.unit.check();
    }
    memory.check();
  }

  String results() {
    StringBuilder text = new StringBuilder();
    for (Driver d : drivers) {
      text.append(d.hash)
          .append(' ')
          .append(d.completed)
          .append(' ')
          .append(d.drainedAt)
          .append(' ');
    }
    return text.append(simulation.fingerprint()).toString();
  }

  /** Issues random memory instructions as fast as the unit accepts them, then drains. */
  static final class Driver implements MemoryListener {
    final MemoryUnit unit;
    private final Cluster cluster;
    private final int component;
    private final EventKind drive;
    private final long seed;
    private final int instructions;
    private final int number;
    private boolean scheduled;
    int issued;
    int completed;
    long hash;
    long drainedAt = -1;

    Driver(
        Cluster cluster,
        int number,
        MemoryUnitConfig config,
        MemorySide side,
        long seed,
        int instructions) {
      this.cluster = cluster;
      this.number = number;
      this.seed = seed;
      this.instructions = instructions;
      component = cluster.component("driver[" + number + "]", this);
      drive = cluster.kind("drive", Phase.WORK, (Driver d, long tick, int x) -> d.onDrive(tick));
      unit = new MemoryUnit(cluster, "unit[" + number + "]", number, config, side, this);
    }

    void begin() {
      scheduled = true;
      cluster.partition().at(1, drive, component, 0);
    }

    private void later(long delay) {
      if (!scheduled) {
        scheduled = true;
        cluster.partition().after(delay, drive, component, 0);
      }
    }

    private void onDrive(long tick) {
      scheduled = false;
      if (issued == instructions) {
        if (drainedAt < 0 && unit.drain(tick)) {
          drainedAt = tick;
        }
        return;
      }
      if (!unit.canAccept()) {
        return; // accepting() follows
      }
      Random random = new Random(seed * 31 + number * 1009L + issued);
      int owner = issued++;
      int token = unit.begin(owner);
      long base = 64L * random.nextInt(400);
      switch (random.nextInt(8)) {
        case 0 -> {
          for (int k = 0; k < 4; k++) {
            unit.write(tick, MemoryUnit.NO_TOKEN, base + 64L * k, 64);
          }
        }
        case 1 -> unit.write(tick, token, base, 32);
        case 2 -> unit.atomic(tick, token, 256 + 4L * random.nextInt(3), 4, 1 + random.nextInt(6));
        case 3 -> unit.atomic(tick, MemoryUnit.NO_TOKEN, base, 4, 2);
        case 4 -> {
          for (int k = 0; k < 16; k++) {
            unit.read(tick, token, 64L * random.nextInt(400), 4);
          }
        }
        case 5 -> unit.read(tick, token, base, 64, MemoryUnit.BYPASS | MemoryUnit.UNCACHED);
        case 6 -> unit.read(tick, token, base, 64, MemoryUnit.UNCACHED);
        default -> {
          for (int k = 0; k < 4; k++) {
            unit.read(tick, token, base + 64L * k, 64);
          }
        }
      }
      long end = unit.end(token);
      if (end != MemoryUnit.PENDING) {
        note(owner, end);
      }
      later(1 + random.nextInt(4));
    }

    private void note(int owner, long tick) {
      completed++;
      hash = hash * 1_000_003 + owner * 7919L + tick;
    }

    @Override
    public void completed(int owner, int token, long tick) {
      if (tick < cluster.partition().now()) {
        throw new IllegalStateException("completed in the past");
      }
      note(owner, tick);
    }

    @Override
    public void accepting(long tick) {
      later(1);
    }

    @Override
    public void drained(long tick) {
      drainedAt = tick;
    }
  }
}
