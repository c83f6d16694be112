// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.spi.DeviceProvider;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The smallest device of each vendor passes the kit; larger ones are tested by sim-cli. */
@Tag("slow")
class BuiltInDevicesTest {
  /** The contracts that are cheap for a large device; sim-cli's tests hold the others. */
  private abstract static class Family extends DeviceKit {
    private final String device;
    private final Map<String, String> withoutEffect;

    /**
     * @param names parameters that change no result of the corpus, by reason
     */
    Family(String device, Map<String, List<String>> names) {
      this.device = device;
      withoutEffect = new TreeMap<>(Map.of("issue.group", "of issue.policy=two_level alone"));
      withoutEffect.put("simulation.*", "how it is simulated, on which no result depends");
      names.forEach((reason, all) -> all.forEach(name -> withoutEffect.put(name, reason)));
    }

    @Override
    protected Map<String, String> withoutEffect() {
      return withoutEffect;
    }

    @Override
    protected DeviceProvider provider() {
      for (DeviceProvider p : ServiceLoader.load(DeviceProvider.class)) {
        if (p.devices().contains(device)) {
          return p;
        }
      }
      throw new IllegalStateException(device);
    }

    @Override
    protected List<String> devices() {
      return List.of(device);
    }
  }

  @Nested
  class Evergreen extends Family {
    Evergreen() {
      super(
          "hd5450",
          Map.of(
              "no such instruction in the corpus",
              List.of(
                  "unit.double",
                  "unit.fma",
                  "registers.indexed",
                  "region.size",
                  "region.banks",
                  "region.latency",
                  "texture.texel_size",
                  "atomics.lanes"),
              "kernels of few registers, none in memory",
              List.of("registers.clause_temporaries", "registers.per_item", "memory.scratch_size"),
              "a path of the compiler that the corpus does not take",
              List.of("code.whole_vectors"),
              "a kernel's code, or what it reads, fits, whatever the size and the ways",
              List.of("instruction_cache.size", "instruction_cache.ways", "l2.size", "l2.ways"),
              "few lines are wanted at once, no access is larger, and hits wait for other misses",
              List.of("l1.misses", "l1.merges", "l2.merges", "l1.latency", "memory.request_size"),
              "nothing is evicted that another policy would keep, nor written",
              List.of("l1.seed", "l1.write_policy", "l2.replacement", "l2.seed"),
              "of other policies than rows_above_banks, unless below dram.interleave",
              List.of("dram.row"),
              "one die whose groups and buffers begin at its first resources",
              List.of("unit.engines", "dispatch.window", "memory.base_address"),
              "pageable transfers are small enough to be staged, and in no stream",
              List.of("host.pageable", "host.pageable_async"),
              "kernels of two streams wait for each other, and memory takes what the bus brings",
              List.of("host.queues", "host.copy_buffer")));
    }
  }

  @Nested
  class PixelShaders extends Family {
    PixelShaders() {
      super(
          "hd2400",
          Map.of(
              "no such instruction in the corpus",
              List.of("unit.double", "unit.fma", "registers.indexed", "texture.texel_size"),
              "of compute kernels, which have local memory, barriers or atomics; this has none",
              List.of(
                  "unit.groups",
                  "issue.barrier_latency",
                  "lds.size",
                  "lds.banks",
                  "lds.baseline",
                  "lds.output_queue",
                  "atomics.lanes",
                  "atomics.interval",
                  "atomics.same_address",
                  "dispatch.grid_y",
                  "dispatch.grid_z"),
              "kernels of few registers, none in memory",
              List.of("registers.per_item", "memory.scratch_size"),
              "pixel shaders by dispatch.mode, with no instruction that another set has not",
              List.of("unit.isa"),
              "few lines are wanted at once, no access is larger, and hits wait for other misses",
              List.of("l1.merges", "l2.merges", "l1.latency", "memory.request_size"),
              "nothing is evicted that more ways or another policy would keep, nor written",
              List.of(
                  "l1.ways", "l1.seed", "l1.write_policy", "l2.ways", "l2.replacement", "l2.seed"),
              "one die whose groups and buffers begin at its first resources",
              List.of("dispatch.window", "memory.base_address"),
              "pageable transfers are in no stream",
              List.of("host.pageable_async"),
              "kernels of two streams wait for each other, and memory takes what the bus brings",
              List.of("host.queues", "host.copy_buffer")));
    }

    /** A quad of pixels is two rows of two, so an uncached access uses half of each sector. */
    @Override
    protected double streamFactor() {
      return 2;
    }
  }

