// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes random small kernels without races: arithmetic, branches, loops, breaks, early exits,
 * switches, barriers, local and private memory, global loads, and stores to places of one's own.
 */
final class KernelGenerator {
  static final int INPUT_WORDS = 256;

  private final Random random;
  private final int size;
  private final KernelBuilder builder = new KernelBuilder("random", "test", "random.ptx");
  private final List<Integer> ints = new ArrayList<>();
  private final List<Integer> floats = new ArrayList<>();
  private final int flat;
  private final int input;
  private final int output;
  private int block;
  private int depth;
  private boolean uniform = true;
  private boolean mayExit;

  KernelGenerator(long seed, int size) {
    random = new Random(seed);
    this.size = size;
    builder.parameter(new Parameter("in", Type.I64, 0, 8, true, true));
    builder.parameter(new Parameter("out", Type.I64, 8, 8, false, true));
    builder.variable(new Variable("l", Space.LOCAL, 0, 4 * size, 4, new byte[0]));
    builder.variable(new Variable("p", Space.PRIVATE, 0, 32, 4, new byte[0]));
    block = builder.block();
    flat = builder.register(Type.I32, "flat");
    input = builder.register(Type.PTR, "in");
    output = builder.register(Type.PTR, "out");
    mayExit = random.nextBoolean();
  }

  private int line = 1;

  private InstructionBuilder of(Op op, Type type) {
    return InstructionBuilder.of(op, type).line(line++);
  }

  private void add(InstructionBuilder b) {
    builder.add(block, b.build());
  }

  private static Operand r(int register) {
    return Operand.register(register);
  }

  private static Operand i(long bits) {
    return Operand.immediate(bits);
  }

  private static MemoryAccess memory(Space space, Type type, int width, long offset) {
    return new MemoryAccess(space, type, width, -1, offset);
  }

