// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.terascale.FiveSlots;
import io.lockstep.terascale.FourSlots;
import io.lockstep.terascale.bundle.BundleRule;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Role;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import io.lockstep.terascale.code.ValueTable;
import io.lockstep.terascale.code.VliwArchitecture;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Operations that no bundle can hold as they stand issue on copies of their operands. */
class OperandCopiesTest {
  private static final List<VliwArchitecture> ARCHITECTURES =
      List.of(new FiveSlots(), new FourSlots());
  private static final Source[] NO_SOURCES = {};

  /** Values 0 to 11 come into the block, each in the channel of its number. */
  private static ValueTable inputs() {
    ValueTable values = new ValueTable(64);
    for (int v = 0; v < 12; v++) {
      values.pin(v, v & 3);
    }
    return values;
  }

  private static MachineOp wide(String mnemonic, Unit unit, int result, Source... halves) {
    return new MachineOp(mnemonic, unit, new int[] {result, result + 1}, halves);
  }

  private static List<Bundle> bundles(VliwArchitecture to, ValueTable values, List<MachineOp> ops) {
    List<Bundle> bundles = new ArrayList<>();
    for (Clause clause : new ClauseScheduler(to, values, 4).schedule(ops)) {
      assertThat(clause.words()).isLessThanOrEqualTo(AluClauseLimit.WORDS);
      Bundle previous = null;
      for (Bundle bundle : clause.bundles()) {
        for (BundleRule rule : ClauseScheduler.RULES) {
          assertThat(rule.allows(bundle, previous, values))
              .as(rule.name() + " " + bundle.ops())
              .isTrue();
        }
        bundles.add(bundle);
        previous = bundle;
      }
    }
    return bundles;
  }

  private static long moves(List<Bundle> bundles) {
    return bundles.stream()
        .flatMap(b -> b.ops().stream())
        .filter(op -> op.mnemonic().equals("MOV"))
        .count();
  }

  @Test
  @DisplayName("a product of two double arguments reads one half of three from a copy")
  void threeHalvesOfConstants() {
    for (VliwArchitecture to : ARCHITECTURES) {
      Source[] halves = new Source[4];
      for (int k = 0; k < 4; k++) {
        halves[k] = Source.constant(0, 9 + k); // dwords 9 and 10, 11 and 12: halves 4, 5 and 6
      }
      ValueTable values = inputs();
      List<Bundle> code = bundles(to, values, List.of(wide("MUL_64", Unit.QUAD, 20, halves)));
      assertThat(moves(code)).isEqualTo(1);
      assertThat(code.get(code.size() - 1).ops().get(0).mnemonic()).isEqualTo("MUL_64");
    }
  }

  @Test
  @DisplayName("a product of two pairs that lie in one channel reads one value from a copy")
  void fourValuesInOneChannel() {
    for (VliwArchitecture to : ARCHITECTURES) {
      ValueTable values = new ValueTable(64);
      Source[] halves = new Source[4];
      for (int k = 0; k < 4; k++) {
        values.pin(k, 2);
        halves[k] = Source.value(k);
      }
      List<Bundle> code = bundles(to, values, List.of(wide("MUL_64", Unit.QUAD, 20, halves)));
      assertThat(moves(code)).isEqualTo(1);
    }
  }

  @Test
  @DisplayName("an operation that a bundle can hold is not given copies")
  void nothingToCopy() {
    for (VliwArchitecture to : ARCHITECTURES) {
      Source[] halves = {Source.value(0), Source.value(1), Source.value(4), Source.value(5)};
      assertThat(moves(bundles(to, inputs(), List.of(wide("MUL_64", Unit.QUAD, 20, halves)))))
          .isZero();
    }
  }

  @Test
  @DisplayName("the sign of a copied operand stays with the operation")
  void theSignOfACopiedOperandStaysWithTheOperation() {
    Source[] halves = new Source[6];
    for (int k = 0; k < 6; k++) {
      halves[k] = Source.constant(0, 40 * k).magnitude().negate();
    }
    MachineOp op = wide("FMA_64", Unit.QUAD, 20, halves);
    List<Bundle> code = bundles(new FiveSlots(), inputs(), List.of(op));
    MachineOp last = code.get(code.size() - 1).ops().get(0);
    assertThat(last.mnemonic()).isEqualTo("FMA_64");
    assertThat(last.sources()).allMatch(s -> s.negated() && s.absolute());
    assertThat(moves(code)).isEqualTo(4);
  }

