// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import static io.lockstep.execute.Operators.branch;
import static io.lockstep.execute.Operators.less;
import static io.lockstep.execute.Operators.load;
import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.check.CheckLog;
import io.lockstep.execute.check.ExecutionCheck;
import io.lockstep.execute.matrix.Decoded;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Integer operations whose results are computed once for a group where they can be, against the
 * same operations of every work-item: checked launches use no linear registers.
 */
class LinearRegistersPropertyTest {
  private static final int WORDS = 1024;
  private static final int PRIVATE_WORDS = 4;
  private static final long[] CONSTANTS = {
    0,
    1,
    -1,
    2,
    3,
    4,
    7,
    31,
    32,
    33,
    63,
    64,
    255,
    1000,
    -5,
    0x7FFFFFFFL,
    0x80000000L,
    0x7FFFFFF0L,
    0xFFFFFFFFL,
    0xFFFFFFF0L
  };
  private static final List<Special> SPECIALS =
      List.of(
          Special.LOCAL_ID_X,
          Special.LOCAL_ID_Y,
          Special.LOCAL_ID_Z,
          Special.LOCAL_ID_FLAT,
          Special.LOCAL_SIZE_X,
          Special.LANE_ID);

  /** Generates one kernel; the same seed gives the same kernel. */
  private static final class Generator {
    final Random random;
    final TestKernel k;
    final List<Integer> ints = new ArrayList<>();
    final List<Integer> longs = new ArrayList<>();
    final List<Integer> predicates = new ArrayList<>();
    private final int data;
    private final int own;
    private int slots;
    private final int out;

    Generator(long seed) {
      random = new Random(seed);
      int sizeX = 1 + random.nextInt(20);
      int sizeY = 1 + random.nextInt(5);
      int sizeZ = 1 + random.nextInt(3);
      k = new TestKernel(sizeX, sizeY, sizeZ);
      int size = k.geometry.groupSize();
      out = k.buffer("out", 8L * size * 16, null);
      byte[] words = new byte[4 * WORDS];
      random.nextBytes(words);
      data = k.buffer("data", words.length, words);
      k.builder.variable(new Variable("p", Space.PRIVATE, 0, 4 * PRIVATE_WORDS, 4, new byte[0]));
      own = k.special(Special.LOCAL_ID_FLAT);
      for (Special special : SPECIALS) {
        ints.add(k.special(special));
      }
      ints.add(k.register(Type.I32)); // 0 in each group until it is written
      for (int n = 0; n < 4; n++) {
        int d = k.register(Type.I64);
        k.add(InstructionBuilder.of(Op.MOVE, Type.I64).to(d).from(constant()));
        longs.add(d);
      }
      for (int n = 0; n < 3; n++) {
        predicates.add(less(k, ints.get(n), 1 + random.nextInt(9)));
      }
    }

    String run(ExecutionOptions options) {
      k.options = options;
      int tries = 2 + random.nextInt(3);
      for (int n = 0; n < tries; n++) {
        switch (random.nextInt(3)) {
          case 0 -> part();
          case 1 -> loop();
          default -> choice();
        }
      }
      store();
      k.exit();
      String first = Decoded.text(k.run());
      return first + Decoded.text(k.executor.execute(0));
    }

    private void part() {
      for (int n = 1 + random.nextInt(8); n > 0; n--) {
        operation();
      }
    }

    /** A loop whose bound may be uniform or not. */
    private void loop() {
      int count = k.register(Type.I32);
      k.add(InstructionBuilder.of(Op.MOVE, Type.I32).to(count).from(i(0)));
      ints.add(count);
      int body = k.builder.block();
      int end = k.builder.block();
      k.add(InstructionBuilder.of(Op.JUMP, Type.I1));
      k.goOn(body);
      int step = k.register(Type.I32);
      ints.remove((Integer) count);
      part();
      k.add(InstructionBuilder.of(Op.ADD, Type.I32).to(count).from(r(count), i(1)));
      k.add(
          InstructionBuilder.of(Op.AND, Type.I32)
              .to(step)
              .from(random.nextBoolean() ? any(ints) : i(3), i(3)));
      int p = k.register(Type.I1);
      k.add(
          InstructionBuilder.of(Op.COMPARE, Type.I32)
              .comparison(Comparison.LE)
              .to(p)
              .from(r(count), r(step)));
      branch(k, p, end, body);
      k.block = end;
    }

    private void choice() {
      int taken = k.builder.block();
      int end = k.builder.block();
      branch(k, predicates.get(random.nextInt(predicates.size())), end, taken);
      k.block = taken;
      part();
      k.add(InstructionBuilder.of(Op.JUMP, Type.I1));
      k.goOn(end);
    }

    private Operand any(List<Integer> registers) {
      return r(registers.get(random.nextInt(registers.size())));
    }

    private Operand constant() {
      return i(CONSTANTS[random.nextInt(CONSTANTS.length)]);
    }

    private Operand source(List<Integer> registers) {
      return random.nextInt(3) == 0 ? constant() : any(registers);
    }

    private int target(List<Integer> registers) {
      return registers.get(random.nextInt(registers.size()));
    }

    private void operation() {
      InstructionBuilder b;
      switch (random.nextInt(10)) {
        case 0, 1, 2 -> b = arithmetic(Type.I32, ints);
        case 3 -> b = arithmetic(Type.I64, longs);
        case 4 -> b = compare();
        case 5 ->
            b =
                InstructionBuilder.of(random.nextBoolean() ? Op.MUL_WIDE : Op.MAD_WIDE, Type.I64)
                    .sourceType(Type.I32)
                    .signed(random.nextBoolean())
                    .to(target(longs))
                    .from(source(ints), source(ints), source(longs));
        case 6 -> b = convert();
        case 7 -> {
          loaded();
          return;
        }
        case 8 -> {
          spill();
          return;
        }
        default ->
            b =
                InstructionBuilder.of(Op.SELECT, Type.I32)
                    .to(target(ints))
                    .from(source(ints), source(ints), any(predicates));
      }
      if (random.nextInt(5) == 0) {
        b.guard(predicates.get(random.nextInt(predicates.size())), random.nextBoolean());
      }
      k.add(b);
    }

