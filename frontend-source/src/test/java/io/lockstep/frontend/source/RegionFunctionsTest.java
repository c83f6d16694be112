// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The functions of region memory. */
@Tag("slow")
class RegionFunctionsTest {
  private static final String ALL =
      """
      __kernel void k(__global uint *out) {
        uint i = get_global_id(0);
        uint s = region_load(4);
        region_store(8, i);
        s += region_atomic_add(12, i) + region_atomic_sub(12, i) + region_atomic_inc(12, i);
        s += region_atomic_dec(12, i) + region_atomic_and(12, i) + region_atomic_or(12, i);
        s += region_atomic_xor(12, i) + region_atomic_xchg(12, i) + region_atomic_min(12, i);
        s += region_atomic_max(12, i) + region_atomic_smin(12, i) + region_atomic_smax(12, i);
        s += region_atomic_cmpxchg(12, i, 7);
        s += region_append(16) + region_consume(20) + region_ordered_append(24);
        launch_barrier();
        out[i] = s;
      }
      """;

  @TempDir private Path folder;

  @Test
  void everyFunctionIsOneOperationAndTheBarrierEndsABlock() throws IOException {
    Map<String, String> variables = new HashMap<>(System.getenv());
    variables.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    Environment machine = new Environment(variables);
    Path file = Files.writeString(folder.resolve("k.cl"), ALL);
    Kernel kernel =
        new SourceFrontend(machine, Duration.ofMinutes(5), SourceFrontend::ptxFrontend, note -> {})
            .read(file.toString(), ALL, FrontendOptions.defaults())
            .get(0);
    List<Instruction> region =
        kernel.blocks().stream()
            .flatMap(b -> b.instructions().stream())
            .filter(i -> i.memory() != null && i.memory().space() == Space.REGION)
            .toList();
    assertThat(region.stream().map(Instruction::op)).startsWith(Op.LOAD, Op.STORE).hasSize(18);
    assertThat(region.stream().skip(2).map(Instruction::atomic))
        .containsExactly(
            AtomicOp.ADD,
            AtomicOp.SUB,
            AtomicOp.INC,
            AtomicOp.DEC,
            AtomicOp.AND,
            AtomicOp.OR,
            AtomicOp.XOR,
            AtomicOp.EXCHANGE,
            AtomicOp.MIN,
            AtomicOp.MAX,
            AtomicOp.MIN,
            AtomicOp.MAX,
            AtomicOp.COMPARE_EXCHANGE,
            AtomicOp.APPEND,
            AtomicOp.CONSUME,
            AtomicOp.ORDERED_APPEND);
    assertThat(region.get(12).signed()).isTrue();
    assertThat(kernel.hasLaunchBarrier()).isTrue();
    assertThat(kernel.fixedWidth()).isEqualTo(64);
  }
}
