// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower;

import static io.lockstep.lower.Sample.c;
import static io.lockstep.lower.Sample.r;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.Iterator;
import java.util.List;

/** A kernel with loops, conditions and accesses that numbers determine; missing numbers are 0. */
final class KernelGenes {
  private static final int WORDS = 6;
  private static final int DEEPEST = 2;
  private static final List<Op> BINARY =
      List.of(
          Op.ADD, Op.SUB, Op.MUL, Op.AND, Op.OR, Op.XOR, Op.SHL, Op.SHR, Op.MIN, Op.MAX, Op.MAD);
  private static final List<Op> REAL =
      List.of(Op.ADD, Op.SUB, Op.MUL, Op.FMA, Op.MAD_UNFUSED, Op.RCP);

  private final Iterator<Integer> genes;
  private final KernelBuilder kernel = new KernelBuilder("random", "test", "random.test");
  private final int words;
  private final int reals;
  private final int predicates;
  private final int item; // the work-item's id
  private final int base;
  private int block = kernel.block();

  private KernelGenes(List<Integer> genes) {
    this.genes = genes.iterator();
    words = registers(Type.I32, WORDS);
    reals = registers(Type.F32, 2);
    predicates = registers(Type.I1, 2);
    item = registers(Type.I32, 1);
    base = registers(Type.PTR, 1);
  }

  /** The kernel of a list of numbers, not negative. */
  static Kernel kernel(List<Integer> genes) {
    KernelGenes k = new KernelGenes(genes);
    k.prologue();
    while (k.genes.hasNext()) {
      k.statement(0);
    }
    k.epilogue();
    return k.kernel.build();
  }

  private int registers(Type type, int count) {
    int first = kernel.register(type, "r");
    for (int k = 1; k < count; k++) {
      kernel.register(type, "r");
    }
    return first;
  }

  private int gene(int below) {
    return genes.hasNext() ? genes.next() % below : 0;
  }

  private InstructionBuilder of(Op op, Type type) {
    return InstructionBuilder.of(op, type);
  }

  private void add(InstructionBuilder i) {
    kernel.add(block, i.build());
  }

  private void prologue() {
    add(of(Op.SPECIAL, Type.I32).to(item).special(Special.LOCAL_ID_X));
    add(access(Op.LOAD, Type.PTR, Space.PARAMETER, 0).to(base).from(c(0)));
    for (int k = 0; k < WORDS; k++) {
      switch (k % 3) {
        case 0 -> add(of(Op.MOVE, Type.I32).to(words + k).from(c(gene(50) - 10)));
        case 1 -> add(of(Op.SPECIAL, Type.I32).to(words + k).special(Special.GROUP_ID_X));
        default ->
            add(access(Op.LOAD, Type.I32, Space.PARAMETER, 0).to(words + k).from(c(8 + 4 * k)));
      }
    }
    for (int k = 0; k < 2; k++) {
      add(of(Op.CONVERT, Type.F32).sourceType(Type.I32).to(reals + k).from(r(words + k)));
    }
    compare(predicates);
    compare(predicates + 1);
  }

  private void epilogue() {
    for (int k = 0; k < WORDS; k++) {
      add(access(Op.STORE, Type.I32, Space.GLOBAL, 256 + 4 * k).from(r(base), r(words + k)));
    }
    for (int k = 0; k < 2; k++) {
      add(access(Op.STORE, Type.F32, Space.GLOBAL, 300 + 4 * k).from(r(base), r(reals + k)));
      int flag = registers(Type.I32, 1);
      add(of(Op.SELECT, Type.I32).to(flag).from(c(3), r(item), r(predicates + k)));
      add(access(Op.STORE, Type.I32, Space.GLOBAL, 320 + 4 * k).from(r(base), r(flag)));
    }
    add(of(Op.EXIT, Type.I1));
    kernel.successors(block);
  }

  private InstructionBuilder access(Op op, Type type, Space space, long offset) {
    return of(op, type).memory(new MemoryAccess(space, type, 1, -1, offset));
  }

  private Operand word() {
    int g = gene(2 * WORDS);
    return g < WORDS + 2 ? r(g < WORDS ? words + g : item) : c(3 * g - 30);
  }

  private int target() {
    return words + gene(WORDS);
  }

