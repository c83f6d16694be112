// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.Latencies;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.device.nvidia.schedule.ListSchedule.Scarcity;
import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.Pipe;
import io.lockstep.sm.code.Row;
import io.lockstep.testsupport.Kernels;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ListScheduleTest {
  private static final int FIRST = 100; // register
  private static final int REGISTERS = 24;
  private static final int MOST = 30; // limits that are tried

  private final Latencies latencies = new Latencies(TestDevices.of(Capability.VOLTA));
  private final VirtualRegisters registers =
      new VirtualRegisters(new RegisterFacts(Kernels.copy(false)));

  ListScheduleTest() {
    while (registers.size() < FIRST + REGISTERS) {
      registers.temporary(Kind.VECTOR);
    }
    registers.temporary(Kind.PREDICATE); // the guard
  }

  private static Value any(Random random) {
    return Value.register(Kind.VECTOR, FIRST + random.nextInt(REGISTERS));
  }

  /** Sums, loads, stores and, seldom, a barrier; some of them under a guard. */
  private static List<SassOp> block(Random random) {
    List<SassOp> ops = new ArrayList<>();
    int size = 3 + random.nextInt(50);
    int barriers = random.nextInt(3);
    for (int k = 0; k < size; k++) {
      int kind = random.nextInt(10);
      if (kind == 0 && barriers-- > 0) {
        ops.add(new SassOp("BAR.SYNC", Pipe.BARRIER));
        continue;
      }
      boolean load = kind < 6;
      boolean store = kind == 9;
      SassOp op =
          new SassOp(
              load ? "LDG.E" : store ? "STG.E" : "FADD", load || store ? Pipe.GLOBAL : Pipe.FMA);
      op.sources.add(any(random));
      if (!load) {
        op.sources.add(any(random));
      }
      if (!store) {
        op.results.add(any(random));
      }
      if (load || store) {
        op.access = new Row.Access(load ? AccessKind.LOAD : AccessKind.STORE, k, 4, null);
      }
      if (random.nextInt(12) == 0) {
        op.guard = Value.register(Kind.PREDICATE, FIRST + REGISTERS);
      }
      ops.add(op);
    }
    return ops;
  }

  private BlockSchedule schedule(List<SassOp> block, Liveness liveness) {
    return new BlockSchedule(latencies, registers, block, liveness.liveIn(0), liveness.liveOut(0));
  }

  private static List<SassOp> ops(List<ListSchedule.Order> parts) {
    return parts.stream().flatMap(part -> part.ops.stream()).toList();
  }

  @Property(tries = 100)
  void anOrderIsTheSameWhicheverOthersWereMadeBefore(@ForAll long seed) {
    Random random = new Random(seed);
    List<SassOp> block = block(random);
    boolean loops = random.nextBoolean();
    List<List<Integer>> successors = List.of(loops ? List.of(0) : List.of());
    Liveness liveness = Liveness.of(List.of(block), successors, SassOp.ACCESSES);
    BlockSchedule schedule = schedule(block, liveness);
    List<Integer> limits = new ArrayList<>(IntStream.range(0, MOST).boxed().toList());
    limits.add(ListSchedule.FREE);
    Collections.shuffle(limits, random);
    for (int most : limits) {
      Scarcity scarcity = Scarcity.values()[random.nextInt(2)];
      List<ListSchedule.Order> kept = schedule.order(most, scarcity);
      List<ListSchedule.Order> anew = schedule(block, liveness).order(most, scarcity);

      assertThat(ops(kept)).as("limit %s", most).isEqualTo(ops(anew));
      assertThat(kept.stream().map(part -> part.cycles))
          .isEqualTo(anew.stream().map(part -> part.cycles).toList());
    }
  }

  private static SassOp op(String name, int to, int... from) {
    boolean load = name.startsWith("LDG");
    SassOp op = new SassOp(name, load ? Pipe.GLOBAL : Pipe.FMA);
    op.results.add(Value.register(Kind.VECTOR, FIRST + to));
    for (int f : from) {
      op.sources.add(Value.register(Kind.VECTOR, FIRST + f));
    }
    if (load) {
      op.access = new Row.Access(AccessKind.LOAD, to, 4, null);
    }
    return op;
  }

  @Test
  void anAddressOfALaterLoadComesFirstOnlyIfTheResultOfAReadyLoadLeavesRegisters() {
    SassOp load = op("LDG.E", 2, 0);
    SassOp address = op("IMAD.WIDE", 3, 1);
    address.results.add(Value.register(Kind.VECTOR, FIRST + 7));
    List<SassOp> block =
        List.of(load, address, op("LDG.E", 4, 3, 7), op("FADD", 5, 2, 4), op("FADD", 6, 0, 1));
    BitSet live = new BitSet();
    live.set(FIRST, FIRST + 2); // an operand of each of both, also behind the block
    BitSet out = BitSet.valueOf(live.toLongArray());
    out.set(FIRST + 3);
    out.set(FIRST + 7);
    BlockSchedule schedule = new BlockSchedule(latencies, registers, block, live, out);

    assertThat(ops(schedule.order(4, Scarcity.FEWEST_REGISTERS)).get(0))
        .isSameAs(load); // one register is left
    assertThat(ops(schedule.order(5, Scarcity.FEWEST_REGISTERS)).get(0)).isSameAs(address);
    assertThat(ops(schedule.order(4, Scarcity.FEWEST_REGISTERS)).get(0)).isSameAs(load);
  }

  @Test
  void limitsThatCodeStaysBelowGiveOneOrder() {
    List<SassOp> block = List.of(op("LDG.E", 2, 0), op("LDG.E", 3, 1), op("FADD", 4, 2, 3));
    BitSet live = new BitSet();
    live.set(FIRST, FIRST + 2);
    BlockSchedule schedule = new BlockSchedule(latencies, registers, block, live, live);

    assertThat(schedule.order(20, Scarcity.FEWEST_REGISTERS).get(0))
        .isSameAs(schedule.order(10, Scarcity.FEWEST_REGISTERS).get(0));
  }

  @Test
  void whereAllReadyInstructionsNeedRegistersTheLongestPathIsFollowed() {
    SassOp early = op("LDG.E", 2, 0); // its address stays live for the last load
    SassOp other = op("LDG.E", 3, 1);
    List<SassOp> block =
        List.of(
            other,
            early,
            op("FADD", 4, 2, 2),
            op("FADD", 5, 4, 4),
            op("FADD", 6, 5, 3),
            op("LDG.E", 7, 0));
    early.results.add(Value.register(Kind.VECTOR, FIRST + 8)); // two registers, the other load one
    BitSet live = new BitSet();
    live.set(FIRST, FIRST + 2);
    BitSet out = BitSet.valueOf(live.toLongArray());
    out.set(FIRST + 6, FIRST + 9);
    BlockSchedule schedule = new BlockSchedule(latencies, registers, block, live, out);

    assertThat(ops(schedule.order(1, Scarcity.LONGEST_PATH)).get(0)).isSameAs(early);
    assertThat(ops(schedule.order(1, Scarcity.FEWEST_REGISTERS)).get(0))
        .isSameAs(other); // raises the pressure least
  }
}
