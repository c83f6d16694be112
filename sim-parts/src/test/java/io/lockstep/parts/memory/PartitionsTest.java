// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.core.engine.Simulation;
import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.cache.policy.WriteBack;
import io.lockstep.parts.dram.DramConfig;
import io.lockstep.parts.dram.mapping.DramGeometry;
import io.lockstep.parts.dram.mapping.HashedChannels;
import io.lockstep.parts.memory.map.AddressMap;
import io.lockstep.parts.memory.map.DeviceMap;
import io.lockstep.parts.memory.spec.L2Config;
import io.lockstep.parts.memory.spec.MemorySideConfig;
import io.lockstep.parts.memory.spec.NetworkConfig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.transaction.Cluster;
import io.lockstep.parts.transaction.MemoryListener;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.spi.spec.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two partitions of two slices of 4 KiB each; unit 0 is near to the first, unit 1 to the second.
 */
class PartitionsTest {
  private static final int FAR = 100;
  private static final int CHUNK = 4096;

  private static MemorySideConfig side() {
    return side(64);
  }

  /** With blocks of so many bytes that misses fetch. */
  private static MemorySideConfig side(int fetch) {
    Figures figures =
        Rig.figures(Rig.usual(false, true, false))
            .given("l2.size", 8192)
            .given("l2.line", 128)
            .given("l2.sector", 64)
            .given("l2.misses", 48)
            .given("l2.far", FAR)
            .given("l2.link", 64_000)
            .given("l2.fetch", fetch)
            .given("memory.backlog", 64)
            .given("atomics.same_address", 7)
            .given("dram.read_queue", 16)
            .given("dram.write_queue", 16)
            .given("dram.drain_until", 0)
            .given("dram.drain_from", 1_000_000)
            .given("dram.bypasses", 8);
    CacheConfig slice = CacheConfig.ofSlice(figures, "l2.", new WriteBack(), 256, 2);
    return new MemorySideConfig(
        NetworkConfig.of(figures),
        L2Config.of(figures, "l2.", Optional.of(slice), Rate.perTick(1)),
        Optional.empty(),
        DramConfig.of(figures, 1_000_000_000));
  }

  private static AddressMap map() {
    DramGeometry l2 = new DramGeometry(2, 256, 1, 256);
    DramGeometry dram = new DramGeometry(2, 256, 8, 2048);
    HashedChannels hashed = new HashedChannels();
    return new DeviceMap(hashed.mapping(dram), dram, 256)
        .sliced(hashed.mapping(l2), l2, 1, 2, false)
        .partitioned(2, CHUNK, 1);
  }

  /** Two units that issue one access at a time. */
  private static final class Units implements MemoryListener {
    final Simulation simulation = Simulation.builder().build();
    final MemorySide memory;
    final List<MemoryUnit> units = new ArrayList<>();
    long completed;

    Units() {
      this(side());
    }

    Units(MemorySideConfig side) {
      memory = new MemorySide(simulation.partition("front"), side, map());
      Cluster cluster = new Cluster(simulation.partition("cluster"));
      for (int u = 0; u < 2; u++) {
        units.add(
            new MemoryUnit(
                cluster, "unit" + u, u, Rig.unit(Rig.usual(false, true, false)), memory, this));
      }
    }

    private interface Access {
      void begin(MemoryUnit unit, long tick, int token);
    }

    /** Returns the ticks of an access by itself. */
    private long ticks(int unit, Access access) {
      MemoryUnit of = units.get(unit);
      long from = simulation.now();
      int token = of.begin(0);
      access.begin(of, from, token);
      long end = of.end(token);
      simulation.run();
      return (end >= 0 ? end : completed) - from;
    }

    long reads(int unit, long address) {
      return ticks(unit, (of, tick, token) -> of.read(tick, token, address, 64));
    }

    long writes(int unit, long address) {
      return ticks(unit, (of, tick, token) -> of.write(tick, token, address, 64));
    }

    long adds(int unit, long address) {
      return ticks(unit, (of, tick, token) -> of.atomic(tick, token, address, 4, 1));
    }

    /** Returns the bytes that DRAM has read. */
    long fetched() {
      return memory.channel(0).readBytes() + memory.channel(1).readBytes();
    }

    @Override
    public void completed(int owner, int token, long tick) {
      completed = tick;
    }

    @Override
    public void accepting(long tick) {}

