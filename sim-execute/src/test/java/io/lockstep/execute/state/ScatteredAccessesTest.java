// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.state;

import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.Operators;
import io.lockstep.execute.TestKernel;
import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Loads and stores whose work-items access many pages. */
class ScatteredAccessesTest {
  private static final Type[] TYPES = {Type.I8, Type.I16, Type.I32, Type.I64, Type.F32, Type.F64};
  private static final int BYTES = 1 << 17; // several pages, not all of a size
  private static final int ROW = 16;
  private static final int ROWS = 6;
  private static final int ITEMS = ROW * ROWS;

  /** Copies one access of each work-item between buffers, at the byte that a buffer gives. */
  private static TestKernel copy(Type type, int width, Space space, int[] at) {
    TestKernel k = new TestKernel(ROW, ROWS, 1);
    byte[] data = new byte[BYTES];
    new Random(7).nextBytes(data);
    int to = k.buffer("to", BYTES, null);
    int from = k.buffer("from", BYTES, data);
    ByteBuffer bytes = ByteBuffer.allocate(4 * ITEMS).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(at);
    int places = k.buffer("places", 4 * ITEMS, bytes.array());
    int place = k.register(Type.I32);
    int own = k.address(places, k.special(Special.LOCAL_ID_FLAT), 4);
    Operators.load(k, place, own, Space.GLOBAL, Type.I32);
    Type held = type.bits() < 32 ? Type.I32 : type;
    Integer[] values = new Integer[width];
    Operand[] stored = new Operand[width + 1];
    stored[0] = r(k.address(to, place, 1));
    for (int w = 0; w < width; w++) {
      values[w] = k.register(held);
      stored[w + 1] = r(values[w]);
    }
    k.add(
        InstructionBuilder.of(Op.LOAD, held)
            .to(values)
            .from(r(k.address(from, place, 1)))
            .memory(new MemoryAccess(space, type, width, -1, 0)));
    k.add(
        InstructionBuilder.of(Op.STORE, held)
            .from(stored)
            .memory(new MemoryAccess(space, type, width, -1, 0)));
    k.exit();
    return k;
  }

  private static void check(Type type, int width, Space space, int[] at) {
    TestKernel k = copy(type, width, space, at);
    k.run();
    byte[] expected = new byte[BYTES];
    for (int place : at) {
      k.memory.read(1, place, expected, place, width * type.bytes());
    }
    byte[] found = new byte[BYTES];
    k.memory.read(0, 0, found, 0, BYTES);
    assertThat(found).isEqualTo(expected);
    k.memory.close();
  }

  @Property(tries = 300)
  void copiesRows(
      @ForAll @IntRange(min = 0, max = 5) int type,
      @ForAll @IntRange(min = 0, max = 2) int widthBits,
      @ForAll @IntRange(min = -80, max = 300) int strideX,
      @ForAll @IntRange(min = -1200, max = 1200) int strideY,
      @ForAll boolean generic) {
    int bytes = TYPES[type].bytes() << widthBits;
    int least = Math.min(0, strideX * (ROW - 1)) + Math.min(0, strideY * (ROWS - 1));
    int most = Math.max(0, strideX * (ROW - 1)) + Math.max(0, strideY * (ROWS - 1));
    Assume.that(bytes * (most - least + 1) <= BYTES);
    int[] at = new int[ITEMS];
    for (int i = 0; i < ITEMS; i++) {
      at[i] = bytes * (strideX * (i % ROW) + strideY * (i / ROW) - least);
    }
    Space space = generic ? Space.GENERIC : Space.GLOBAL;
    check(TYPES[type], 1 << widthBits, space, at);
  }

  @Property(tries = 100)
  void copiesScatteredElements(
      @ForAll @IntRange(min = 0, max = 5) int type,
      @ForAll @IntRange(min = 0, max = 2) int widthBits,
      @ForAll long seed,
      @ForAll boolean generic) {
    int bytes = TYPES[type].bytes() << widthBits;
    Random random = new Random(seed);
    int[] at = new int[ITEMS];
    for (int i = 0; i < ITEMS; i++) {
      at[i] = bytes * random.nextInt(BYTES / bytes);
    }
    Space space = generic ? Space.GENERIC : Space.GLOBAL;
    check(TYPES[type], 1 << widthBits, space, at);
  }

