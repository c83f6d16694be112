// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.BYTES_PER_CYCLE;
import static io.lockstep.spi.spec.Dimension.CHOICE;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;
import static io.lockstep.spi.spec.Dimension.FLAG;
import static io.lockstep.spi.spec.Dimension.SIZES;

import io.lockstep.parts.unit.IssueSpec;
import io.lockstep.sm.occupancy.SmOccupancy;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/** Declares the figures of a streaming multiprocessor. Immutable and thread-safe. */
public final class SmSpec implements Part {
  public static final Part PART = new SmSpec();

  private static final long MOST = 100_000;

  private SmSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    pipes(keys);
    memory(keys);
    textures(keys);
    code(keys);
    shared(keys);
  }

  /** Declares the cycles for which a warp instruction holds the latch of each pipe. */
  private static void pipes(SpecSchema.Builder keys) {
    keys.key("unit.simds", COUNT, "SIMDs of a compute unit").between(1, 8).usually("4", "4", "4");
    cycles(keys, "registers.window", "within which an instruction reads registers of a bank");
    cycles(keys, "issue.alu", "clocks of an integer, logic or comparison instruction");
    keys.key("issue.shift", CYCLES, "clocks of a shift, logic or conversion; absent: as issue.alu")
        .between(1, MOST)
        .optional();
    cycles(keys, "issue.half", "clocks of an instruction on pairs of half-precision numbers");
    keys.key(
            "issue.half_alone",
            CYCLES,
            "clocks where one of two pipes of halves executes it; absent: as issue.half")
        .between(1, MOST)
        .optional();
    cycles(keys, "issue.double", IssueSpec.DOUBLE_MEANS);
    keys.key("issue.slot", CYCLES, "clocks of a scheduler for an instruction; absent: one")
        .between(1, 8)
        .optional()
        .key(
            "issue.dispatches",
            COUNT,
            "instructions of one warp that a scheduler issues at once at most; absent: one")
        .between(1, 2)
        .optional()
        .key("issue.special_shared", FLAG, "whether sub-partitions share the special functions")
        .optional();
    cycles(keys, "issue.double_latency", "its result to use");
    cycles(keys, "issue.special_latency", "result of a transcendental function or conversion");
    cycles(keys, "issue.uniform", "clocks of an instruction of the uniform datapath");
    cycles(keys, "issue.branch", "clocks of a branch");
    cycles(keys, "issue.shuffle", "clocks of an exchange between the lanes of a warp");
    cycles(keys, "issue.shuffle_latency", "its result to use");
    cycles(keys, "issue.reduction", "clocks of a sum or comparison over the lanes of a warp");
    cycles(keys, "issue.barrier", "clocks for which a warp holds the multiprocessor's barriers");
    keys.key("issue.double_converts", FLAG, "whether the unit of doubles converts 64-bit types")
        .key(
            "issue.fence_shared",
            FLAG,
            "whether a fence beyond a block awaits all writes of its unit")
        .usually("true", "false", "true")
        .key("issue.double_shared", FLAG, "whether sub-partitions share the double-precision unit")
        .key(
            "issue.fma_shares_alu",
            FLAG,
            "whether the pipe of integers also takes single-precision instructions");
  }

  private static void memory(SpecSchema.Builder keys) {
    keys.key("memory.local_queue", COUNT, "memory instructions that a sub-partition holds")
        .between(1, 64)
        .usually("5", "4", "8");
    cycles(keys, "memory.address_interval", "between two in a sub-partition's address unit");
    cycles(keys, "memory.shared_interval", "between two in the multiprocessor's memory unit");
    cycles(keys, "memory.load_read", "from a global load to the release of its registers");
    cycles(keys, "memory.store_read", "from a global store of words to that release");
    cycles(keys, "memory.uniform_gain", "that an address in uniform registers saves");
    keys.key("memory.return_rate", BYTES_PER_CYCLE, "data of global loads into registers")
        .between(16_000, 512_000)
        .key("l1.sector", BYTES, "bytes of a line that are fetched at once")
        .between(32, 128)
        .powerOfTwo()
        .key("l1.tag_banks", COUNT, "banks of the tags, each with a line a clock")
        .between(1, 32)
        .powerOfTwo()
        .key("l1.reserved", BYTES, "bytes beside shared memory that hold no data")
        .between(0, 1 << 20);
  }

  private static void textures(SpecSchema.Builder keys) {
    keys.key("texture.rate", COUNT, "texels that the units of a multiprocessor address in a clock")
        .between(1, 64)
        .key("texture.texel_size", BYTES, "texel of one address; larger ones take more")
        .between(1, 16)
        .powerOfTwo();
    cycles(keys, "texture.latency", "by which a fetch that hits is later than a load");
  }

  private static void code(SpecSchema.Builder keys) {
    keys.key("l0.size", BYTES, "instruction cache of a sub-partition")
        .between(1024, 1 << 20)
        .key("l0.line", BYTES, "bytes that share a tag")
        .between(32, 256)
        .powerOfTwo()
        .key("l0.ways", COUNT, "associativity: lines of a set")
        .between(1, 127)
        .key("l0.ahead", COUNT, "lines that are fetched behind one that is needed")
        .between(0, 16);
    cycles(keys, "l0.latency", "until a line from the instruction cache is there");
    cycles(keys, "constant.operand_hold", "for which a missing operand holds the port");
  }

  private static void shared(SpecSchema.Builder keys) {
    keys.key("lds.group_size", BYTES, "shared memory of a block at most")
        .between(0, 1 << 20)
        .key("lds.reserved", BYTES, "shared memory that a block takes besides")
        .between(0, 4096)
        .key("lds.joined_parts", COUNT, "parts of a load that may pass as one; absent: none")
        .between(1, 2)
        .optional()
        .key("lds.bank_width", BYTES, "width of a bank")
        .between(4, 8)
        .powerOfTwo()
        .optional()
        .key("lds.sizes", SIZES, "shared memory that a kernel may get; the L1 has the rest")
        .between(1, Long.MAX_VALUE)
        .key(
            "lds.preference",
            CHOICE,
            "size that a kernel gets: the smallest for its resident blocks (none), for one block"
                + " (l1), or the largest (shared); absent: none")
        .oneOf(SmOccupancy.Preference.names())
        .optional()
        .key(
            "lds.carve_out",
            BYTES,
            "shared memory that every kernel gets that needs no more; absent: by the preference")
        .between(0, 1 << 20)
        .optional();
    cycles(keys, "lds.load_read", "from a shared load to the release of its registers");
    cycles(keys, "lds.store_read", "from a shared store to that release");
    cycles(keys, "lds.atomic", "clocks of one trip of an atomic operation on shared memory");
    cycles(keys, "lds.atomic_latency", "result of an atomic on shared memory to use");
    keys.key("lds.barrier", CYCLES, "clocks of SYNCS on one barrier; absent: none, but ATOMS")
        .between(0, MOST)
        .optional();
  }

  private static void cycles(SpecSchema.Builder keys, String path, String what) {
    keys.key(path, CYCLES, what).between(0, MOST);
  }
}