    @Override
    public void drained(long tick) {}
  }

  /** Address 0 has its home in the first partition, the next chunk in the second. */
  @Test
  void eachChunkHasAHome() {
    assertThat(map().slices()).isEqualTo(4);
    assertThat(map().home(0, 0) / 2).isZero();
    assertThat(map().home(0, CHUNK) / 2).isEqualTo(1);
    assertThat(map().slice(1, 0) / 2).isEqualTo(1);
  }

  @Test
  void theNearPartitionKeepsACopy() {
    Units u = new Units();
    u.reads(0, 0);
    long near = u.reads(0, 0);
    long far = u.reads(1, 0);
    assertThat(far - near).as("from the home").isBetween((long) FAR, FAR + 10L);
    assertThat(u.reads(1, 0)).as("from the copy").isEqualTo(near);
    u.memory.check();
  }

  @Test
  void theHomeDoesNotKeepWhatOnlyOthersRead() {
    Units u = new Units();
    long first = u.reads(1, 0);
    long near = u.reads(1, 0);
    assertThat(near).isLessThan(first - FAR);
    assertThat(u.reads(0, 0)).as("from DRAM").isGreaterThan(near);
    u.memory.check();
  }

  @Test
  void writesAndAtomicsEndCopies() {
    Units u = new Units();
    u.reads(0, 0);
    u.reads(1, 0);
    long near = u.reads(1, 0);
    u.writes(0, 0);
    assertThat(u.reads(1, 0)).isGreaterThanOrEqualTo(near + FAR);
    assertThat(u.reads(1, 0)).isEqualTo(near);
    long here = u.adds(0, 0);
    assertThat(u.reads(1, 0)).isGreaterThanOrEqualTo(near + FAR);
    assertThat(u.adds(1, 0) - here).as("at the home").isBetween(FAR - 2L, FAR + 10L);
    u.memory.check();
  }

  @Test
  void aMissFetchesItsWholeBlockForAllThatAskLater() {
    for (int unit = 0; unit < 2; unit++) {
      Units u = new Units(side(128));
      long miss = u.reads(unit, 0);
      assertThat(u.reads(0, 64)).as("beside it").isLessThan(unit == 0 ? miss - 10 : miss + 1);
      assertThat(u.fetched()).isEqualTo(unit == 0 ? 128 : 256);
      u.memory.check();
    }
  }

  @Test
  void warmingHoldsWhatAMissWouldFetch() {
    for (int unit = 0; unit < 2; unit++) {
      Units missed = new Units(side(128));
      missed.reads(unit, 0);
      long before = missed.fetched();
      Units warmed = new Units(side(128));
      warmed.memory.warm(unit, 0, 64, false);
      for (long address : new long[] {0, 64}) {
        for (int reader = 1; reader >= 0; reader--) {
          missed.reads(reader, address);
          warmed.reads(reader, address);
          assertThat(warmed.fetched())
              .as("after %s of unit %s by unit %s", address, unit, reader)
              .isEqualTo(missed.fetched() - before);
        }
      }
    }
  }

  @Test
  void copiesMakeRoomForDataThatIsAtHome() {
    Units u = new Units();
    List<Long> own = new ArrayList<>();
    for (long a = 0; own.size() < 48; a += 128) {
      if (map().home(0, a) / 2 == 0) {
        own.add(a); // three quarters of the partition
      }
    }
    own.forEach(a -> u.reads(0, a));
    for (long a = 0; a < 64 * CHUNK; a += 128) {
      if (map().home(0, a) / 2 == 1) {
        u.reads(0, a);
      }
    }
    u.reads(0, own.get(0));
    long near = u.reads(0, own.get(0));
    long held = own.stream().filter(a -> u.reads(0, a) == near).count();
    assertThat(held).isEqualTo(own.size());
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 4, 5, 6, 7, 8})
  void manyAccessesEnd(long seed) {
    finish(rig(seed));
  }

  private static Rig rig(long seed) {
    return new Rig(
        Simulation.builder().build(),
        Rig.usual(true, true, false),
        seed,
        150,
        side(64 << (int) (seed % 2)),
        map());
  }

  private static void finish(Rig rig) {
    rig.simulation.run();
    for (Rig.Driver d : rig.drivers) {
      assertThat(d.completed).as(rig.simulation.diagnosis()).isEqualTo(150);
    }
    rig.check();
  }
}
