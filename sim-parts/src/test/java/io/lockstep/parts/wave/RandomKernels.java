// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.wave;

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
 * Kernels whose control flow and addresses follow a pseudo-random state of each work-item, for
 * walking: nested or arbitrary graphs, with every kind of recorded access.
 *
 * <p>How alike work-items behave is random too, from all different to all the same. Nothing is
 * written that control or addresses read, so no order of execution matters.
 */
final class RandomKernels {
  static final int BUFFER_BYTES = 1 << 16;

  final KernelBuilder builder = new KernelBuilder("random", "test", "random.ptx");
  private final Random random;
  final int[] ids = new int[4];
  final int[] buffers = new int[2];
  final int state;
  int block;
  private int depth;
  private boolean converged = true;
  private int continueTo = -1;
  private int breakTo = -1;

  /**
   * @param seed of everything
   * @param shift work-items whose flat ids agree above so many bits start alike; 31 for all
   */
  RandomKernels(long seed, int shift) {
    random = new Random(seed);
    block = builder.block();
    for (int p = 0; p < 2; p++) {
      builder.parameter(new Parameter("b" + p, Type.I64, 8 * p, 8, false, true));
      buffers[p] = builder.register(Type.PTR, "b" + p);
      add(
          of(Op.LOAD, Type.I64)
              .to(buffers[p])
              .from(i(8L * p))
              .memory(memory(Space.PARAMETER, Type.I64, 1, 0)));
    }
    builder.variable(new Variable("l", Space.LOCAL, 0, 1 << 13, 16, new byte[0]));
    builder.variable(new Variable("p", Space.PRIVATE, 0, 64, 16, new byte[0]));
    Special[] specials = {
      Special.LOCAL_ID_FLAT, Special.LOCAL_ID_X, Special.LOCAL_ID_Y, Special.LOCAL_ID_Z
    };
    for (int k = 0; k < 4; k++) {
      ids[k] = builder.register(Type.I32, "id" + k);
      add(of(Op.SPECIAL, Type.I32).special(specials[k]).to(ids[k]));
    }
    state = builder.register(Type.I32, "state");
    add(of(Op.SHR, Type.I32).to(state).from(r(ids[0]), i(shift)));
    add(of(Op.MAD, Type.I32).to(state).from(r(state), i(0x9E3779B1L), i(random.nextInt())));
  }

  /** Nested statements: branches, loops, breaks, switches, exits, barriers. */
  Kernel nested() {
    statements(3 + random.nextInt(6));
    add(of(Op.EXIT, Type.I1));
    return builder.build();
  }

  /** Any graph of blocks at all; each work-item leaves it after some blocks. */
  Kernel graph() {
    int fuel = builder.register(Type.I32, "fuel");
    int spent = builder.register(Type.I1, "spent");
    add(of(Op.AND, Type.I32).to(fuel).from(r(state), i(63)));
    int n = 2 + random.nextInt(7);
    int[] heads = new int[n];
    for (int k = 0; k < n; k++) {
      heads[k] = builder.block();
    }
    int leave = builder.block();
    builder.add(leave, of(Op.EXIT, Type.I1).build());
    builder.successors(block, heads[0]);
    for (int k = 0; k < n; k++) {
      block = heads[k];
      add(of(Op.SUB, Type.I32).to(fuel).from(r(fuel), i(1)));
      add(
          of(Op.COMPARE, Type.I32)
              .comparison(Comparison.LT)
              .signed(true)
              .to(spent)
              .from(r(fuel), i(0)));
      add(of(Op.BRANCH, Type.I1).guard(spent, false));
      int body = builder.block();
      builder.successors(block, body, leave);
      block = body;
      simple();
      stir();
      switch (random.nextInt(4)) {
        case 0 -> builder.successors(block, heads[random.nextInt(n)]);
        case 1 -> {
          int ways = 2 + random.nextInt(4);
          List<Integer> targets = new ArrayList<>();
          for (int t = 0; t < ways; t++) {
            targets.add(heads[random.nextInt(n)]);
          }
          add(of(Op.SWITCH, Type.I32).from(r(bits(7))));
          builder.successors(block, targets);
        }
        default -> {
          add(of(Op.BRANCH, Type.I1).guard(chance(), random.nextBoolean()));
          builder.successors(block, heads[random.nextInt(n)], heads[random.nextInt(n)]);
        }
      }
    }
    return builder.build();
  }

  static InstructionBuilder of(Op op, Type type) {
    return InstructionBuilder.of(op, type).line(1);
  }

  void add(InstructionBuilder b) {
    builder.add(block, b.build());
  }

  static Operand r(int register) {
    return Operand.register(register);
  }

