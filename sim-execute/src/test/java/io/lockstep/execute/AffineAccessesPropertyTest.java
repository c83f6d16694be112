// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import static io.lockstep.execute.Operators.branch;
import static io.lockstep.execute.Operators.less;
import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Loads whose addresses follow one formula, which are served all at once, against arithmetic. */
class AffineAccessesPropertyTest {
  private static final int WORDS = 4096;
  private static final int PASSES = 3;

  private Random random;
  private TestKernel k;
  private Space space;
  private Space accessed; // the space, or generic
  private int slots;
  private int width;
  private int active;
  private int from;
  private int sum;
  private int[] strides;
  private long[] address;
  private long[] expected;
  private final List<IntConsumer> model = new ArrayList<>();

  private static int word(long index) {
    return (int) (index * 0x9E3779B1L) ^ (int) index >>> 3;
  }

  @Property(tries = 400)
  void loadsReadWhatLiesAtTheirAddresses(@ForAll long seed) {
    random = new Random(seed);
    int sizeX = 4 + random.nextInt(9);
    int sizeY = 1 + random.nextInt(5);
    int sizeZ = 1 + random.nextInt(3);
    int size = sizeX * sizeY * sizeZ;
    k = new TestKernel(sizeX, sizeY, sizeZ);
    space = random.nextBoolean() ? Space.LOCAL : Space.GLOBAL;
    accessed = random.nextInt(3) == 0 ? Space.GENERIC : space;
    slots = 0;
    width = 1 << random.nextInt(3);
    active = random.nextInt(3) == 0 ? 1 + random.nextInt(size) : size;
    int[] choices = {0, 0, 4, 8, 64, 68, -4, -16};
    strides = new int[3];
    for (int d = 0; d < 3; d++) {
      strides[d] = width * choices[random.nextInt(choices.length)];
    }
    build();
    k.run();
    for (int lane = 0; lane < size; lane++) {
      assertThat((int) k.result(lane)).as("work-item %d", lane).isEqualTo((int) expected[lane]);
    }
  }

  private void build() {
    int size = k.geometry.groupSize();
    int out = k.buffer("out", 8L * size, null);
    ByteBuffer data = ByteBuffer.allocate(4 * WORDS).order(ByteOrder.LITTLE_ENDIAN);
    for (int w = 0; w < WORDS; w++) {
      data.putInt(4 * w, word(w));
    }
    int global = k.buffer("data", 4 * WORDS, data.array());
    k.dynamicLocalBytes = 4 * WORDS;
    int flat = k.special(Special.LOCAL_ID_FLAT);
    if (space == Space.LOCAL) {
      fillLocal(flat, global, size);
    }
    from =
        space == Space.LOCAL
            ? k.op(Type.PTR, InstructionBuilder.of(Op.MOVE, Type.PTR).from(i(start())))
            : global;
    sum = k.op(Type.I32, InstructionBuilder.of(Op.MOVE, Type.I32).from(i(1)));
    address = new long[size];
    expected = new long[size];
    int at = addresses();
    int end = k.builder.block();
    if (active < size) {
      int taken = k.builder.block();
      branch(k, less(k, flat, active), end, taken);
      k.block = taken;
    }
    loop(at, end);
    for (int lane = 0; lane < size; lane++) {
      expected[lane] = 1;
      for (int pass = 0; pass < PASSES && lane < active; pass++) {
        for (IntConsumer step : model) {
          step.accept(lane);
        }
      }
    }
    k.block = end;
    k.storeOwn(out, Type.I32, sum);
    k.exit();
  }

  private long start() {
    return accessed == Space.GENERIC ? Address.LOCAL_WINDOW << Address.OFFSET_BITS : 0;
  }

  /** Some loads and changes of their address, several times. */
  private void loop(int at, int end) {
    int pass = k.op(Type.I32, InstructionBuilder.of(Op.MOVE, Type.I32).from(i(0)));
    int body = k.builder.block();
    k.add(InstructionBuilder.of(Op.JUMP, Type.I1));
    k.goOn(body);
    model.clear();
    for (int n = 1 + random.nextInt(6); n > 0; n--) {
      load(at);
      change(at);
    }
    k.add(InstructionBuilder.of(Op.ADD, Type.I32).to(pass).from(r(pass), i(1)));
    branch(k, less(k, pass, PASSES), end, body);
  }

