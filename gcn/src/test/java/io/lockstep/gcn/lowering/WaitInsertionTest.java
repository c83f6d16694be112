// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.Specs;
import io.lockstep.gcn.isa.GcnClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Waits in machine code that is written by hand, or at random. */
class WaitInsertionTest {
  private static final Chip CHIP = Specs.chip("gfx942", Specs.of("mi300a"));

  private static GcnOp op(GcnClass cls, int dst, int... src) {
    GcnOp op = new GcnOp(cls, cls.name());
    op.dst = dst < 0 ? GcnOp.NONE : new int[] {dst};
    op.src = src;
    op.operands = dst + " <- " + Arrays.toString(src);
    return op;
  }

  private static GcnOp load(int dst, int address) {
    return op(GcnClass.VMEM_LOAD, dst, address);
  }

  private static GcnOp add(int dst, int... src) {
    return op(GcnClass.VALU, dst, src);
  }

  private static GcnOp copy(int dst, int... src) {
    GcnOp op = op(GcnClass.VALU, dst, src);
    op.renames = true;
    return op;
  }

  private static List<List<GcnOp>> insert(List<List<GcnOp>> blocks, int[][] predecessors) {
    return new WaitInsertion(10, CHIP).insert(blocks, predecessors);
  }

  /** Each instruction's class, a wait's counts. */
  private static List<String> text(List<GcnOp> block) {
    return block.stream()
        .map(o -> o.cls == GcnClass.WAITCNT ? o.operands : o.operands.replaceAll(" <-.*", ""))
        .toList();
  }

  /** A block before a loop of one block, and one behind it. */
  private static List<List<GcnOp>> loop(GcnOp... body) {
    return insert(
        List.of(
            List.of(add(0)),
            List.of(body),
            List.of(op(GcnClass.VMEM_STORE, -1, 9, 0), op(GcnClass.END, -1))),
        new int[][] {{}, {0, 1}, {1}});
  }

  @Test
  void aLoadIsWaitedForInTheNextTurnOfALoopWhereACopyCarriesIt() {
    List<List<GcnOp>> code = loop(load(1, 0), copy(0, 1));
    assertThat(text(code.get(1))).containsExactly("vmcnt(0)", "1");
    assertThat(text(code.get(2))).startsWith("vmcnt(0)", "-1");
  }

  @Test
  void aLoadIsWaitedForWhereTwoCopiesCarryIt() {
    List<List<GcnOp>> code =
        loop(load(1, 0), copy(2, 1), copy(0, 2), load(3, 0), copy(4, 3), copy(0, 4));
    assertThat(text(code.get(1))).containsExactly("vmcnt(0)", "1", "vmcnt(0)", "3");
  }

  @Test
  void aCopyThatOnlySomeLanesMakeIsAsPendingAsItsSourceAndItsTarget() {
    assertThat(text(loop(load(1, 8), load(2, 8), copy(1, 2, 1), add(3, 1)).get(1)))
        .containsSubsequence("2", "vmcnt(0)", "3");
    assertThat(text(loop(load(1, 8), load(2, 8), load(4, 8), copy(2, 1, 2), add(3, 2)).get(1)))
        .containsSubsequence("4", "vmcnt(1)", "3");
  }

  @Test
  void whereWaysMeetTheYoungerLoadIsWaitedFor() {
    // Block 0 branches to 1 and 2, which meet in 3: one copies a load, one an older load.
    List<List<GcnOp>> code =
        insert(
            List.of(
                List.of(load(1, 9), load(2, 9)),
                List.of(copy(3, 1)),
                List.of(copy(3, 2)),
                List.of(add(4, 3), op(GcnClass.END, -1))),
            new int[][] {{}, {0}, {0}, {1, 2}});
    assertThat(text(code.get(1))).isEmpty();
    assertThat(text(code.get(2))).isEmpty();
    assertThat(text(code.get(3))).startsWith("vmcnt(0)", "4");
  }

  @Test
  void aStoreWaitsForItsDataAndItsAddressAndIsCountedItself() {
    List<GcnOp> code =
        insert(
                List.of(
                    List.of(
                        load(1, 9),
                        load(2, 9),
                        copy(3, 1),
                        op(GcnClass.VMEM_STORE, -1, 8, 3),
                        op(GcnClass.VMEM_STORE, -1, 2, 7))),
                new int[][] {{}})
            .get(0);
    assertThat(text(code)).containsExactly("1", "2", "vmcnt(1)", "-1", "vmcnt(1)", "-1");
  }

  @Test
  void aFenceHasWaitedForEverything() {
    GcnOp fence = GcnOp.waits(CHIP.isa, 0, 0).get(0);
    fence.operands = "fence";
    List<GcnOp> code =
        insert(List.of(List.of(load(1, 9), fence, add(2, 1))), new int[][] {{}}).get(0);
    assertThat(text(code)).containsExactly("1", "fence", "2");
  }

  // ------------------------------------------------------------------ any program