  private void statement(int depth) {
    switch (gene(depth < DEEPEST ? 12 : 8)) {
      case 0, 1 -> arithmetic();
      case 2 -> {
        Op op = REAL.get(gene(REAL.size()));
        List<Operand> from =
            List.of(r(reals + gene(2)), r(reals), r(reals + 1))
                .subList(0, op == Op.RCP ? 1 : op == Op.FMA || op == Op.MAD_UNFUSED ? 3 : 2);
        add(of(op, Type.F32).to(reals + gene(2)).from(from));
      }
      case 3 -> compare(predicates + gene(2));
      case 4 ->
          add(of(Op.SELECT, Type.I32).to(target()).from(word(), word(), r(predicates + gene(2))));
      case 5 -> {
        Type element = List.of(Type.I32, Type.I16, Type.I8).get(gene(3));
        Space space = gene(2) == 0 ? Space.GLOBAL : Space.LOCAL;
        MemoryAccess memory = new MemoryAccess(space, element, 1, -1, 4 * gene(4));
        int address = address(space);
        add(
            of(Op.LOAD, Type.I32)
                .signed(gene(2) == 0)
                .memory(memory)
                .to(target())
                .from(r(address)));
      }
      case 6 -> {
        Space space = gene(2) == 0 ? Space.GLOBAL : Space.LOCAL;
        int address = address(space);
        add(access(Op.STORE, Type.I32, space, 4 * gene(4)).from(r(address), word()));
      }
      case 7 -> {
        boolean division = gene(2) == 0;
        add(
            of(division ? Op.DIV : Op.REM, Type.I32)
                .signed(gene(2) == 0)
                .to(target())
                .from(r(item), c(1L << gene(6))));
      }
      case 8, 9 -> condition(depth, gene(2) == 0);
      default -> loop(depth);
    }
  }

  private void arithmetic() {
    int g = gene(BINARY.size() + 3);
    Op op = g < BINARY.size() ? BINARY.get(g) : List.of(Op.NOT, Op.NEG, Op.ABS).get(g - 11);
    List<Operand> all = List.of(word(), word(), word());
    InstructionBuilder i =
        of(op, Type.I32)
            .signed(gene(2) == 0)
            .to(target())
            .from(all.subList(0, op == Op.MAD ? 3 : g < BINARY.size() ? 2 : 1));
    int guard = gene(6);
    add(guard < 2 ? i.guard(predicates + guard, gene(2) == 0) : i);
  }

  private void compare(int to) {
    Comparison c = Comparison.values()[gene(6)];
    BoolOp combine = BoolOp.values()[gene(4)];
    boolean defined = block > 0 && combine != BoolOp.NONE;
    boolean real = gene(4) == 0;
    Operand a = real ? r(reals) : word();
    Operand b = real ? r(reals + 1) : word();
    InstructionBuilder i =
        of(Op.COMPARE, real ? Type.F32 : Type.I32).signed(gene(2) == 0).comparison(c).to(to);
    add(defined ? i.combine(combine).from(a, b, r(predicates)) : i.from(a, b));
  }

  /** A register with the address of one of 16 words. */
  private int address(Space space) {
    int offset = registers(Type.I32, 1);
    add(of(Op.AND, Type.I32).to(offset).from(r(words + gene(WORDS)), c(60)));
    if (space == Space.LOCAL) {
      return offset;
    }
    int wide = registers(Type.PTR, 2);
    add(of(Op.CONVERT, Type.PTR).sourceType(Type.I32).to(wide).from(r(offset)));
    add(of(Op.ADD, Type.PTR).to(wide + 1).from(r(base), r(wide)));
    return wide + 1;
  }

  private void end(Op op, int predicate, Integer... targets) {
    InstructionBuilder i = of(op, Type.I1);
    add(op == Op.BRANCH ? i.guard(predicate, gene(2) == 0) : i);
    kernel.successors(block, targets);
  }

  private void body(int depth) {
    for (int n = 1 + gene(4); n > 0; n--) {
      statement(depth + 1);
    }
  }

  private void condition(int depth, boolean otherwise) {
    int from = block;
    int then = kernel.block();
    InstructionBuilder branch = of(Op.BRANCH, Type.I1).guard(predicates + gene(2), gene(2) == 0);
    add(branch);
    block = then;
    body(depth);
    int end = block;
    int other = kernel.block();
    int join = otherwise ? kernel.block() : other;
    kernel.successors(from, other, then);
    block = end;
    end(Op.JUMP, -1, join);
    if (otherwise) {
      block = other;
      body(depth);
      end(Op.JUMP, -1, join);
    }
    block = join;
  }

  private void loop(int depth) {
    int counter = registers(Type.I32, 1);
    int more = registers(Type.I1, 1);
    add(of(Op.MOVE, Type.I32).to(counter).from(c(0)));
    int start = kernel.block();
    end(Op.JUMP, -1, start);
    block = start;
    body(depth);
    add(of(Op.ADD, Type.I32).to(counter).from(r(counter), c(1)));
    add(
        of(Op.COMPARE, Type.I32)
            .comparison(Comparison.LT)
            .to(more)
            .from(r(counter), c(1 + gene(3))));
    add(of(Op.BRANCH, Type.I1).guard(more, false));
    int after = kernel.block();
    kernel.successors(block, after, start);
    block = after;
  }
}