  /** Copies the buffer, a group's width of words at a time. */
  private void fillLocal(int flat, int global, int size) {
    int own = k.address(global, flat, 4);
    int zero = k.op(Type.PTR, InstructionBuilder.of(Op.MOVE, Type.PTR).from(i(0)));
    int local = k.address(zero, flat, 4);
    for (int w = 0; w + size <= WORDS; w += size) {
      int value = k.register(Type.I32);
      k.add(
          InstructionBuilder.of(Op.LOAD, Type.I32)
              .to(value)
              .from(r(own))
              .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, -1, 4L * w)));
      k.add(
          InstructionBuilder.of(Op.STORE, Type.I32)
              .from(r(local), r(value))
              .memory(new MemoryAccess(Space.LOCAL, Type.I32, 1, -1, 4L * w)));
    }
    k.add(InstructionBuilder.of(Op.BARRIER, Type.I1));
    int next = k.builder.block();
    k.goOn(next);
  }

  /** A register with base + strides times local id; the base keeps even the lowest inside. */
  private int addresses() {
    long lowest = 0;
    Special[] ids = {Special.LOCAL_ID_X, Special.LOCAL_ID_Y, Special.LOCAL_ID_Z};
    int[] sizes = {k.geometry.sizeX(), k.geometry.sizeY(), k.geometry.sizeZ()};
    int at = from;
    for (int d = 0; d < 3; d++) {
      at = k.address(at, k.special(ids[d]), strides[d]);
      lowest += Math.min(0, (long) strides[d] * (sizes[d] - 1));
    }
    long base = -lowest + 4L * width * random.nextInt(200);
    int moved = k.register(Type.PTR);
    k.add(InstructionBuilder.of(Op.ADD, Type.PTR).to(moved).from(r(at), i(base)));
    for (int lane = 0; lane < address.length; lane++) {
      int rest = lane / sizes[0];
      address[lane] =
          base
              + (long) strides[0] * (lane % sizes[0])
              + (long) strides[1] * (rest % sizes[1])
              + (long) strides[2] * (rest / sizes[1]);
    }
    return moved;
  }

  private void load(int at) {
    long offset = 4L * width * random.nextInt(20);
    int slot = random.nextBoolean() ? -1 : slots++;
    boolean floats = random.nextBoolean();
    Type type = floats ? Type.F32 : Type.I32;
    Integer[] to = new Integer[width];
    for (int e = 0; e < width; e++) {
      to[e] = k.register(type);
    }
    k.add(
        InstructionBuilder.of(Op.LOAD, type)
            .to(to)
            .from(r(at))
            .memory(new MemoryAccess(accessed, type, width, slot, offset)));
    for (int e = 0; e < width; e++) {
      int scaled = k.op(Type.I32, InstructionBuilder.of(Op.MUL, Type.I32).from(r(sum), i(31)));
      int bits = k.op(Type.I32, InstructionBuilder.of(Op.MOVE, Type.I32).from(r(to[e])));
      k.add(InstructionBuilder.of(Op.ADD, Type.I32).to(sum).from(r(scaled), r(bits)));
      int element = e;
      model.add(
          lane ->
              expected[lane] =
                  (int) (31 * expected[lane] + word((address[lane] + offset) / 4 + element)));
    }
  }

  /** Sometimes overwrites the address: what comes after must not go by what came before. */
  private void change(int at) {
    switch (random.nextInt(4)) {
      case 0:
        int by = 4 * width * random.nextInt(10);
        k.add(InstructionBuilder.of(Op.ADD, Type.PTR).to(at).from(r(at), i(by)));
        model.add(lane -> address[lane] += by);
        break;
      case 1:
        k.add(InstructionBuilder.of(Op.MOVE, Type.PTR).to(at).from(r(from)));
        model.add(lane -> address[lane] = 0);
        break;
      default:
        break;
    }
  }
}