  Kernel generate() {
    add(of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_FLAT).to(flat));
    MemoryAccess parameter = memory(Space.PARAMETER, Type.I64, 1, 0);
    add(of(Op.LOAD, Type.I64).to(input).from(i(0)).memory(parameter));
    add(of(Op.LOAD, Type.I64).to(output).from(i(8)).memory(parameter));
    for (Special s :
        List.of(Special.LOCAL_ID_X, Special.LOCAL_ID_Y, Special.GROUP_ID_X, Special.LOCAL_ID_Z)) {
      int d = builder.register(Type.I32, "s" + ints.size());
      add(of(Op.SPECIAL, Type.I32).special(s).to(d));
      ints.add(d);
    }
    for (int k = 0; k < 4; k++) {
      int d = builder.register(Type.I32, "v" + k);
      add(of(Op.MOVE, Type.I32).to(d).from(i(random.nextInt(1000) - 500)));
      ints.add(d);
      int f = builder.register(Type.F32, "f" + k);
      add(of(Op.MOVE, Type.F32).to(f).from(i(Float.floatToIntBits(random.nextFloat()))));
      floats.add(f);
    }
    statements(4 + random.nextInt(8));
    for (int k = 0; k < ints.size(); k++) {
      storeOwn(k, Type.I32, ints.get(k));
    }
    storeOwn(ints.size(), Type.F32, floats.get(0));
    add(of(Op.EXIT, Type.I1));
    return builder.build();
  }

  /** Every work-item owns 64 bytes of the output. */
  private void storeOwn(int word, Type type, int register) {
    int wide = builder.register(Type.PTR, "w");
    int address = builder.register(Type.PTR, "a");
    int item = builder.register(Type.I32, "item");
    add(of(Op.MAD, Type.I32).to(item).from(r(ints.get(2)), i(0), r(flat)));
    add(of(Op.MUL_WIDE, Type.PTR).sourceType(Type.I32).to(wide).from(r(item), i(64)));
    add(of(Op.ADD, Type.PTR).to(address).from(r(wide), r(output)));
    add(
        of(Op.STORE, type)
            .from(r(address), r(register))
            .memory(memory(Space.GLOBAL, type, 1, 4L * word)));
  }

  private void statements(int n) {
    for (int k = 0; k < n; k++) {
      statement();
    }
  }

  private int anyInt() {
    return ints.get(random.nextInt(ints.size()));
  }

  /** Never the group id's register, which addresses the output. */
  private int target() {
    int k = random.nextInt(ints.size() - 1);
    return ints.get(k >= 2 ? k + 1 : k);
  }

  private int anyFloat() {
    return floats.get(random.nextInt(floats.size()));
  }

  private Operand operand() {
    return random.nextInt(4) == 0 ? i(random.nextInt(100) - 50) : r(anyInt());
  }

  private void statement() {
    switch (random.nextInt(depth >= 3 ? 10 : 17)) {
      case 0, 1, 2 -> arithmetic();
      case 3 -> floatArithmetic();
      case 4, 5 -> globalLoad();
      case 6 -> privateMemory();
      case 7 -> guarded();
      case 8 -> vectorLoad();
      case 9 -> localExchange();
      case 10, 11, 12 -> branch();
      case 13, 14 -> loop();
      case 15 -> choice();
      default -> exit();
    }
  }

  private void arithmetic() {
    Op[] ops = {
      Op.ADD, Op.SUB, Op.MUL, Op.AND, Op.OR, Op.XOR, Op.SHL, Op.SHR, Op.MIN, Op.MAX, Op.MAD, Op.REM,
      Op.NOT
    };
    Op op = ops[random.nextInt(ops.length)];
    add(
        of(op, Type.I32)
            .signed(random.nextBoolean())
            .to(target())
            .from(r(anyInt()), operand(), operand()));
  }

  private void floatArithmetic() {
    Op[] ops = {Op.ADD, Op.SUB, Op.MUL, Op.FMA};
    if (random.nextInt(3) == 0) {
      add(
          of(Op.CONVERT, Type.F32)
              .sourceType(Type.I32)
              .sourceSigned(true)
              .to(anyFloat())
              .from(r(anyInt())));
    } else {
      add(
          of(ops[random.nextInt(4)], Type.F32)
              .to(anyFloat())
              .from(r(anyFloat()), r(anyFloat()), r(anyFloat())));
    }
  }

  private int inputAddress(int mask, int scale) {
    int masked = builder.register(Type.I32, "m");
    int wide = builder.register(Type.PTR, "w");
    int address = builder.register(Type.PTR, "a");
    int from = random.nextInt(3) == 0 ? flat : anyInt();
    add(of(Op.AND, Type.I32).to(masked).from(r(from), i(mask)));
    add(
        of(Op.MUL_WIDE, Type.PTR)
            .sourceType(Type.I32)
            .signed(random.nextBoolean())
            .to(wide)
            .from(r(masked), i(scale)));
    add(of(Op.ADD, Type.PTR).to(address).from(r(input), r(wide)));
    return address;
  }

  private void globalLoad() {
    boolean bytes = random.nextInt(4) == 0;
    Type element = bytes ? Type.I8 : Type.I32;
    int address = inputAddress(bytes ? 1023 : INPUT_WORDS / 2 - 1, bytes ? 1 : 4);
    boolean signed = random.nextBoolean();
    long offset = bytes ? 0 : 4L * random.nextInt(INPUT_WORDS / 2);
    add(
        of(Op.LOAD, Type.I32)
            .signed(signed)
            .to(target())
            .from(r(address))
            .memory(memory(Space.GLOBAL, element, 1, offset)));
  }

  private void vectorLoad() {
    int address = inputAddress(INPUT_WORDS / 4 - 1, 16);
    Integer[] to = {target(), -1, -1, -1};
    for (int k = 1; k < 4; k++) {
      to[k] = builder.register(Type.I32, "v");
    }
    add(of(Op.LOAD, Type.I32).to(to).from(r(address)).memory(memory(Space.GLOBAL, Type.I32, 4, 0)));
    add(of(Op.XOR, Type.I32).to(to[0]).from(r(to[0]), r(to[3])));
  }

  private void privateMemory() {
    int masked = builder.register(Type.I32, "m");
    int at = builder.register(Type.I32, "at");
    add(of(Op.AND, Type.I32).to(masked).from(r(anyInt()), i(7)));
    add(of(Op.SHL, Type.I32).to(at).from(r(masked), i(2)));
    MemoryAccess access = memory(Space.PRIVATE, Type.I32, 1, 0);
    if (random.nextBoolean()) {
      add(of(Op.STORE, Type.I32).from(r(at), r(anyInt())).memory(access));
    } else {
      add(of(Op.LOAD, Type.I32).to(target()).from(r(at)).memory(access));
    }
  }

  private void guarded() {
    int p = predicate();
    add(
        of(Op.ADD, Type.I32)
            .to(target())
            .from(r(anyInt()), operand())
            .guard(p, random.nextBoolean()));
  }

  private int predicate() {
    int p = builder.register(Type.I1, "p");
    if (random.nextInt(5) == 0) {
      add(
          of(Op.COMPARE, Type.F32)
              .comparison(random.nextBoolean() ? Comparison.LT : Comparison.GEU)
              .to(p)
              .from(r(anyFloat()), r(anyFloat())));
    } else {
      Comparison[] all = {
        Comparison.EQ, Comparison.NE, Comparison.LT, Comparison.LE, Comparison.GT, Comparison.GE
      };
      add(
          of(Op.COMPARE, Type.I32)
              .comparison(all[random.nextInt(all.length)])
              .signed(random.nextBoolean())
              .to(p)
              .from(random.nextBoolean() ? r(flat) : r(anyInt()), operand()));
    }
    return p;
  }

  private void endBlock(int next) {
    builder.successors(block, next);
    block = next;
  }

  /** Own word, barrier, another's word, barrier. Only where all that live pass. */
  private void localExchange() {
    if (!uniform) {
      return;
    }
    int at = builder.register(Type.I32, "at");
    int other = builder.register(Type.I32, "other");
    add(of(Op.SHL, Type.I32).to(at).from(r(flat), i(2)));
    MemoryAccess access = memory(Space.LOCAL, Type.I32, 1, 0);
    add(of(Op.STORE, Type.I32).from(r(at), r(anyInt())).memory(access));
    add(of(Op.BARRIER, Type.I1));
    endBlock(builder.block());
    add(of(Op.ADD, Type.I32).to(other).from(r(anyInt()), i(random.nextInt(size))));
    add(of(Op.REM, Type.I32).to(other).from(r(other), i(size)));
    add(of(Op.SHL, Type.I32).to(other).from(r(other), i(2)));
    add(of(Op.LOAD, Type.I32).to(target()).from(r(other)).memory(access));
    add(of(Op.BARRIER, Type.I1));
    endBlock(builder.block());
  }

  private void branch() {
    int p = predicate();
    boolean otherwise = random.nextBoolean();
    // Layout order differs from control flow on purpose.
    int end = random.nextBoolean() ? builder.block() : -1;
    int then = builder.block();
    int alternative = otherwise ? builder.block() : -1;
    if (end < 0) {
      end = builder.block();
    }
    add(of(Op.BRANCH, Type.I1).guard(p, random.nextBoolean()));
    builder.successors(block, otherwise ? alternative : end, then);
    boolean before = uniform;
    uniform = false;
    depth++;
    block = then;
    statements(1 + random.nextInt(3));
    endBlock(end);
    if (otherwise) {
      block = alternative;
      statements(1 + random.nextInt(3));
      endBlock(end);
    }
    depth--;
    uniform = before;
    block = end;
  }

  /** A counted loop whose trip count may differ between work-items, sometimes with a break. */
  private void loop() {
    int counter = builder.register(Type.I32, "n");
    boolean same = random.nextBoolean();
    if (same) {
      add(of(Op.MOVE, Type.I32).to(counter).from(i(1 + random.nextInt(6))));
    } else {
      add(of(Op.AND, Type.I32).to(counter).from(r(anyInt()), i(7)));
    }
    int head = builder.block();
    int body = builder.block();
    int end = builder.block();
    endBlock(head);
    int done = builder.register(Type.I1, "d");
    add(
        of(Op.COMPARE, Type.I32)
            .comparison(Comparison.LE)
            .signed(true)
            .to(done)
            .from(r(counter), i(0)));
    add(of(Op.BRANCH, Type.I1).guard(done, false));
    builder.successors(block, body, end);
    boolean before = uniform;
    boolean breaks = random.nextInt(3) == 0;
    uniform = uniform && same && !breaks;
    depth++;
    block = body;
    statements(1 + random.nextInt(2));
    if (breaks) {
      int p = predicate();
      int rest = builder.block();
      add(of(Op.BRANCH, Type.I1).guard(p, false));
      builder.successors(block, rest, end);
      block = rest;
    }
    statements(1 + random.nextInt(2));
    add(of(Op.SUB, Type.I32).to(counter).from(r(counter), i(1)));
    builder.successors(block, head);
    depth--;
    uniform = before;
    block = end;
  }

  private void choice() {
    int ways = 2 + random.nextInt(4);
    int selector = builder.register(Type.I32, "c");
    if (random.nextBoolean()) {
      add(of(Op.REM, Type.I32).to(selector).from(r(anyInt()), i(ways)));
    } else { // numbers beyond the last way take it
      add(of(Op.AND, Type.I32).to(selector).from(r(anyInt()), i(7)));
    }
    add(of(Op.SWITCH, Type.I32).from(r(selector)));
    List<Integer> targets = new ArrayList<>();
    for (int k = 0; k < ways; k++) {
      targets.add(builder.block());
    }
    int end = builder.block();
    builder.successors(block, targets);
    boolean before = uniform;
    uniform = false;
    depth++;
    for (int k = 0; k < ways; k++) {
      block = targets.get(k);
      statements(1);
      // Some fall into their neighbour.
      boolean fall = k + 1 < ways && random.nextInt(4) == 0;
      builder.successors(block, fall ? targets.get(k + 1) : end);
    }
    depth--;
    uniform = before;
    block = end;
  }

  private void exit() {
    if (!mayExit) {
      arithmetic();
      return;
    }
    int p = predicate();
    int leave = builder.block();
    int stay = builder.block();
    add(of(Op.BRANCH, Type.I1).guard(p, false));
    builder.successors(block, stay, leave);
    block = leave;
    storeOwn(13, Type.I32, anyInt());
    add(of(Op.EXIT, Type.I1));
    builder.successors(block);
    block = stay;
  }
}
