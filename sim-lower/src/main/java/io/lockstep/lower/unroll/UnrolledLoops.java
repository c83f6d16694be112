// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.unroll;

import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A kernel whose counted loops are unrolled: four iterations as long as at least four are left,
 * then two, then one. Blocks keep their numbers, and a loop's own blocks are its single iteration;
 * new blocks follow.
 *
 * <p>There are two kernels with the same blocks. Code is generated from one; work-groups follow the
 * other, whose instructions are those of the original and whose single iterations may lead back to
 * the loop's start, so that each recorded path exists however it is cut. Immutable, thread-safe.
 */
public final class UnrolledLoops {
  private static final int MANY = 4;
  private static final int FEW = 2;

  /**
   * The new blocks of a loop.
   *
   * @param start asks whether the first iteration stands alone, else the same as many
   * @param many asks whether four iterations are left
   * @param four first of the blocks of four iterations, behind the one that enters them
   * @param middle asks whether two are left
   * @param two first of the blocks of two iterations
   * @param end asks whether one is left
   */
  record Places(int start, int many, int four, int middle, int two, int end) {}

  private record Made(List<Instruction> code, List<Integer> next) {}

  private final RegisterFacts facts;
  private final Kernel kernel;
  private final CountedLoop[] loops; // by first block; null for others
  private final Places[] places; // by first block
  private final Map<Instruction, Instruction> origins = new IdentityHashMap<>(); // never iterated
  private final List<Type> types;
  private final Made[] lowered;
  private final Made[] followed;
  private final int[][] portable; // blocks of the original kernel, by block
  private final Kernel code;
  private final Kernel executed;

  /**
   * Unrolls loops.
   *
   * @param kernel a verified kernel
   * @param pays whether a loop with these instructions is unrolled
   */
  public UnrolledLoops(Kernel kernel, Predicate<List<Instruction>> pays) {
    this.kernel = kernel;
    facts = new RegisterFacts(kernel);
    types = new ArrayList<>(kernel.registers());
    int n = kernel.blocks().size();
    loops = new CountedLoop[n];
    places = new Places[n];
    int next = n;
    boolean any = PollLoops.of(kernel).isEmpty();
    for (Block block : any ? kernel.blocks() : List.<Block>of()) {
      CountedLoop loop = CountedLoop.of(facts, block, pays);
      if (loop != null && block.id() > 0) {
        loops[block.id()] = loop;
        places[block.id()] = places(loop, next);
        next = places[block.id()].end + 1;
      }
    }
    lowered = new Made[next];
    followed = new Made[next];
    portable = new int[next][];
    if (next == n) {
      code = kernel;
      executed = kernel;
      return;
    }
    for (Block b : kernel.blocks()) {
      put(b.id(), b.instructions(), b.successors().stream().map(this::entry).toList(), List.of(b));
    }
    for (CountedLoop loop : loops) {
      if (loop != null) {
        unroll(loop, places[loop.first()]);
      }
    }
    code = built(lowered);
    executed = built(followed);
  }

  private static Places places(CountedLoop loop, int from) {
    int more = loop.blocks().size() - 1;
    int many = loop.isPeeled() ? from + 1 + loop.blocks().size() : from;
    int four = many + 2;
    int middle = four + MANY * more + 1;
    int end = middle + 1 + FEW * more + 1;
    return new Places(from, many, four, middle, middle + 1, end);
  }

  /** {@return the kernel from which code is generated} */
  public Kernel code() {
    return code;
  }

  /** {@return the kernel whose blocks work-groups follow; the original if no loop is unrolled} */
  public Kernel executed() {
    return executed;
  }

  /** {@return by block of the new kernels, the blocks of the original that it executes} */
  public int[][] portable() {
    return portable;
  }

  /**
   * {@return the instructions of the original kernel that stand behind those of the code}
   *
   * @param instructions instructions of {@link #code}
   */
  public List<Instruction> origins(List<Instruction> instructions) {
    return instructions.stream().map(i -> origins.getOrDefault(i, i)).toList();
  }

  CountedLoop loop(int first) {
    return loops[first];
  }

  Kernel kernel() {
    return kernel;
  }

  /** The block at which control that went to a block of the original kernel arrives. */
  int entry(int block) {
    return loops[block] == null ? block : places[block].start;
  }

