// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.core.engine.Partition;
import io.lockstep.core.engine.Simulation;
import io.lockstep.core.queue.Phase;
import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.cache.policy.WriteBack;
import io.lockstep.parts.cache.policy.WritePolicy;
import io.lockstep.parts.cache.policy.WriteThrough;
import io.lockstep.parts.dram.DramConfig;
import io.lockstep.parts.memory.spec.CopyConfig;
import io.lockstep.parts.memory.spec.L2Config;
import io.lockstep.parts.memory.spec.MemoryCacheConfig;
import io.lockstep.parts.memory.spec.MemorySideConfig;
import io.lockstep.parts.memory.spec.NetworkConfig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.spi.host.HostTransfer;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.stats.Totals;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What slices write back at a kernel's end. The figures are those of the CDNA 3 white paper: a die
 * of 16 channels of 256 KiB writes 1 KiB a clock to the memory side, so 4,096 clocks for all of it.
 */
class KernelEndFlushTest {
  private static final int SLICES = 4; // a quarter of a die
  private static final int SLICE = 256 << 10;
  private static final int LINE = 128;

  private final Simulation simulation = Simulation.builder().build();
  private final Partition front = simulation.partition("front");
  private final int component = front.component("end of kernel");
  private MemorySide side;
  private long endedAt = -1;
  private long toldAt;

  private void build(int channels, WritePolicy mall, long flush) {
    Rig.Shape shape = Rig.usual(false, true, true);
    Figures figures =
        Rig.figures(shape)
            .given("atomics.same_address", 1)
            .given("l2.size", (long) SLICE * SLICES)
            .given("l2.line", LINE)
            .given("l2.sector", LINE)
            .given("l2.ways", 16)
            .given("l2.misses", 16)
            .given("l2.flush", flush)
            .given("mall.size", (long) SLICE * channels)
            .given("mall.line", LINE)
            .given("mall.ways", 16)
            .given("mall.bandwidth", 256_000)
            .given("dram.read_queue", 64)
            .given("dram.write_queue", 64)
            .given("dram.drain_until", 250_000)
            .given("dram.drain_from", 750_000)
            .given("dram.bypasses", 8);
    MemorySideConfig config =
        new MemorySideConfig(
            NetworkConfig.of(figures),
            L2Config.of(
                figures,
                "l2.",
                Optional.of(CacheConfig.ofSlice(figures, "l2.", new WriteBack(), 256, SLICES)),
                Rate.perTick(1)),
            Optional.of(
                new MemoryCacheConfig(
                    CacheConfig.ofSlice(figures, "mall.", mall, 256, channels),
                    new Rate(256, 1),
                    40,
                    16,
                    16,
                    Optional.empty())),
            DramConfig.of(figures, 1_000_000_000),
            new CopyConfig(1, 1 << 16));
    side = new MemorySide(front, config, new Rig.Map(SLICES, channels, 256));
    side.flushes(
        tick -> {
          assertThat(endedAt).as("ends once").isNegative();
          endedAt = tick;
          toldAt = simulation.now();
        });
    side.addCopyEngines(tick -> {}, tick -> {});
  }

  /** Writes the first bytes of memory into the slices. */
  private void dirty(long bytes) {
    for (long at = 0; at < bytes; at += LINE) {
      side.sliceCache((int) (at / 256 % SLICES)).write(at, LINE);
    }
  }

  /** Ends a kernel at a tick; answers how long its flush takes. */
  private long flushFrom(long tick) {
    endedAt = -1;
    front.at(
        tick, front.kind("end" + tick, Phase.WORK, (now, c, x) -> side.flush(now)), component, 0);
    simulation.run();
    side.check();
    return endedAt - tick;
  }

  private long written() {
    long bytes = 0;
    for (int c = 0; c < side.channels(); c++) {
      bytes += side.channel(c).writeBytes();
    }
    return bytes;
  }

  private long flushed() {
    Totals totals = new Totals();
    side.statistics(simulation.now(), simulation.now(), simulation.now(), totals);
    return totals.get("l2.flushed_bytes");
  }

  @Test
  void writesAFullL2BackIn4096ClocksWhereMemoryIsFastEnough() {
    build(128, new WriteThrough(), 64_000);
    dirty(SLICE * SLICES);
    assertThat(flushFrom(10)).isBetween(4096L, 4096L + 200);
    assertThat(flushed()).isEqualTo((long) SLICE * SLICES).isEqualTo(written());
  }

  @Test
  void memoryThatIsSlowerWritesBehindTheKernelsEnd() {
    build(4, new WriteThrough(), 64_000);
    dirty(SLICE * SLICES);
    long atPeak = (long) SLICE * SLICES * 10 / (4 * 128); // 12.8 bytes a tick of a channel
    assertThat(flushFrom(10)).isBetween(4096L, 4096L + 200);
    assertThat(simulation.now()).isGreaterThan(10 + atPeak / 2);
    assertThat(side.quiet()).isBetween(10 + atPeak, 10 + atPeak * 3 / 2);
    assertThat(written()).isEqualTo((long) SLICE * SLICES);
  }

  @Test
  void linesStayValidAndCleanSoThatASecondKernelHasNothingToWrite() {
    build(128, new WriteThrough(), 64_000);
    dirty(4 * LINE);
    assertThat(flushFrom(10)).isPositive();
    assertThat(side.sliceCache(0).holds(0, LINE)).isTrue();
    assertThat(flushFrom(100_000)).as("a kernel without dirty lines ends at once").isZero();
    assertThat(flushed()).isEqualTo(4 * LINE).isEqualTo(written());
  }

  @Test
  void trafficBesideAKernelDoesNotDelayItsEnd() {
    build(4, new WriteThrough(), 64_000);
    side.copies().begin(0, new HostTransfer(true, 1 << 24, 1 << 20, 1), 0);
    dirty(4 * LINE);
    assertThat(flushFrom(5_000)).isBetween(1L, 200L);
    // the channels' queues are full with up to 64 writes of 10 ticks each when the last line leaves
    assertThat(toldAt).isLessThan(5_000 + 2 * 64 * 10 + 200);
    assertThat(side.copies().finishedAt(0)).as("the copy goes on").isGreaterThan(10_000);
  }

  @Test
  void aMemorySideCacheThatWritesBackKeepsTheLines() {
    build(128, new WriteBack(), 64_000);
    dirty(SLICE * SLICES);
    assertThat(flushFrom(10)).isBetween(4096L, 4096L + 200);
    assertThat(written()).isZero();
  }

  @Test
  void aFigureOfZeroLeavesDirtyLinesWhereTheyAre() {
    build(4, new WriteThrough(), 0);
    assertThat(side.flushes(tick -> {})).isFalse();
  }
}