  @Property(tries = 150)
  @Label("any operations of any units on registers, constants and literals find their bundles")
  void anythingSchedules(@ForAll long seed) {
    Random random = new Random(seed);
    ValueTable values = inputs();
    for (int v = 0; v < 12; v++) {
      values.pin(v, random.nextInt(4));
    }
    List<MachineOp> ops = new ArrayList<>();
    int n = 1 + random.nextInt(25);
    for (int k = 0; k < n; k++) {
      ops.add(operation(random, 12 + 2 * k));
    }
    VliwArchitecture to = ARCHITECTURES.get(random.nextInt(2));
    Map<Integer, Object> inOrder = new HashMap<>();
    ops.forEach(op -> evaluate(List.of(op), inOrder));
    Map<Integer, Object> scheduled = new HashMap<>();
    List<Bundle> code = bundles(to, values, ops);
    code.forEach(bundle -> evaluate(bundle.ops(), scheduled));
    for (int v = 12; v < 12 + 2 * n; v++) {
      assertThat(scheduled.get(v)).as("v" + v).isEqualTo(inOrder.get(v));
    }
  }

  private static MachineOp operation(Random random, int result) {
    Unit[] units = Unit.values();
    Unit unit = units[random.nextInt(units.length)];
    int[] one = {result};
    int[] none = {};
    return switch (unit) {
      case PAIR, QUAD -> {
        int pairs = 1 + random.nextInt(3);
        boolean narrow = unit == Unit.PAIR && random.nextInt(3) == 0;
        Source[] halves = halves(random, pairs, result);
        yield new MachineOp(
            "WIDE" + pairs, unit, narrow ? one : new int[] {result, result + 1}, halves);
      }
      case LDS ->
          new MachineOp("LDS_WRITE", unit, none, sources(random, 1 + random.nextInt(3), result))
              .as(new Role.Local(-1))
              .memory(0, 4, 0);
      case ALONE -> new MachineOp("BARRIER", unit, none, NO_SOURCES);
      case INT_MULTIPLY -> new MachineOp("MULLO_INT", unit, one, sources(random, 2, result));
      case TRANSCENDENTAL, CONVERSION ->
          new MachineOp("RECIP", unit, one, sources(random, 1, result));
      case ANY, VECTOR ->
          new MachineOp("OP", unit, one, sources(random, 1 + random.nextInt(3), result));
    };
  }

  /** Pairs of any kind: of registers that lie anyhow, the same again, or one turned round. */
  private static Source[] halves(Random random, int pairs, int below) {
    Source[] halves = new Source[2 * pairs];
    for (int p = 0; p < pairs; p++) {
      int of = random.nextInt(Math.max(1, p));
      switch (p == 0 ? 0 : random.nextInt(4)) {
        case 1 -> {
          halves[2 * p] = halves[2 * of];
          halves[2 * p + 1] = halves[2 * of + 1];
        }
        case 2 -> {
          halves[2 * p] = halves[2 * (p - 1) + 1];
          halves[2 * p + 1] = halves[2 * (p - 1)];
        }
        default -> {
          halves[2 * p] = source(random, below);
          halves[2 * p + 1] = source(random, below);
        }
      }
    }
    return halves;
  }

  private static Source[] sources(Random random, int count, int below) {
    Source[] sources = new Source[count];
    for (int k = 0; k < count; k++) {
      sources[k] = source(random, below);
    }
    return sources;
  }

  private static Source source(Random random, int below) {
    Source s =
        switch (random.nextInt(4)) {
          case 0 -> Source.constant(random.nextInt(2), random.nextInt(300));
          case 1 -> Source.number(random.nextInt(40) - 1);
          default -> Source.value(random.nextInt(12 + (below - 12) / 2));
        };
    return random.nextInt(5) == 0 ? s.negate() : s;
  }

  /** What each value was computed from; a plain move carries it on. */
  private static void evaluate(List<MachineOp> together, Map<Integer, Object> held) {
    List<Object> results = new ArrayList<>();
    for (MachineOp op : together) {
      List<Object> from = new ArrayList<>();
      for (Source s : op.sources()) {
        Object what = s.isValue() ? held.getOrDefault(s.number(), "in" + s.number()) : plain(s);
        from.add(s.isModified() ? List.of(what, s.negated(), s.absolute()) : what);
      }
      boolean move = op.mnemonic().equals("MOV");
      results.add(move ? from.get(0) : (op.mnemonic() + from).hashCode());
    }
    for (int k = 0; k < together.size(); k++) {
      int[] to = together.get(k).results();
      for (int r = 0; r < to.length; r++) {
        held.put(to[r], to.length == 1 ? results.get(k) : List.of(results.get(k), r));
      }
    }
  }

  private static Object plain(Source s) {
    return s.kind() + " " + s.bank() + " " + s.number() + " " + s.bits();
  }
}