  /** A program of random blocks and ways; one block goes straight on. */
  private record Program(List<List<GcnOp>> blocks, int[][] successors) {
    static Program random(long seed, int blocks) {
      Random random = new Random(seed);
      List<List<GcnOp>> all = new ArrayList<>();
      int[][] successors = new int[blocks][];
      for (int b = 0; b < blocks; b++) {
        List<GcnOp> ops = new ArrayList<>();
        for (int k = random.nextInt(12); k >= 0; k--) {
          ops.add(any(random));
        }
        all.add(ops);
        successors[b] = new int[blocks == 1 ? 0 : 1 + random.nextInt(2)];
        for (int s = 0; s < successors[b].length; s++) {
          successors[b][s] = random.nextInt(blocks);
        }
      }
      return new Program(all, successors);
    }

    private static GcnOp any(Random random) {
      int d = random.nextInt(10);
      int a = random.nextInt(10);
      int c = random.nextInt(10);
      return switch (random.nextInt(16)) {
        case 0, 1, 2, 3 -> load(d, a);
        case 4 -> op(GcnClass.VMEM_STORE, -1, a, c);
        case 5 -> op(GcnClass.VMEM_ATOMIC_RETURN, d, a, c);
        case 6, 7 -> op(GcnClass.LDS_READ, d, a);
        case 8 -> op(GcnClass.LDS_WRITE, -1, a, c);
        case 9 -> op(GcnClass.SMEM, d, a);
        case 10, 11 -> copy(d, a);
        case 12 -> copy(d, a, d);
        case 13 -> op(GcnClass.BARRIER, -1);
        default -> add(d, a, c);
      };
    }

    int[][] predecessors() {
      int n = blocks.size();
      int[][] out = new int[n][];
      for (int b = 0; b < n; b++) {
        int to = b;
        out[b] =
            java.util.stream.IntStream.range(0, n)
                .filter(p -> Arrays.stream(successors[p]).anyMatch(s -> s == to))
                .toArray();
      }
      return out;
    }
  }

  private static List<Integer> list(int[] registers) {
    return Arrays.stream(registers).boxed().toList();
  }

  private static List<Integer> both(GcnOp op) {
    List<Integer> out = new ArrayList<>(list(op.src));
    out.addAll(list(op.dst));
    return out;
  }

  @Property(tries = 300)
  @Label("on no way through a random program is a register used before memory has answered")
  void noWayThroughAProgramMeetsAnOutstandingLoad(@ForAll long seed) {
    Random random = new Random(seed);
    Program program = Program.random(seed, 1 + random.nextInt(6));
    List<List<GcnOp>> code = insert(program.blocks, program.predecessors());
    for (int walk = 0; walk < 10; walk++) {
      OutstandingLoads state = new OutstandingLoads();
      int b = 0;
      for (int steps = 0; steps < 30; steps++) {
        int at = 0;
        for (GcnOp op : program.blocks.get(b)) {
          if (op.renames) {
            state.set(op.dst[0], list(op.src));
            continue;
          }
          while (code.get(b).get(at).cls == GcnClass.WAITCNT) {
            state.issue(code.get(b).get(at++));
          }
          assertThat(code.get(b).get(at++)).isSameAs(op);
          use(state, op);
        }
        assertThat(at).isEqualTo(code.get(b).size());
        int[] ways = program.successors[b];
        if (ways.length == 0) {
          break;
        }
        b = ways[random.nextInt(ways.length)];
      }
    }
  }

  @Property(tries = 300)
  @Label("in straight code no wait is made in vain, and none waits for more than it must")
  void straightCodeWaitsNoMoreThanItMust(@ForAll long seed) {
    Program program = Program.random(seed, 1);
    List<GcnOp> code = insert(program.blocks, program.predecessors()).get(0);
    OutstandingLoads state = new OutstandingLoads();
    int at = 0;
    for (GcnOp op : program.blocks.get(0)) {
      if (op.renames) {
        state.set(op.dst[0], list(op.src));
        continue;
      }
      GcnOp next = code.get(at);
      if (next.cls == GcnClass.WAITCNT) {
        int count = state.vectorCount(state.of(both(op)));
        assertThat(next.waits[0]).isEqualTo(count);
        boolean local =
            state.of(both(op)).stream().anyMatch(o -> !o.op.cls.isVectorMemory())
                || op.cls == GcnClass.BARRIER && !state.localIsIdle();
        assertThat(next.waits[1] >= 0).isEqualTo(local);
        state.issue(next);
        at++;
      }
      assertThat(code.get(at++)).isSameAs(op);
      use(state, op);
    }
  }

  private static void use(OutstandingLoads state, GcnOp op) {
    assertThat(state.of(both(op))).as("outstanding at %s %s", op.mnemonic, op.operands).isEmpty();
    if (op.cls == GcnClass.BARRIER) {
      assertThat(state.localIsIdle()).isTrue();
    }
    if (OutstandingLoads.isMemory(op)) {
      state.issue(op);
    } else {
      for (int d : op.dst) {
        state.set(d, List.of());
      }
    }
  }
}
