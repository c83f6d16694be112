// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.Bench;
import io.lockstep.gcn.Specs;
import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.testsupport.Kernels;
import io.lockstep.testsupport.RandomPtx;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Waits of whole kernels, checked by values of the portable kernel: whatever the lowering merges,
 * folds or renames, an instruction that needs a loaded value has waited for its load.
 */
class LoweredWaitsTest {
  private static final Chip[] CHIPS = {
    Specs.chip("gfx908", Specs.of("mi100")), Specs.chip("gfx942", Specs.of("mi300a"))
  };

  /** Walks random ways through a kernel. */
  private static void check(Kernel kernel, long seed) {
    for (Chip chip : CHIPS) {
      MachineCode code = new GcnLowering(chip).code(kernel);
      Random random = new Random(seed);
      for (int walk = 0; walk < 12; walk++) {
        OutstandingLoads state = new OutstandingLoads();
        int b = 0;
        for (int steps = 0; steps < 60; steps++) {
          block(code.rewritten.kernel(), code, b, state);
          List<Integer> ways = code.rewritten.kernel().blocks().get(b).successors();
          if (ways.isEmpty()) {
            break;
          }
          b = ways.get(random.nextInt(ways.size()));
        }
      }
    }
  }

  private static void block(Kernel kernel, MachineCode code, int b, OutstandingLoads state) {
    List<GcnOp> ops = code.blocks().get(b);
    int at = 0;
    while (at < ops.size() && next(ops, at) < ops.size() && ops.get(next(ops, at)).prepares) {
      at = issue(ops, at, state);
    }
    for (Instruction i : code.schedule().get(b)) {
      boolean machine = false;
      boolean memory = false;
      while (at < ops.size()
          && next(ops, at) < ops.size()
          && carriesOut(ops.get(next(ops, at)), i)) {
        GcnOp op = ops.get(next(ops, at));
        while (at < next(ops, at)) {
          state.issue(ops.get(at++));
        }
        if (OutstandingLoads.isMemory(op)) {
          ready(kernel, state, i); // its address and data go with it
          memory = true;
        }
        at = issue(ops, at, state);
        machine = true;
      }
      if (machine && !memory) {
        ready(kernel, state, i);
      }
      if (!memory && (machine || i.memory() == null)) {
        for (int d : i.destinations()) {
          if (d >= 0) {
            List<Integer> from = machine ? List.of() : reads(i);
            if (!machine && i.guard() >= 0) {
              from.add(d);
            }
            state.set(d, from);
          }
        }
      }
    }
    assertThat(at).as("all of block %d is somebody's", b).isEqualTo(ops.size());
  }

  private static boolean carriesOut(GcnOp op, Instruction i) {
    return !op.prepares && op.from.contains(i);
  }

  /** The place of the next instruction that is no wait. */
  private static int next(List<GcnOp> ops, int at) {
    while (at < ops.size() && ops.get(at).cls == GcnClass.WAITCNT && ops.get(at).prepares) {
      at++;
    }
    return at;
  }

  private static int issue(List<GcnOp> ops, int at, OutstandingLoads state) {
    int end = next(ops, at);
    for (int k = at; k <= end; k++) {
      state.issue(ops.get(k));
    }
    return end + 1;
  }

  private static List<Integer> reads(Instruction i) {
    List<Integer> out = new ArrayList<>();
    for (Operand o : i.sources()) {
      if (o.isRegister()) {
        out.add(o.register());
      }
    }
    if (i.guard() >= 0) {
      out.add(i.guard());
    }
    return out;
  }

  private static void ready(Kernel kernel, OutstandingLoads state, Instruction i) {
    assertThat(state.of(reads(i)))
        .as("outstanding at %s of %s, line %d", i.op(), kernel.name(), i.line())
        .isEmpty();
  }

