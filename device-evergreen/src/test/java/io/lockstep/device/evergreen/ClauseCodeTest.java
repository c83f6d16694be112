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
import io.lockstep.spi.Device;
import io.lockstep.terascale.check.Launches;
import org.junit.jupiter.api.Test;

/** The instruction cache in front of clauses. */
class ClauseCodeTest {
  private static final int LINE = 64;
  private static final String LATENCY = "instruction_cache.latency";

  /** A chain of so many pairs of operations, each of which is a bundle, and a store. */
  private static Kernel chain(int pairs) {
    KernelBuilder builder = new KernelBuilder("chain", "test", "chain");
    int block = builder.block();
    int id = builder.register(Type.I32, "id");
    builder.add(
        block,
        InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X).to(id).build());
    int last = id;
    for (int k = 0; k < pairs; k++) {
      for (Op op : new Op[] {Op.ADD, Op.XOR}) {
        int next = builder.register(Type.I32, "v");
        builder.add(
            block,
            InstructionBuilder.of(op, Type.I32)
                .to(next)
                .from(Operand.register(last), Operand.register(id))
                .build());
        last = next;
      }
    }
    builder.add(
        block,
        InstructionBuilder.of(Op.STORE, Type.I32)
            .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, -1, 0))
            .from(Operand.register(id), Operand.register(last))
            .build());
    builder.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    return builder.build();
  }

  private static Launches.Result run(int pairs, int groups, String... set) {
    Device device = Catalogue.device("hd5870", set);
    return Launches.run(device, chain(pairs), groups, 64, 4);
  }

  private static long misses(Launches.Result result) {
    return result.get("fetch.lookups") - result.get("fetch.hits");
  }

  @Test
  void aClauseWaitsOnceForAllOfItsLines() {
    long there = run(100, 1, LATENCY, "0cycles").cycles();
    long fetched = run(100, 1, LATENCY, "200cycles", "instruction_cache.ahead", "0").cycles();
    int clauses = (2 * 100 + 127) / 128 + 1; // 128 words each, and the store
    assertThat(fetched - there).isBetween(200L * (clauses - 1), 200L * (clauses + 3));
  }

  @Test
  void linesOfShortCodeAreFetchedOnceByAUnit() {
    Launches.Result one = run(100, 1, "instruction_cache.ahead", "0");
    Launches.Result later = run(100, 20 * 4, "instruction_cache.ahead", "0");
    long lines = 2 * 100 * 8 / LINE;
    assertThat(misses(one)).isBetween(lines, lines + 10);
    assertThat(misses(later)).isEqualTo(20 * misses(one));
    assertThat(later.get("fetch.evictions")).isZero();
  }

  @Test
  void codeThatExceedsTheCacheMissesAgainForTheNextGroup() {
    String[] large = {"unit.groups", "1", "instruction_cache.ahead", "0"};
    String[] small = {
      "unit.groups", "1", "instruction_cache.ahead", "0", "instruction_cache.size", "1KiB"
    };
    Launches.Result once = run(100, 20 * 3, large);
    Launches.Result again = run(100, 20 * 3, small);
    assertThat(misses(again)).isEqualTo(3 * misses(once));
    assertThat(again.get("fetch.evictions")).isPositive();
    int clauses = 2 * 100 / 128 + 1;
    assertThat(again.cycles() - once.cycles()).isGreaterThan(2L * clauses * 200);
  }
}
