// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.evergreen;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.AtomicOp;
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
import io.lockstep.terascale.check.ProgramCheck;
import io.lockstep.terascale.program.TeraScaleKernel;
import org.junit.jupiter.api.Test;

/** Loads of kernels that have atomics on global memory. */
class CompletePathTest {
  private final Device device = Catalogue.device("hd5870");
  private final Device sending = Catalogue.device("hd5870", "compiler.without", "returned_atomics");
  private final Device fetching = Catalogue.device("hd5870", "compiler.without", "complete_loads");

  /**
   * Loads of vectors, then an atomic that adds what the last one read to a word of each work-item.
   */
  private static Kernel kernel(int loads, int width, boolean cacheable) {
    KernelBuilder builder = new KernelBuilder("loads", "test", "loads");
    int block = builder.block();
    int id = builder.register(Type.I32, "id");
    builder.add(
        block,
        InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X).to(id).build());
    int last = id;
    for (int k = 0; k < loads; k++) {
      Integer[] to = new Integer[width];
      for (int word = 0; word < width; word++) {
        to[word] = builder.register(Type.I32, "v");
      }
      builder.add(
          block,
          InstructionBuilder.of(Op.LOAD, Type.I32)
              .memory(
                  new MemoryAccess(
                      Space.GLOBAL,
                      Type.I32,
                      width,
                      k,
                      0,
                      cacheable ? MemoryAccess.Qualifiers.CONSTANT : MemoryAccess.Qualifiers.NONE))
              .to(to)
              .from(Operand.register(id))
              .build());
      last = to[0];
      builder.add(
          block,
          InstructionBuilder.of(Op.STORE, Type.I32)
              .memory(new MemoryAccess(Space.LOCAL, Type.I32, 1, -1, 4L * k))
              .from(Operand.register(id), Operand.register(to[0]))
              .build());
    }
    builder.add(
        block,
        InstructionBuilder.of(Op.ATOMIC, Type.I32)
            .atomic(AtomicOp.ADD)
            .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, -1, 0))
            .from(Operand.register(id), Operand.register(last))
            .build());
    builder.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    return builder.build();
  }

  private static String assembly(Device device, Kernel kernel) {
    TeraScaleKernel code = (TeraScaleKernel) device.lower(kernel);
    assertThat(ProgramCheck.problems(code)).isEmpty();
    return code.assembly();
  }

  /** One wavefront; the loads' stride and that of the atomic. */
  private static Launches.Result run(Device device, Kernel kernel, int stride) {
    long[] strides = new long[kernel.memorySlots()];
    for (int slot = 0; slot < strides.length; slot++) {
      boolean load = kernel.memoryOperation(slot).op() == Op.LOAD;
      strides[slot] = load ? stride : 4;
    }
    return Launches.run(device, kernel, 1, 64, strides);
  }

  @Test
  void aLoadIsAnAtomicThatChangesNothingAWaitAndAFetch() {
    String text = assembly(device, kernel(1, 1, false));
    assertThat(text)
        .containsSubsequence(
            "MEM_RAT NOP_RTN_ACK", "WAIT_ACK", "VTX_READ_32", "MEM_RAT ATOMIC_ADD");
    assertThat(assembly(fetching, kernel(1, 1, false))).doesNotContain("NOP_RTN");
  }

  @Test
  void loadsThatMayBeCachedAreFetches() {
    assertThat(assembly(device, kernel(1, 1, true)))
        .contains("VTX_READ_32")
        .doesNotContain("NOP_RTN");
  }

  @Test
  void kernelsWithoutAtomicsOnGlobalMemoryFetch() {
    assertThat(assembly(device, Loads.of(1, 1, 0, false))).doesNotContain("NOP_RTN");
  }

  @Test
  void independentLoadsWaitOnce() {
    String text = assembly(device, kernel(3, 1, false));
    assertThat(text.split("NOP_RTN_ACK", -1)).hasSize(1 + 3);
    assertThat(text.split("WAIT_ACK", -1)).hasSize(1 + 1);
  }

  @Test
  void aLoadTakesTwoTripsInPlaceOfOne() {
    long one = run(fetching, kernel(1, 1, false), 4).cycles();
    long two = run(device, kernel(1, 1, false), 4).cycles();
    assertThat(two - one).isBetween(300L, 1000L);
  }

  @Test
  void everyDwordIsReadOnItsOwnAndThoseOfSeveralLanesOnce() {
    long fetched = 1; // of a uniform load: the piece
    long returned = 4; // a wavefront's dwords in the return buffer
    long atomics = run(fetching, kernel(1, 1, false), 0).get("memory.transactions") - fetched;
    assertThat(run(device, kernel(1, 1, false), 0).get("memory.transactions"))
        .isEqualTo(1 + returned + atomics);
    assertThat(run(device, kernel(1, 1, false), 4).get("memory.transactions"))
        .isEqualTo(64 + returned + atomics);
    assertThat(run(device, kernel(1, 4, false), 16).get("memory.transactions"))
        .isEqualTo(4 * 64 + 4 * returned + atomics);
  }

  @Test
  void readsOnTheWayOfAtomicsWriteNothingAndAreNoAtomics() {
    Launches.Result fetches = run(fetching, kernel(1, 1, false), 4);
    Launches.Result reads = run(device, kernel(1, 1, false), 4);
    assertThat(reads.get("memory.bytes_requested"))
        .isEqualTo(fetches.get("memory.bytes_requested"));
    assertThat(reads.get("dram.writes")).isEqualTo(fetches.get("dram.writes"));
    assertThat(reads.get("atomic.operations")).isEqualTo(fetches.get("atomic.operations"));
  }

  /** Atomics on a word of each work-item; if the old values return, the next one adds them. */
  private static Kernel atomics(int count, boolean returned) {
    KernelBuilder builder = new KernelBuilder("atomics", "test", "atomics");
    int block = builder.block();
    int id = builder.register(Type.I32, "id");
    builder.add(
        block,
        InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X).to(id).build());
    int add = id;
    for (int k = 0; k < count; k++) {
      InstructionBuilder atomic =
          InstructionBuilder.of(Op.ATOMIC, Type.I32)
              .atomic(AtomicOp.ADD)
              .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, -1, 0))
              .from(Operand.register(id), Operand.register(add));
      if (returned) {
        add = builder.register(Type.I32, "old");
        atomic.to(add);
      }
      builder.add(block, atomic.build());
    }
    builder.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    return builder.build();
  }

  @Test
  void anAtomicThatReturnsIsFollowedByAWaitAndAFetchFromTheReturnBuffer() {
    assertThat(assembly(device, atomics(2, true)))
        .containsSubsequence(
            "MEM_RAT ATOMIC_ADD_RTN_ACK", "WAIT_ACK", "VTX_READ_32", "MEM_RAT ATOMIC_ADD_RTN_ACK");
    assertThat(assembly(sending, atomics(2, true))).doesNotContain("_ACK").doesNotContain("VTX");
  }

  @Test
  void anAtomicThatReturnsNothingIsNotWaitedFor() {
    assertThat(assembly(device, atomics(2, false))).doesNotContain("WAIT_ACK");
    long four = run(device, atomics(4, false), 4).cycles();
    long eight = run(device, atomics(8, false), 4).cycles();
    assertThat(eight - four).isLessThan(4 * 120L); // a switch of clauses and the store port each
  }

  @Test
  void anAtomicThatReturnsTakesTwoTripsInPlaceOfOne() {
    long four = run(device, atomics(4, true), 4).cycles();
    long eight = run(device, atomics(8, true), 4).cycles();
    long fourSent = run(sending, atomics(4, true), 4).cycles();
    long eightSent = run(sending, atomics(8, true), 4).cycles();
    long trip = (eightSent - fourSent) / 4;
    assertThat(trip).isGreaterThan(230); // the second level's latency
    long fetch = (eight - four) / 4 - trip;
    assertThat(fetch).isBetween(300L, 600L); // a fetch of memory, about 500
  }

  @Test
  void whatAnAtomicReturnsMovesNoOtherBytes() {
    Launches.Result sent = run(sending, atomics(2, true), 4);
    Launches.Result fetched = run(device, atomics(2, true), 4);
    assertThat(fetched.get("atomic.operations")).isEqualTo(sent.get("atomic.operations"));
    assertThat(fetched.get("memory.bytes_requested")).isEqualTo(sent.get("memory.bytes_requested"));
  }
}