  static Stream<Kernel> corpus() {
    return Stream.concat(Kernels.CORPUS.stream(), Kernels.CUDA.stream())
        .filter(name -> !name.equals("cu_texconst"))
        .map(Kernels::corpus);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("corpus")
  void noKernelOfTheCorpusReadsWhatMemoryHasNotAnswered(Kernel kernel) {
    check(kernel, 1);
  }

  @Property(tries = 200)
  @Label("no random kernel reads what memory has not answered")
  void noRandomKernelReadsWhatMemoryHasNotAnswered(@ForAll long seed) {
    check(Kernels.ptx("k", RandomPtx.kernel(seed, 40, true)).get(0), seed);
  }

  /** Kernels that once did: a loaded value passed through a conversion without an instruction. */
  @ParameterizedTest(name = "{0}")
  @ValueSource(longs = {-2329, 1245})
  void noKernelWhoseConversionsMakeNoInstructionReadsWhatMemoryHasNotAnswered(long seed) {
    check(Kernels.ptx("k", RandomPtx.kernel(seed, 40, true)).get(0), seed);
  }

  // ------------------------------------------------------------------ copies in loops

  private static Operand r(int register) {
    return Operand.register(register);
  }

  private static Instruction load(int to, int address) {
    return InstructionBuilder.of(Op.LOAD, Type.PTR)
        .to(to)
        .from(r(address))
        .memory(new MemoryAccess(Space.GLOBAL, Type.I64, 1, -1, 0))
        .build();
  }

  private static Instruction move(int to, int from, int guard) {
    InstructionBuilder move = InstructionBuilder.of(Op.MOVE, Type.PTR).to(to).from(r(from));
    return (guard < 0 ? move : move.guard(guard, false)).build();
  }

  /** Two links of a chain a turn; the loaded address is copied on so often before it is used. */
  private static Kernel chain(int copies) {
    return Bench.loop(
        (b, block, pointer, thread) -> {
          for (int link = 0; link < 2; link++) {
            int at = b.register(Type.PTR, "%loaded" + link);
            b.add(block, load(at, pointer));
            for (int k = 1; k < copies; k++) {
              int to = b.register(Type.PTR, "%copy" + link + k);
              b.add(block, move(to, at, -1));
              at = to;
            }
            b.add(block, move(pointer, at, -1));
          }
        });
  }

  @Test
  void aChainOfLoadsThroughCopiesWaitsAtEveryLink() {
    for (int copies = 1; copies <= 3; copies++) {
      check(chain(copies), copies);
      MachineCode code = new GcnLowering(CHIPS[1]).code(chain(copies));
      assertThat(code.blocks().get(1).stream().filter(o -> o.waits.length > 0 && o.waits[0] == 0))
          .hasSize(2);
    }
  }

  /** Loads, copies, guarded copies and selects among pointers, in a loop, at random. */
  private static Kernel shuffled(long seed) {
    Random random = new Random(seed);
    return Bench.loop(
        (b, block, pointer, thread) -> {
          int[] pointers = new int[5];
          pointers[0] = pointer;
          for (int k = 1; k < pointers.length; k++) {
            pointers[k] = b.register(Type.PTR, "%p" + k);
            b.add(0, move(pointers[k], pointer, -1));
          }
          int p = b.register(Type.I1, "%q");
          b.add(
              block,
              InstructionBuilder.of(Op.COMPARE, Type.I1)
                  .sourceType(Type.I32)
                  .comparison(io.lockstep.kernel.type.Comparison.LT)
                  .to(p)
                  .from(r(thread), Operand.immediate(9))
                  .build());
          for (int k = 4 + random.nextInt(8); k > 0; k--) {
            any(b, block, pointers, p, random);
          }
        });
  }

  private static void any(KernelBuilder b, int block, int[] pointers, int p, Random random) {
    int d = pointers[random.nextInt(5)];
    int s = pointers[random.nextInt(5)];
    int t = pointers[random.nextInt(5)];
    switch (random.nextInt(6)) {
      case 0, 1 -> {
        int fresh = b.register(Type.PTR, "%t" + random.nextInt(1 << 20));
        b.add(block, load(fresh, s));
        b.add(block, move(d, fresh, random.nextInt(3) == 0 ? p : -1));
      }
      case 2 -> b.add(block, load(d, s));
      case 3 -> b.add(block, move(d, s, random.nextBoolean() ? p : -1));
      case 4 ->
          b.add(
              block,
              InstructionBuilder.of(Op.SELECT, Type.PTR).to(d).from(r(s), r(t), r(p)).build());
      default ->
          b.add(
              block,
              InstructionBuilder.of(Op.STORE, Type.PTR)
                  .from(r(s), r(t))
                  .memory(new MemoryAccess(Space.GLOBAL, Type.I64, 1, -1, 0))
                  .build());
    }
  }

  @Property(tries = 200)
  @Label("no loop that copies, selects and stores pointers reads what memory has not answered")
  void noLoopOfCopiesReadsWhatMemoryHasNotAnswered(@ForAll long seed) {
    check(shuffled(seed), seed);
  }
}