    private InstructionBuilder arithmetic(Type type, List<Integer> registers) {
      Op[] ops = {
        Op.ADD, Op.SUB, Op.MUL, Op.MAD, Op.SHL, Op.SHR, Op.NEG, Op.NOT, Op.MOVE, Op.MIN, Op.MAX,
        Op.AND, Op.XOR
      };
      Op op = ops[random.nextInt(ops.length)];
      InstructionBuilder b =
          InstructionBuilder.of(op, type).signed(random.nextBoolean()).to(target(registers));
      boolean shift = op == Op.SHL || op == Op.SHR;
      return switch (op) {
        case NEG, NOT, MOVE -> b.from(source(registers));
        case MAD -> b.from(source(registers), source(registers), source(registers));
        default -> b.from(source(registers), source(shift ? ints : registers));
      };
    }

    private InstructionBuilder compare() {
      Comparison[] all = {
        Comparison.EQ, Comparison.NE, Comparison.LT, Comparison.LE, Comparison.GT, Comparison.GE
      };
      boolean wide = random.nextInt(4) == 0;
      List<Integer> registers = wide ? longs : ints;
      return InstructionBuilder.of(Op.COMPARE, wide ? Type.I64 : Type.I32)
          .comparison(all[random.nextInt(all.length)])
          .signed(random.nextBoolean())
          .to(target(predicates))
          .from(any(registers), source(registers));
    }

    private InstructionBuilder convert() {
      boolean widens = random.nextBoolean();
      return InstructionBuilder.of(Op.CONVERT, widens ? Type.I64 : Type.I32)
          .sourceType(widens ? Type.I32 : Type.I64)
          .signed(random.nextBoolean())
          .sourceSigned(random.nextBoolean())
          .to(target(widens ? longs : ints))
          .from(any(widens ? ints : longs));
    }

    /** A recorded load from an address that may be uniform, linear or neither. */
    private void loaded() {
      int index = k.register(Type.I32);
      if (random.nextBoolean()) {
        k.add(InstructionBuilder.of(Op.REM, Type.I32).to(index).from(any(ints), i(WORDS)));
      } else {
        k.add(InstructionBuilder.of(Op.MUL, Type.I32).to(index).from(r(own), i(random.nextInt(4))));
      }
      int at = k.address(data, index, 4);
      k.add(
          InstructionBuilder.of(Op.LOAD, Type.I32)
              .to(target(ints))
              .from(r(at))
              .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, slots++, 0)));
      int unrecorded = k.register(Type.I32);
      load(k, unrecorded, at, Space.GLOBAL, Type.I32);
    }

    /** Stores a register in the work-item's own memory, loads another one from there. */
    private void spill() {
      boolean generic = random.nextBoolean();
      long start = generic ? Address.PRIVATE_WINDOW << Address.OFFSET_BITS : 0;
      int at = k.register(Type.PTR);
      k.add(InstructionBuilder.of(Op.MOVE, Type.PTR).to(at).from(i(start + 4L * word())));
      Space space = generic ? Space.GENERIC : Space.PRIVATE;
      k.add(
          InstructionBuilder.of(Op.STORE, Type.I32)
              .from(r(at), any(ints))
              .memory(new MemoryAccess(space, Type.I32, 1, slots++, 0)));
      k.add(InstructionBuilder.of(Op.MOVE, Type.PTR).to(at).from(i(4L * word())));
      k.add(
          InstructionBuilder.of(Op.LOAD, Type.I32)
              .to(target(ints))
              .from(r(at))
              .memory(new MemoryAccess(Space.PRIVATE, Type.I32, 1, slots++, 0)));
    }

    private int word() {
      return random.nextInt(PRIVATE_WORDS);
    }

    private void store() {
      int size = k.geometry.groupSize();
      int base = out;
      List<Integer> all = new ArrayList<>(ints.subList(0, SPECIALS.size() + 1));
      all.addAll(longs);
      for (int register : all) {
        k.storeOwn(base, longs.contains(register) ? Type.I64 : Type.I32, register);
        base = k.op(Type.PTR, InstructionBuilder.of(Op.ADD, Type.PTR).from(r(base), i(8L * size)));
      }
      for (int p : predicates) {
        int value = k.register(Type.I32);
        k.add(InstructionBuilder.of(Op.SELECT, Type.I32).to(value).from(i(1), i(0), r(p)));
        k.storeOwn(base, Type.I32, value);
        base = k.op(Type.PTR, InstructionBuilder.of(Op.ADD, Type.PTR).from(r(base), i(8L * size)));
      }
    }

    byte[] result() {
      byte[] after = new byte[(int) k.memory.bytes(0)];
      k.memory.read(0, 0, after, 0, after.length);
      return after;
    }
  }

  @Property(tries = 2000)
  void resultsAndRecordsAreThoseOfTheWorkItems(@ForAll long seed) {
    Generator linear = new Generator(seed);
    Generator each = new Generator(seed);
    ExecutionOptions options = ExecutionOptions.defaults();
    String record = linear.run(options);
    String expected = each.run(options.withChecks(new CheckLog(Set.of(ExecutionCheck.RACES))));
    assertThat(linear.result()).isEqualTo(each.result());
    assertThat(record).isEqualTo(expected);
  }
}
