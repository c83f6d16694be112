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
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import io.lockstep.spi.Device;
import io.lockstep.terascale.check.Launches;
import io.lockstep.terascale.check.ProgramCheck;
import io.lockstep.terascale.program.TeraScaleKernel;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Fences, private arrays, narrow stores: the paths that few kernels take. */
class MemoryPathsTest {
  private final Device device = Catalogue.device("hd5870");
  private final KernelBuilder builder = new KernelBuilder("paths", "test", "paths");
  private final int block = builder.block();
  private final int id = builder.register(Type.I32, "id");

  MemoryPathsTest() {
    add(InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X).to(id));
  }

  private void add(InstructionBuilder instruction) {
    builder.add(block, instruction.build());
  }

  private int load(Space space, Type type) {
    int r = builder.register(Type.I32, "r");
    add(
        InstructionBuilder.of(Op.LOAD, type)
            .memory(new MemoryAccess(space, type, 1, 0, 0))
            .to(r)
            .from(Operand.register(id)));
    return r;
  }

  private void store(Space space, Type type, int value) {
    add(
        InstructionBuilder.of(Op.STORE, type)
            .memory(new MemoryAccess(space, type, 1, 0, 0))
            .from(Operand.register(id), Operand.register(value)));
  }

  private Kernel finish() {
    add(InstructionBuilder.of(Op.EXIT, Type.I1));
    return builder.build();
  }

  private TeraScaleKernel lower(Kernel kernel) {
    TeraScaleKernel code = (TeraScaleKernel) device.lower(kernel);
    assertThat(ProgramCheck.problems(code)).isEmpty();
    return code;
  }

  @Test
  @DisplayName("a fence waits until the writes before it are acknowledged")
  void aFenceWaitsUntilTheWritesBeforeItAreAcknowledged() {
    store(Space.GLOBAL, Type.I32, id);
    add(InstructionBuilder.of(Op.FENCE, Type.I1).variant(Variant.Fence.GROUP));
    store(Space.GLOBAL, Type.I32, id);
    Kernel kernel = finish();
    assertThat(lower(kernel).assembly()).contains("WAIT_ACK");
    Launches.Result r = Launches.run(device, kernel, 40, 256, 4, 4);
    assertThat(r.get("issue.memory")).isPositive();
    assertThat(r.get("work_groups")).isEqualTo(40);
  }

  @Test
  @DisplayName(
      "a small private array lives in indexed registers: no memory traffic, more registers")
  void aSmallPrivateArrayLivesInIndexedRegistersNoMemoryTrafficMoreRegisters() {
    builder.variable(new Variable("a", Space.PRIVATE, 0, 64, 4, new byte[0]));
    store(Space.PRIVATE, Type.I32, id);
    int r = load(Space.PRIVATE, Type.I32);
    store(Space.GLOBAL, Type.I32, r);
    Kernel kernel = finish();
    TeraScaleKernel code = lower(kernel);
    assertThat(code.resources().indexedRegisters()).isEqualTo(4);
    assertThat(code.assembly()).contains("MOVA_INT");
    Launches.Result result = Launches.run(device, kernel, 10, 64, 0, 0, 4);
    assertThat(result.get("memory.requests")).isEqualTo(10);
  }

  @Test
  @DisplayName("a large one is scratch memory: equal offsets of neighbours are one burst")
  void aLargeOneIsScratchMemoryEqualOffsetsOfNeighboursAreOneBurst() {
    builder.variable(new Variable("a", Space.PRIVATE, 0, 4096, 4, new byte[0]));
    store(Space.PRIVATE, Type.I32, id);
    int r = load(Space.PRIVATE, Type.I32);
    store(Space.GLOBAL, Type.I32, r);
    Kernel kernel = finish();
    assertThat(lower(kernel).resources().indexedRegisters()).isZero();
    Launches.Result result = Launches.run(device, kernel, 10, 64, 0, 0, 4);
    assertThat(result.get("memory.requests")).isEqualTo(30);
    assertThat(result.get("memory.transactions")).isEqualTo(3 * 4 * 10);
  }

  @Test
  @DisplayName("a store of bytes sends the kernel's writes by CompletePath")
  void aStoreOfBytesSendsTheKernelsWritesByCompletePath() {
    int r = load(Space.GLOBAL, Type.I8);
    store(Space.GLOBAL, Type.I8, r);
    Kernel kernel = finish();
    assertThat(lower(kernel).completePath()).isTrue();
    assertThat(lower(kernel).assembly()).contains("STORE_BYTE", "VTX_READ_8");
    Launches.Result result = Launches.run(device, kernel, 4, 64, 1, 1);
    // One piece of 64 bytes is read, then every lane's byte written on its own; none is an atomic.
    assertThat(result.get("memory.transactions")).isEqualTo(4 * (1 + 64));
    assertThat(result.get("atomic.operations")).isZero();
  }

  @Test
  @DisplayName("accesses of adjacent words are fewer requests for as many bytes")
  void accessesOfAdjacentWordsAreFewerRequestsForAsManyBytes() {
    int[] words = new int[4];
    for (int k = 0; k < 4; k++) {
      words[k] = builder.register(Type.I32, "w" + k);
      add(adjacent(Op.LOAD, k).to(words[k]).from(Operand.register(id)));
    }
    for (int k = 0; k < 4; k++) {
      Operand data = Operand.register(words[k]);
      add(adjacent(Op.STORE, k).from(Operand.register(id), data));
    }
    Kernel kernel = finish();
    long[] strides = new long[8];
    Arrays.fill(strides, 16);
    Launches.Result merged = Launches.run(device, kernel, 10, 64, strides);
    Device without =
        new EvergreenProvider().device(device.spec().with("compiler.without", "merged_accesses"));
    Launches.Result apart = Launches.run(without, kernel, 10, 64, strides);
    assertThat(merged.get("memory.requests")).isEqualTo(10 * 2);
    assertThat(apart.get("memory.requests")).isEqualTo(10 * 8);
    assertThat(merged.get("memory.bytes_requested"))
        .isEqualTo(apart.get("memory.bytes_requested"))
        .isEqualTo(10 * 64 * 32);
  }

  private InstructionBuilder adjacent(Op op, int word) {
    int slot = op == Op.LOAD ? word : 4 + word;
    return InstructionBuilder.of(op, Type.I32)
        .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, slot, 4 * word));
  }
}
