// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.register;

import static io.lockstep.lower.Sample.c;
import static io.lockstep.lower.Sample.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.Sample;
import io.lockstep.lower.register.ProgramPoints.Point;
import io.lockstep.lower.register.ProgramPoints.Side;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ProgramPointsTest {
  private static ProgramPoints<Instruction> points(Kernel kernel, Side first, Side... others) {
    return new ProgramPoints<>(
        kernel.blocks().stream().map(Block::instructions).toList(),
        new Liveness(kernel)::liveOut,
        Liveness::before,
        EnumSet.of(first, others));
  }

  /** Two blocks: r0 is defined in the first and used in the second. */
  private static Kernel twoBlocks() {
    Sample k = new Sample();
    k.words(2);
    k.op(Op.MOVE, 0, c(1));
    k.jump(1);
    k.block();
    k.op(Op.ADD, 1, r(0), r(0));
    return k.build();
  }

  @Test
  @DisplayName("visits blocks in order and each block backwards")
  void visitsBlocksInOrderAndEachBlockBackwards() {
    List<String> seen = new ArrayList<>();
    points(twoBlocks(), Side.END, Side.AFTER, Side.BEFORE)
        .each(
            p ->
                seen.add(
                    "%s %s %s %s %s"
                        .formatted(
                            p.block(),
                            p.number(),
                            p.side(),
                            p.instruction() == null ? "-" : p.instruction().op(),
                            p.live())));
    assertThat(seen)
        .containsExactly(
            "0 2 END - {0}",
            "0 1 AFTER JUMP {0}",
            "0 1 BEFORE JUMP {0}",
            "0 0 AFTER MOVE {0}",
            "0 0 BEFORE MOVE {}",
            "1 4 END - {}",
            "1 3 AFTER EXIT {}",
            "1 3 BEFORE EXIT {}",
            "1 2 AFTER ADD {}",
            "1 2 BEFORE ADD {0}");
  }

  @Test
  @DisplayName("visits only the sides of interest")
  void visitsOnlyTheSidesOfInterest() {
    List<Side> seen = new ArrayList<>();
    points(twoBlocks(), Side.END).each(p -> seen.add(p.side()));
    assertThat(seen).containsExactly(Side.END, Side.END);
  }

  /** Values 0 to n - 1 are defined one after another, then stored in the same order. */
  private static Kernel stores(int n) {
    Sample k = new Sample();
    k.words(n);
    int address = k.registers(Type.PTR, 1);
    for (int v = 0; v < n; v++) {
      k.op(Op.MOVE, v, c(v));
    }
    for (int v = 0; v < n; v++) {
      k.store(Space.GLOBAL, r(address), r(v));
    }
    return k.build();
  }

  @Test
  @DisplayName("the maximum is taken over all blocks and is at least zero")
  void theMaximumIsTakenOverAllBlocksAndIsAtLeastZero() {
    ProgramPoints<Instruction> points = points(stores(4), Side.BEFORE);
    assertThat(points.most(p -> p.live().cardinality())).isEqualTo(5);
    assertThat(points.most(p -> -1)).isZero();
  }

  private final BitSet spilled = new BitSet();
  private final List<Integer> order = new ArrayList<>();

  private int kept(Point<Instruction> point) {
    BitSet kept = (BitSet) point.live().clone();
    kept.andNot(spilled);
    return kept.cardinality();
  }

  private int spill(int value) {
    spilled.set(value);
    order.add(value);
    return 1;
  }

  @Test
  @DisplayName("spills the best values until no point exceeds the limit")
  void spillsTheBestValuesUntilNoPointExceedsTheLimit() {
    ProgramPoints<Instruction> points = points(stores(5), Side.BEFORE);
    points.relieve(
        p -> kept(p) - 4,
        (p, v) -> v < 5 && !spilled.get(v),
        p -> Comparator.comparing(v -> -v),
        this::spill);
    assertThat(points.most(this::kept)).isEqualTo(4);
    assertThat(order).containsExactly(4, 3);
  }

  @Test
  @DisplayName("among equals spills the value with the lower number")
  void amongEqualsSpillsTheValueWithTheLowerNumber() {
    points(stores(5), Side.BEFORE)
        .relieve(
            p -> kept(p) - 4,
            (p, v) -> v > 0 && !spilled.get(v),
            p -> Comparator.comparing(v -> 0),
            this::spill);
    assertThat(order).containsExactly(1, 2);
  }

  @Test
  @DisplayName("ends if no value may be spilled although points exceed the limit")
  void endsIfNoValueMayBeSpilledAlthoughPointsExceedTheLimit() {
    ProgramPoints<Instruction> points = points(stores(5), Side.BEFORE);
    points.relieve(
        p -> kept(p) - 2,
        (p, v) -> v == 2 && !spilled.get(v),
        p -> Comparator.naturalOrder(),
        this::spill);
    assertThat(order).containsExactly(2);
  }

  @Test
  @DisplayName("a spill that frees nothing is not repeated")
  void aSpillThatFreesNothingIsNotRepeated() {
    int[] calls = {0};
    points(stores(2), Side.BEFORE)
        .relieve(
            p -> p.number() == 2 ? 1 : 0,
            (p, v) -> v == 0,
            p -> Comparator.naturalOrder(),
            v -> {
              calls[0]++;
              return 0;
            });
    assertThat(calls[0]).isEqualTo(1);
  }

  @Test
  @DisplayName("walks the program again after a spill, since a later reload may exceed the limit")
  void walksTheProgramAgainAfterASpill() {
    List<Integer> walks = new ArrayList<>();
    points(stores(2), Side.BEFORE)
        .relieve(
            p -> {
              if (p.number() == 0) {
                walks.add(spilled.cardinality());
              }
              return p.number() == 2 && spilled.isEmpty() ? 1 : 0;
            },
            (p, v) -> v == 0,
            p -> Comparator.naturalOrder(),
            this::spill);
    assertThat(walks).containsExactly(1, 1);
  }
}