  private void put(int at, List<Instruction> made, List<Integer> next, List<Block> of) {
    lowered[at] = new Made(made, next);
    List<Instruction> all = new ArrayList<>();
    of.forEach(b -> all.addAll(b.instructions()));
    if (of.isEmpty()) {
      all.add(made.get(made.size() - 1));
    }
    followed[at] = new Made(all, next);
    portable[at] = of.stream().mapToInt(Block::id).toArray();
  }

  private void unroll(CountedLoop loop, Places at) {
    Instruction branch = loop.last().last();
    int first = register(Type.I1);
    int exit = entry(loop.exit());
    Operand counter = loop.counter();
    boolean known = facts.constant(loop.bound()) != null;
    Long from = known ? null : start(loop);
    List<Instruction> start = new ArrayList<>(List.of(move(branch, first, 1)));
    if (loop.isPeeled()) {
      start.addAll(test(loop, loop.ahead(), loop.bound()));
      put(at.start, start, List.of(at.start + 1, at.many), List.of());
      List<List<Instruction>> alone = Repeated.of(loop, 1, true, facts, types, origins);
      alone.get(alone.size() - 1).add(move(branch, first, 0));
      put(loop, at.start + 1, 1, alone, List.of(at.many));
      start = new ArrayList<>();
    }
    ask(loop, MANY, from, start);
    put(at.many, start, List.of(at.middle, at.four - 1), List.of());

    List<Instruction> enter = new ArrayList<>(List.of(move(branch, first, 0)));
    Operand limit = limit(loop, MANY, enter);
    enter.add(made(branch, InstructionBuilder.of(Op.JUMP, Type.I1)));
    put(at.four - 1, enter, List.of(at.four), List.of());
    List<List<Instruction>> four = Repeated.of(loop, MANY, true, facts, types, origins);
    four.get(four.size() - 1).addAll(test(loop, loop.ahead(), limit));
    put(loop, at.four, MANY, four, List.of(at.middle, at.four));

    List<Instruction> middle = new ArrayList<>();
    ask(loop, FEW, null, middle);
    put(at.middle, middle, List.of(at.end, at.two), List.of());
    List<List<Instruction>> two = Repeated.of(loop, FEW, true, facts, types, origins);
    two.get(two.size() - 1).add(move(branch, first, 0));
    put(loop, at.two, FEW, two, List.of(at.end));

    int left = register(Type.I1);
    InstructionBuilder last =
        compare(loop, loop.test().comparison(), counter, loop.bound(), left)
            .combine(BoolOp.OR)
            .from(counter, loop.bound(), Operand.register(first));
    put(
        at.end,
        List.of(made(branch, last), branch(loop, left)),
        List.of(exit, loop.first()),
        List.of());
    if (loop.isOpen()) {
      lowered[loop.last().id()] = new Made(loop.last().instructions(), List.of(exit, loop.first()));
    } else {
      List<List<Instruction>> once = Repeated.of(loop, 1, false, facts, types, origins);
      once.get(once.size() - 1).add(made(branch, InstructionBuilder.of(Op.JUMP, Type.I1)));
      for (int k = 0; k < once.size(); k++) {
        Block block = loop.blocks().get(k);
        List<Integer> next = block == loop.last() ? List.of(exit) : block.successors();
        lowered[block.id()] = new Made(once.get(k), next);
      }
    }
  }

  /** Puts the blocks of several iterations. */
  private void put(
      CountedLoop loop, int at, int times, List<List<Instruction>> made, List<Integer> next) {
    List<Block> own = loop.blocks();
    int last = made.size() - 1;
    for (int k = 0; k <= last; k++) {
      List<Block> of = new ArrayList<>();
      int more = own.size() - 1;
      if (more == 0) {
        for (int j = 0; j < times; j++) {
          of.add(own.get(0));
        }
      } else {
        if (k > 0 && k % more == 0) {
          of.add(own.get(more));
        }
        if (k < last) {
          of.add(own.get(k % more));
        }
      }
      put(at + k, made.get(k), k == last ? next : List.of(at + k + 1), of);
    }
  }