  static Operand i(long bits) {
    return Operand.immediate(bits);
  }

  private static MemoryAccess memory(Space space, Type type, int width, long offset) {
    return new MemoryAccess(space, type, width, -1, offset);
  }

  /** Moves the state on. */
  void stir() {
    add(of(Op.MAD, Type.I32).to(state).from(r(state), i(1664525), i(random.nextInt())));
    int mixed = builder.register(Type.I32, "mixed");
    add(of(Op.SHR, Type.I32).to(mixed).from(r(state), i(15)));
    add(of(Op.XOR, Type.I32).to(state).from(r(state), r(mixed)));
  }

  /** Some bits of the state. */
  int bits(int mask) {
    int b = builder.register(Type.I32, "bits");
    add(of(Op.SHR, Type.I32).to(b).from(r(state), i(5 + random.nextInt(8))));
    add(of(Op.AND, Type.I32).to(b).from(r(b), i(mask)));
    return b;
  }

  /** A condition on the state, or now and then on the work-item's place. */
  int chance() {
    int p = builder.register(Type.I1, "p");
    boolean place = random.nextInt(5) == 0;
    add(
        of(Op.COMPARE, Type.I32)
            .comparison(Comparison.LT)
            .to(p)
            .from(place ? r(ids[random.nextInt(3)]) : r(bits(7)), i(1 + random.nextInt(6))));
    return p;
  }

  void statements(int n) {
    for (int k = 0; k < n; k++) {
      simple();
      stir();
      if (converged && random.nextInt(4) == 0) {
        add(of(Op.BARRIER, Type.I1));
        int next = builder.block();
        builder.successors(block, next);
        block = next;
      }
      switch (random.nextInt(depth >= 3 ? 3 : 9)) {
        case 0, 1 -> simple();
        case 2 -> leave();
        case 3, 4, 5 -> branch();
        case 6, 7 -> loop();
        default -> choice();
      }
    }
  }

  /** An access, with whatever its address takes. */
  private void simple() {
    switch (random.nextInt(9)) {
      case 0 -> global(buffers[random.nextInt(2)], linear(), 1 << random.nextInt(3));
      case 1 -> global(buffers[random.nextInt(2)], planar(), 1);
      case 2 -> global(buffers[random.nextInt(2)], scaled(bits(1023), 16), 4);
      case 3 -> global(either(), linear(), 1);
      case 4 -> global(buffers[0], scaled(bits(0), 4), 1);
      case 5 -> local(Space.LOCAL, scaled(ids[0], 4));
      case 6 -> local(Space.LOCAL, scaled(bits(511), 4));
      case 7 -> local(Space.PRIVATE, scaled(bits(7), 4));
      default -> behind();
    }
  }

  int scaled(int index, int scale) {
    int a = builder.register(Type.PTR, "a");
    add(of(Op.MUL_WIDE, Type.PTR).sourceType(Type.I32).to(a).from(r(index), i(scale)));
    return a;
  }

  int linear() {
    return scaled(ids[0], 4 << random.nextInt(3));
  }

  int planar() {
    int index = builder.register(Type.I32, "index");
    add(of(Op.MAD, Type.I32).to(index).from(r(ids[2]), i(1 + random.nextInt(70)), r(ids[1])));
    add(of(Op.MAD, Type.I32).to(index).from(r(ids[3]), i(1 + random.nextInt(90)), r(index)));
    return scaled(index, 4);
  }

  /** One buffer or the other, work-item by work-item. */
  private int either() {
    int a = builder.register(Type.PTR, "either");
    add(of(Op.SELECT, Type.PTR).to(a).from(r(buffers[0]), r(buffers[1]), r(chance())));
    return a;
  }

  void global(int buffer, int offset, int words) {
    int a = builder.register(Type.PTR, "at");
    add(of(Op.ADD, Type.PTR).to(a).from(r(buffer), r(offset)));
    Integer[] to = new Integer[words];
    for (int k = 0; k < words; k++) {
      to[k] = builder.register(Type.I32, "v");
    }
    // Vectors of bytes: aligned wherever the words are.
    Type element = words == 1 ? Type.I32 : Type.I8;
    add(of(Op.LOAD, Type.I32).to(to).from(r(a)).memory(memory(Space.GLOBAL, element, words, 0)));
    add(of(Op.XOR, Type.I32).to(state).from(r(state), r(to[0])));
  }

  void local(Space space, int at) {
    int v = builder.register(Type.I32, "v");
    MemoryAccess access = memory(space, Type.I32, 1, 4L * random.nextInt(4));
    if (random.nextBoolean()) {
      add(of(Op.STORE, Type.I32).from(r(at), r(state)).memory(access));
    } else {
      add(of(Op.LOAD, Type.I32).to(v).from(r(at)).memory(access));
    }
  }

