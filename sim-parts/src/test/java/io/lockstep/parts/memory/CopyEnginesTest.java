// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.core.engine.Simulation;
import io.lockstep.parts.memory.spec.CopyConfig;
import io.lockstep.parts.memory.spec.MemorySideConfig;
import io.lockstep.spi.host.HostTransfer;
import io.lockstep.spi.stats.Totals;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** One channel of 8 bytes at 1.6 GHz and ticks of a nanosecond: 12.8 bytes a tick. */
class CopyEnginesTest {
  private static final int BYTES = 1 << 18;

  private final Simulation simulation = Simulation.builder().build();
  private final MemorySide side = side(simulation, 4096);
  private int begun;
  private int ended;

  private MemorySide side(Simulation of, int buffer) {
    Rig.Shape shape = new Rig.Shape(1, 1, false, false, false, 64, 8, 16, 12, 8, 256, 1, 1, 32);
    MemorySideConfig plain = Rig.side(shape, 256);
    MemorySide made =
        new MemorySide(
            of.partition("front"),
            new MemorySideConfig(
                plain.network(),
                plain.l2(),
                plain.memoryCache(),
                plain.dram(),
                new CopyConfig(2, buffer)),
            new Rig.Map(1, 1, 256));
    made.addCopyEngines(tick -> begun++, tick -> ended++);
    return made;
  }

  private long time(boolean toDevice, long bytes, long ticks) {
    side.copies().begin(0, new HostTransfer(toDevice, 0, bytes, ticks), simulation.now() + 10);
    long start = simulation.now() + 10;
    assertThat(side.copies().finishedAt(0)).isNegative();
    assertThat(side.copies().isRunning()).isTrue();
    simulation.run();
    side.check();
    assertThat(side.copies().isRunning()).isFalse();
    return side.copies().finishedAt(0) - start;
  }

  @Test
  @DisplayName("an upload on a bus slower than memory takes the bus's time exactly")
  void anUploadOnASlowBusTakesTheTimeOfTheBus() {
    assertThat(time(true, BYTES, 100_000)).isEqualTo(100_000);
    assertThat(side.channel(0).writeBytes()).isEqualTo(BYTES);
    assertThat(begun).isEqualTo(1);
    assertThat(ended).isEqualTo(1);
  }

  @Test
  @DisplayName("a download takes the bus's time and that of its first block in memory")
  void aDownloadTakesTheTimeOfTheBusAndOfItsFirstBlock() {
    // 256 bytes: row 15 ns, column 12.5 ns, data 20 ns
    assertThat(time(false, BYTES, 100_000)).isBetween(100_047L, 100_060L);
    assertThat(side.channel(0).readBytes()).isEqualTo(BYTES);
  }

  @Test
  @DisplayName("on a bus faster than memory a transfer takes memory's time")
  void aTransferOnAFastBusTakesTheTimeOfMemory() {
    long own = Math.round(BYTES / 12.8);
    assertThat((double) time(true, BYTES, 1_000)).isCloseTo(own, within(0.1 * own));
    assertThat((double) time(false, BYTES, 1_000)).isCloseTo(own, within(0.1 * own));
  }

  @Test
  @DisplayName("transfers of both directions share memory's rate")
  void transfersOfBothDirectionsShareTheRateOfMemory() {
    long ticks = BYTES / 10; // 10 bytes a tick each, of 12.8 for both
    side.copies().begin(0, new HostTransfer(true, 0, BYTES, ticks), 10);
    side.copies().begin(1, new HostTransfer(false, BYTES, BYTES, ticks), 10);
    simulation.run();
    long end = Math.max(side.copies().finishedAt(0), side.copies().finishedAt(1));
    assertThat(end).isGreaterThan(10 + Math.round(2 * BYTES / 12.8) - 400); // less the last writes
    assertThat(side.channel(0).writeBytes() + side.channel(0).readBytes()).isEqualTo(2L * BYTES);
    Totals totals = new Totals();
    side.statistics(end, 0, end, totals);
    assertThat(totals.get("copies.bytes_read")).isEqualTo(BYTES);
    assertThat(totals.get("copies.bytes_written")).isEqualTo(BYTES);
  }

  @Test
  @DisplayName("a transfer starts at its tick, though memory still writes bytes of the one before")
  void aTransferStartsAtItsTickThoughTheOneBeforeIsStillWritten() {
    side.copies().begin(0, new HostTransfer(true, 0, BYTES, 1_000), 10);
    while (side.copies().finishedAt(0) < 0) {
      simulation.runUntil(simulation.now() + 1);
    }
    long start = simulation.now() + 1_000_000;
    side.copies().begin(0, new HostTransfer(true, 0, 1024, 100), start);
    simulation.run();
    assertThat(side.copies().finishedAt(0)).isEqualTo(start + 100);
  }

  @Test
  @DisplayName("bytes at any address are moved, block by block, and none twice")
  void bytesAtAnyAddressAreMovedOnce() {
    side.copies().begin(0, new HostTransfer(true, 100, 1001, 500), 10);
    simulation.run();
    Totals totals = new Totals();
    side.statistics(simulation.now(), 0, simulation.now(), totals);
    assertThat(totals.get("copies.bytes_written")).isEqualTo(1001);
    assertThat(side.copies().finishedAt(0)).isEqualTo(510);
  }

  @Test
  @DisplayName("an engine takes one transfer at a time")
  void anEngineTakesOneTransferAtATime() {
    HostTransfer any = new HostTransfer(true, 0, 256, 10);
    side.copies().begin(0, any, 10);
    assertThatThrownBy(() -> side.copies().begin(0, any, 20)).hasMessageContaining("busy");
  }
}
