// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.evergreen;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import io.lockstep.terascale.check.Launches;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads of pointers without {@code const restrict} pass both cache levels by. */
class UncachedReadsTest {
  private static final int GROUPS = 8;

  /** Two loads of vectors of four floats, the second one 16 bytes behind the first. */
  private static Kernel loads(boolean cacheable) {
    return Loads.of(2, 4, 16, cacheable);
  }

  private static Launches.Result run(String device, Kernel kernel, String... overrides) {
    return Launches.run(Catalogue.device(device, overrides), kernel, GROUPS, 64, 64, 64);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hd4870", "hd5450", "hd5770", "hd5870", "hd6870", "hd3870"})
  void eachFetchMovesItsPiecesAgainAndNoCacheIsAsked(String device) {
    Launches.Result r = run(device, loads(false));
    assertThat(r.get("l1.lookups")).isZero();
    assertThat(r.get("l2.lookups")).isZero();
    assertThat(r.get("dram.bytes")).isEqualTo(2 * 64 * 64 * GROUPS);
  }

  @Test
  void readsThatQualifiersAllowToCacheMoveEachLineOnce() {
    Launches.Result r = run("hd5870", loads(true));
    assertThat(r.get("l1.lookups")).isEqualTo(2 * 64 * GROUPS);
    assertThat(r.get("dram.bytes")).isEqualTo(64 * 64 * GROUPS);
  }

  @Test
  void withoutTheFigureCachesServeAllReads() {
    Launches.Result r = run("hd5870", loads(false), "memory.uncached_reads", "absent");
    assertThat(r.cycles()).isEqualTo(run("hd5870", loads(true)).cycles());
    assertThat(r.get("dram.bytes")).isEqualTo(64 * 64 * GROUPS);
  }

  @Test
  void scratchMemoryIsNeverServedByACacheThatDoesNotSeeItsWrites() {
    KernelBuilder builder = new KernelBuilder("scratch", "test", "scratch");
    int block = builder.block();
    int id = builder.register(Type.I32, "id");
    builder.variable(new Variable("a", Space.PRIVATE, 0, 4096, 4, new byte[0]));
    builder.add(
        block,
        InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X).to(id).build());
    builder.add(
        block,
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .memory(new MemoryAccess(Space.PRIVATE, Type.I32, 1, 0, 0))
            .to(builder.register(Type.I32, "r"))
            .from(Operand.register(id))
            .build());
    builder.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    Launches.Result r = Launches.run(Catalogue.device("hd5870"), builder.build(), GROUPS, 64, 4);
    assertThat(r.get("l1.lookups")).isZero();
    assertThat(r.get("memory.requests")).isEqualTo(GROUPS);
  }

  /** What other wavefronts of the group have written must be seen. */
  @Test
  void localMemoryInGlobalMemoryIsNeverServedByACache() {
    KernelBuilder builder = new KernelBuilder("local", "test", "local");
    int block = builder.block();
    int id = builder.register(Type.I32, "id");
    builder.variable(new Variable("a", Space.LOCAL, 0, 4096, 4, new byte[0]));
    builder.add(
        block,
        InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X).to(id).build());
    MemoryAccess access = new MemoryAccess(Space.LOCAL, Type.I32, 1, -1, 0);
    builder.add(
        block,
        InstructionBuilder.of(Op.STORE, Type.I32)
            .memory(access)
            .from(Operand.register(id), Operand.register(id))
            .build());
    builder.add(
        block,
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .memory(access)
            .to(builder.register(Type.I32, "r"))
            .from(Operand.register(id))
            .build());
    builder.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    Launches.Result r =
        Launches.run(
            Catalogue.device("hd4870", "lds.emulate", "global"), builder.build(), GROUPS, 64, 4, 4);
    assertThat(r.get("memory.requests")).isEqualTo(2 * GROUPS);
    assertThat(r.get("l1.lookups")).isZero();
    assertThat(r.get("l2.lookups")).isZero();
  }
}