  @Nested
  class Tesla extends Family {
    Tesla() {
      super(
          "8600gts",
          Map.of(
              "no such instruction in the corpus",
              List.of(
                  "texture.size",
                  "texture.line",
                  "texture.ways",
                  "texture.misses",
                  "texture.merges",
                  "texture.replacement",
                  "texture.seed",
                  "texture.latency",
                  "texture.miss_latency",
                  "texture.return_latency",
                  "texture.instructions",
                  "texture.rate",
                  "texture.texel_size",
                  "texture.l2_*",
                  "lds.lock",
                  "issue.divide_*",
                  "issue.transcendental*",
                  "issue.range_step*",
                  "issue.operand_halves",
                  "issue.dual_multiply"),
              "a path of the compiler that the corpus does not take",
              List.of(
                  "compiler.predicated",
                  "compiler.early_loads",
                  "compiler.limit_unit",
                  "compiler.operand_reach"),
              "kernels of few registers, none in memory",
              List.of("registers.per_item", "memory.scratch_base"),
              "no constant memory but code, which fits, whatever the sizes and the ways",
              List.of(
                  "instruction_cache.size",
                  "instruction_cache.ways",
                  "constant.size",
                  "constant.line",
                  "constant.ways",
                  "constant.misses",
                  "constant.merges",
                  "constant.replacement",
                  "constant.seed",
                  "constant.latency",
                  "constant.miss_latency",
                  "constant.return_latency",
                  "constant.instructions",
                  "constant.l2_size",
                  "constant.l2_line",
                  "constant.l2_ways",
                  "constant.l3_size",
                  "constant.l3_ways"),
              "histogram, which has the corpus' atomics, is refused for those on shared memory",
              List.of("atomics.*"),
              "one die whose groups begin at its first resources",
              List.of("dispatch.window"),
              "pageable transfers are in no stream",
              List.of("host.pageable_async"),
              "kernels of two streams wait for each other, and memory takes what the bus brings",
              List.of("host.queues", "host.copy_buffer")));
    }
  }

  @Nested
  class Nvidia extends Family {
    Nvidia() {
      super(
          "rtx3060",
          Map.of(
              "no such instruction in the corpus",
              List.of(
                  "matrix.*",
                  "code.matrix*",
                  "numerics.*",
                  "texture.*",
                  "issue.half",
                  "issue.double*",
                  "issue.shuffle*",
                  "issue.reduction",
                  "issue.fence_*",
                  "code.double*",
                  "code.half*",
                  "code.clock",
                  "code.first_clock"),
              "kernels of few registers, none in memory",
              List.of("registers.per_item", "memory.scratch_base"),
              "code, constants and pages fit, whatever the sizes, the ways and the policies",
              List.of(
                  "l0.size",
                  "l0.ways",
                  "instruction_cache.size",
                  "instruction_cache.ways",
                  "constant.size",
                  "constant.ways",
                  "constant.misses",
                  "constant.merges",
                  "constant.replacement",
                  "constant.seed",
                  "constant.miss_latency",
                  "constant.return_latency",
                  "constant.instructions",
                  "constant.l2_size",
                  "constant.l2_line",
                  "constant.l2_ways",
                  "translation.entries"),
              "the corpus reads again less than a level holds, and wants few lines at once",
              List.of(
                  "l1.size",
                  "l1.ways",
                  "l1.misses",
                  "l1.merges",
                  "l1.replacement",
                  "l1.seed",
                  "l1.write_policy",
                  "l2.size",
                  "l2.ways",
                  "l2.misses",
                  "l2.merges",
                  "l2.replacement",
                  "l2.seed",
                  "l2.sets"),
              "a quantity of claims alone",
              List.of("clock.peak"),
              "one die whose groups and buffers begin at its first resources",
              List.of("unit.engines", "l2.chunk", "dispatch.window"),
              "pageable transfers are in no stream",
              List.of("host.pageable_async"),
              "kernels of two streams wait for each other, and memory takes what the bus brings",
              List.of("host.queues", "host.copy_buffer"),
              "no effect was found, and the cause is not known",
              List.of(
                  "lds.granule",
                  "memory.uniform_gain",
                  "memory.return_rate",
                  "lds.joined_parts",
                  "lds.load_read",
                  "lds.atomic",
                  "lds.atomic_latency",
                  "code.uniform",
                  "code.special_interval",
                  "code.meet",
                  "atomics.lanes",
                  "memory.request_size",
                  "dram.write_queue",
                  "dram.drain_from",
                  "dram.drain_until",
                  "dram.bank_groups",
                  "dram.trfc",
                  "dram.refresh_idle")));
    }
  }
}