  @Test
  void theLastOfSeveralStoresToOneWordStays() {
    int[] at = new int[ITEMS];
    for (int i = 0; i < ITEMS; i++) {
      at[i] = 4096 * (i % 20);
    }
    TestKernel k = new TestKernel(ROW, ROWS, 1);
    int to = k.buffer("to", BYTES, null);
    ByteBuffer bytes = ByteBuffer.allocate(4 * ITEMS).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(at);
    int places = k.buffer("places", 4 * ITEMS, bytes.array());
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int place = k.register(Type.I32);
    Operators.load(k, place, k.address(places, flat, 4), Space.GLOBAL, Type.I32);
    Operators.store(k, k.address(to, place, 1), flat, Space.GLOBAL, Type.I32);
    k.exit();
    k.run();
    for (int p = 0; p < 20; p++) {
      assertThat(k.memory.loadInt(Address.of(0, 4096 * p))).isEqualTo(p + (p < 16 ? 80 : 60));
    }
  }

  @Test
  void keepsStoresToPagesThatLeaveMemoryAndWereRead() {
    DeviceMemory memory = new DeviceMemory(64L * DeviceMemory.PAGE_BYTES);
    TestKernel k = new TestKernel(ROW, ROWS, 1, memory);
    byte[] data = new byte[BYTES];
    new Random(8).nextBytes(data);
    int both = k.buffer("both", BYTES, data);
    int flat = k.special(Special.LOCAL_ID_FLAT);
    int value = k.register(Type.I32);
    int own = k.address(both, flat, 1348); // the next page after three work-items
    Operators.load(k, value, own, Space.GLOBAL, Type.I32);
    int more =
        k.op(Type.I32, InstructionBuilder.of(Op.ADD, Type.I32).from(r(value), TestKernel.i(1)));
    Operators.store(k, own, more, Space.GLOBAL, Type.I32);
    k.exit();
    byte[] others = new byte[4 * BYTES]; // they replace all pages in memory
    int buffer = memory.allocate("others", Type.I8, others.length, null);
    memory.write(buffer, 0, others, 0, others.length);
    k.run();
    memory.write(buffer, 0, others, 0, others.length);
    ByteBuffer before = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < ITEMS; i++) {
      assertThat(memory.loadInt(Address.of(0, 1348 * i)))
          .as("work-item %s", i)
          .isEqualTo(before.getInt(1348 * i) + 1);
    }
    memory.close();
  }

  @Test
  void findsABytesAccessRightBehindTheBuffer() {
    int[] at = new int[ITEMS];
    for (int i = 0; i < ITEMS; i++) {
      at[i] = 4096 * (i % 20) + i;
    }
    at[70] = BYTES;
    assertThatThrownBy(copy(Type.I8, 1, Space.GLOBAL, at)::run)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("offset 131072 out of bounds of buffer from")
        .hasMessageContaining("work-item (6, 4, 0)");
  }

  @Test
  void namesTheFirstWorkItemThatLeavesTheBuffer() {
    int[] at = new int[ITEMS];
    for (int i = 0; i < ITEMS; i++) {
      at[i] = 4096 * (i % 20);
    }
    at[70] = BYTES;
    at[75] = -4;
    assertFault(
        at, "offset 131072 out of bounds of buffer from of 131072 bytes (load)", "(6, 4, 0)");
    at[70] = 4098;
    assertFault(at, "offset 4098 of buffer from is not aligned (load)", "(6, 4, 0)");
    at[70] = 0;
    assertFault(at, "offset -4 out of bounds of buffer from", "(11, 4, 0)");
  }

  private static void assertFault(int[] at, String what, String workItem) {
    assertThatThrownBy(copy(Type.I32, 1, Space.GLOBAL, at)::run)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining(what)
        .hasMessageContaining("work-item " + workItem);
  }
}