  /** Element id - k by those that have one: the formula puts the first work-items elsewhere. */
  private void behind() {
    int k = 1 + random.nextInt(40);
    int enough = builder.register(Type.I1, "enough");
    int back = builder.register(Type.I32, "back");
    int then = builder.block();
    int end = builder.block();
    add(of(Op.COMPARE, Type.I32).comparison(Comparison.GE).to(enough).from(r(ids[0]), i(k)));
    add(of(Op.BRANCH, Type.I1).guard(enough, false));
    builder.successors(block, end, then);
    block = then;
    add(of(Op.SUB, Type.I32).to(back).from(r(ids[0]), i(k)));
    global(buffers[random.nextInt(2)], scaled(back, 4), 1);
    builder.successors(block, end);
    block = end;
  }

  private void nest(Runnable body) {
    boolean before = converged;
    converged = false;
    depth++;
    body.run();
    depth--;
    converged = before;
  }

  /** Goes on somewhere and says whether the current block still needs a successor. */
  private void leave() {
    int p = chance();
    int away = builder.block();
    int stay = builder.block();
    add(of(Op.BRANCH, Type.I1).guard(p, random.nextBoolean()));
    builder.successors(block, stay, away);
    switch (random.nextInt(3)) {
      case 0 -> builder.successors(away, breakTo >= 0 ? breakTo : stay);
      case 1 -> builder.successors(away, continueTo >= 0 ? continueTo : stay);
      default -> {
        if (random.nextInt(3) == 0) {
          builder.add(away, of(Op.EXIT, Type.I1).build());
        } else {
          builder.successors(away, stay);
        }
      }
    }
    block = stay;
  }

  private void branch() {
    int p = chance();
    int then = builder.block();
    int otherwise = random.nextBoolean() ? builder.block() : -1;
    int end = builder.block();
    add(of(Op.BRANCH, Type.I1).guard(p, random.nextBoolean()));
    builder.successors(block, otherwise < 0 ? end : otherwise, then);
    nest(
        () -> {
          block = then;
          statements(1 + random.nextInt(2));
          builder.successors(block, end);
          if (otherwise >= 0) {
            block = otherwise;
            statements(1);
            builder.successors(block, end);
          }
        });
    block = end;
  }

  private void loop() {
    boolean same = random.nextInt(3) == 0;
    int n = builder.register(Type.I32, "n");
    if (same) {
      add(of(Op.MOVE, Type.I32).to(n).from(i(1 + random.nextInt(6))));
    } else {
      add(of(Op.ADD, Type.I32).to(n).from(r(bits(7)), i(0)));
    }
    int head = builder.block();
    int body = builder.block();
    int latch = builder.block();
    int end = builder.block();
    builder.successors(block, head);
    int done = builder.register(Type.I1, "done");
    builder.add(
        head,
        of(Op.COMPARE, Type.I32)
            .comparison(Comparison.LE)
            .signed(true)
            .to(done)
            .from(r(n), i(0))
            .build());
    builder.add(head, of(Op.BRANCH, Type.I1).guard(done, false).build());
    builder.successors(head, body, end);
    int outerBreak = breakTo;
    int outerContinue = continueTo;
    // Now and then, leaving means leaving the loop around as well.
    breakTo = outerBreak >= 0 && random.nextInt(3) == 0 ? outerBreak : end;
    continueTo = latch;
    nest(
        () -> {
          block = body;
          statements(1 + random.nextInt(2));
          builder.successors(block, latch);
        });
    breakTo = outerBreak;
    continueTo = outerContinue;
    builder.add(latch, of(Op.SUB, Type.I32).to(n).from(r(n), i(1)).build());
    builder.successors(latch, head);
    block = end;
  }

  private void choice() {
    int ways = 2 + random.nextInt(4);
    add(of(Op.SWITCH, Type.I32).from(r(bits(7))));
    List<Integer> targets = new ArrayList<>();
    for (int k = 0; k < ways; k++) {
      targets.add(k > 0 && random.nextInt(5) == 0 ? targets.get(k - 1) : builder.block());
    }
    int end = builder.block();
    builder.successors(block, targets);
    nest(
        () -> {
          for (int k = 0; k < ways; k++) {
            if (k > 0 && targets.get(k).equals(targets.get(k - 1))) {
              continue;
            }
            block = targets.get(k);
            simple();
            stir();
            boolean falls =
                k + 1 < ways
                    && random.nextInt(4) == 0
                    && !targets.get(k + 1).equals(targets.get(k));
            builder.successors(block, falls ? targets.get(k + 1) : end);
          }
        });
    block = end;
  }
}