  /** The constant that a loop's counter has before the loop; null if it has none. */
  private Long start(CountedLoop loop) {
    Long found = null;
    for (Block block : kernel.blocks()) {
      for (Instruction i :
          loop.blocks().contains(block) ? List.<Instruction>of() : block.instructions()) {
        if (i.writes().contains(loop.counter().register())) {
          boolean sets = found == null && i.op() == Op.MOVE && i.guard() < 0;
          if (!sets || i.sources().get(0).isRegister()) {
            return null;
          }
          found = CountedLoop.value(loop.test().sourceType(), i.sources().get(0).bits());
        }
      }
    }
    return found;
  }

  /** Appends a branch that is taken if so many iterations are left; the counter may be known. */
  private void ask(CountedLoop loop, int times, Long counter, List<Instruction> to) {
    long less = (times - 1) * loop.step();
    Instruction branch = loop.last().last();
    Type type = loop.test().sourceType();
    int left = register(Type.I1);
    InstructionBuilder test;
    if (facts.constant(loop.bound()) != null) {
      Operand limit = limit(loop, times, to);
      test = compare(loop, loop.ahead(), loop.counter(), limit, left);
    } else if (counter != null) {
      Operand limit = Operand.immediate(counter + less);
      test = compare(loop, mirrored(loop.ahead()), loop.bound(), limit, left);
    } else {
      Operand distance = Operand.register(register(type));
      to.add(
          made(
              branch,
              InstructionBuilder.of(Op.SUB, type)
                  .from(loop.bound(), loop.counter())
                  .to(distance.register())));
      test = compare(loop, mirrored(loop.ahead()), distance, Operand.immediate(less), left);
    }
    to.add(made(branch, test));
    to.add(branch(loop, left));
  }

  /** The counter below or above which so many iterations are left. */
  private Operand limit(CountedLoop loop, int times, List<Instruction> to) {
    long less = -(times - 1) * loop.step();
    Type type = loop.test().sourceType();
    Long bound = facts.constant(loop.bound());
    if (bound != null) {
      return Operand.immediate(CountedLoop.value(type, bound) + less);
    }
    int limit = register(type);
    InstructionBuilder sum = InstructionBuilder.of(Op.ADD, type);
    to.add(made(loop.last().last(), sum.from(loop.bound(), Operand.immediate(less)).to(limit)));
    return Operand.register(limit);
  }

  private List<Instruction> test(CountedLoop loop, Comparison comparison, Operand limit) {
    int left = register(Type.I1);
    InstructionBuilder test = compare(loop, comparison, loop.counter(), limit, left);
    return List.of(made(loop.last().last(), test), branch(loop, left));
  }

  private InstructionBuilder compare(
      CountedLoop loop, Comparison comparison, Operand a, Operand b, int to) {
    return InstructionBuilder.from(loop.test()).comparison(comparison).from(a, b).to(to);
  }

  private static Comparison mirrored(Comparison comparison) {
    return switch (comparison) {
      case LT -> Comparison.GT;
      case LE -> Comparison.GE;
      case GT -> Comparison.LT;
      default -> Comparison.LE;
    };
  }

  private Instruction branch(CountedLoop loop, int guard) {
    Instruction branch = loop.last().last();
    return made(branch, InstructionBuilder.from(branch).guard(guard, false));
  }

  private Instruction move(Instruction from, int to, int bits) {
    InstructionBuilder move = InstructionBuilder.of(Op.MOVE, Type.I1);
    return made(from, move.from(Operand.immediate(bits)).to(to));
  }

  private Instruction made(Instruction from, InstructionBuilder builder) {
    Instruction made = builder.build();
    origins.put(made, from);
    return made;
  }

  private int register(Type type) {
    types.add(type);
    return types.size() - 1;
  }

  private Kernel built(Made[] blocks) {
    KernelBuilder builder = new KernelBuilder(kernel.name(), kernel.frontend(), kernel.source());
    builder.memorySlots(Math.max(1, kernel.memorySlots()));
    for (Made made : blocks) {
      int block = builder.block();
      made.code.forEach(i -> builder.add(block, i));
      builder.successors(block, made.next);
    }
    Kernel.Code flow = builder.build().code();
    List<String> names = new ArrayList<>(kernel.registerNames());
    while (names.size() < types.size()) {
      names.add("unrolled");
    }
    return kernel.with(
        new Kernel.Code(types, names, flow.blocks(), kernel.memorySlots(), flow.loops()));
  }
}
