// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.terascale.FiveSlots;
import io.lockstep.terascale.bundle.BundleRule;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Role;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import io.lockstep.terascale.code.ValueTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ClauseSchedulerTest {
  private static MachineOp alu(int result, Source... sources) {
    return new MachineOp("ADD_INT", Unit.ANY, new int[] {result}, sources);
  }

  private static MachineOp fetch(int result, int address) {
    return new MachineOp(
            MachineOp.Kind.FETCH, "VTX_READ_32", null, new int[] {result}, Source.value(address))
        .memory(0, 4, 0);
  }

  private static List<Clause> schedule(ValueTable values, MachineOp... ops) {
    return new ClauseScheduler(new FiveSlots(), values, 4).schedule(Arrays.asList(ops));
  }

  @Test
  @DisplayName(
      "independent fetches share a clause, one that needs a fetched address starts the next")
  void dependentFetch() {
    ValueTable values = new ValueTable(16);
    List<Clause> clauses =
        schedule(values, fetch(1, 0), fetch(2, 0), fetch(3, 1), alu(4, Source.value(3)));
    assertThat(clauses)
        .extracting(Clause::kind)
        .containsExactly(MachineOp.Kind.FETCH, MachineOp.Kind.FETCH, MachineOp.Kind.ALU);
    assertThat(clauses.get(0).ops()).hasSize(2);
  }

  @Test
  @DisplayName("a fetch clause holds 16 fetches")
  void sixteenFetches() {
    ValueTable values = new ValueTable(32);
    MachineOp[] ops = new MachineOp[17];
    for (int k = 0; k < 17; k++) {
      ops[k] = fetch(k + 1, 0);
    }
    List<Clause> clauses = schedule(values, ops);
    assertThat(clauses).hasSize(2);
    assertThat(clauses.get(0).ops()).hasSize(16);
  }

  @Test
  @DisplayName("an ALU clause holds 128 words, pairs of literals included")
  void clauseLimit() {
    ValueTable values = new ValueTable(400);
    MachineOp[] ops = new MachineOp[200];
    for (int k = 0; k < 200; k++) {
      ops[k] = alu(k + 1, Source.value(k), Source.number(1000 + k));
    }
    List<Clause> clauses = schedule(values, ops);
    assertThat(clauses.stream().mapToInt(Clause::words).max().getAsInt()).isBetween(120, 128);
    assertThat(clauses.stream().mapToInt(c -> c.bundles().size()).sum()).isEqualTo(200);
  }

  @Test
  @DisplayName("a dependent operation issues in the very next bundle")
  void aDependentOperationIssuesInTheVeryNextBundle() {
    List<Clause> clauses =
        schedule(
            new ValueTable(8),
            alu(1, Source.value(0)),
            alu(2, Source.value(1)),
            alu(3, Source.value(2)));
    assertThat(clauses.get(0).bundles()).hasSize(3);
  }

  @Test
  @DisplayName("a write that follows a read of its operand may share the bundle: reads come first")
  void antiDependence() {
    List<Clause> clauses =
        schedule(new ValueTable(8), alu(1, Source.value(0)), alu(0, Source.value(2)));
    assertThat(clauses.get(0).bundles()).hasSize(1);
  }

  @Property(tries = 300)
  @Label("random blocks: every rule holds, and every operation reads what program order says")
  void randomBlocksKeepEveryRuleAndProgramOrder(@ForAll long seed) {
    Random random = new Random(seed);
    ValueTable values = new ValueTable(24);
    List<MachineOp> ops = new ArrayList<>();
    int n = 5 + random.nextInt(60);
    for (int k = 0; k < n; k++) {
      addRandom(random, ops);
    }
    List<Clause> clauses =
        new ClauseScheduler(new FiveSlots(), values, 4).schedule(List.copyOf(ops));
    assertThat(run(clauses)).isEqualTo(new Symbols().inOrder(ops));
    for (Clause clause : clauses) {
      assertThat(clause.words()).isLessThanOrEqualTo(AluClauseLimit.WORDS);
      Bundle previous = null;
      for (Bundle bundle : clause.bundles()) {
        for (BundleRule rule : ClauseScheduler.RULES) {
          assertThat(rule.allows(bundle, previous, values)).as(rule.name()).isTrue();
        }
        previous = bundle;
      }
    }
  }

  private static void addRandom(Random random, List<MachineOp> ops) {
    Source a = Source.value(random.nextInt(24));
    Source b = random.nextBoolean() ? Source.value(random.nextInt(24)) : Source.number(77);
    Source c = random.nextBoolean() ? Source.constant(0, random.nextInt(40)) : b;
    int result = random.nextInt(24);
    switch (random.nextInt(9)) {
      case 0 -> ops.add(new MachineOp("MULLO_INT", Unit.INT_MULTIPLY, new int[] {result}, a, b));
      case 1 -> ops.add(new MachineOp("RECIP", Unit.TRANSCENDENTAL, new int[] {result}, c));
      case 2 -> ops.add(fetch(result, a.number()));
      case 3 ->
          ops.add(
              new MachineOp(
                      MachineOp.Kind.STORE, "STORE", null, new int[0], a, Source.value(result))
                  .memory(1, 4, 0));
      case 4 -> {
        ops.add(
            new MachineOp("LDS_READ_RET", Unit.LDS, new int[0], a)
                .as(new Role.Local(-1, 0))
                .memory(2, 4, 0));
        ops.add(new MachineOp("MOV", Unit.VECTOR, new int[] {result}, Source.queue(0, 0)));
      }
      case 5 -> ops.add(new MachineOp("MULADD", Unit.VECTOR, new int[] {result}, a, b, c));
      default -> ops.add(new MachineOp("ADD_INT", Unit.ANY, new int[] {result}, a, c));
    }
  }

  private static List<String> run(List<Clause> clauses) {
    Symbols symbols = new Symbols();
    for (Clause clause : clauses) {
      for (Bundle bundle : clause.bundles()) {
        symbols.together(bundle.ops());
      }
      for (MachineOp op : clause.ops()) {
        symbols.together(List.of(op));
      }
    }
    return symbols.result();
  }

  /** Executes operations on symbols: what each value was computed from. */
  private static final class Symbols {
    private final String[] held = new String[24];
    private final List<String> writes = new ArrayList<>();
    private final List<String> queue = new ArrayList<>();

    Symbols() {
      for (int v = 0; v < held.length; v++) {
        held[v] = "in" + v;
      }
    }

    List<String> inOrder(List<MachineOp> ops) {
      ops.forEach(op -> together(List.of(op)));
      return result();
    }

    void together(List<MachineOp> ops) {
      List<String> computed = new ArrayList<>();
      List<String> pushed = new ArrayList<>();
      for (MachineOp op : ops) {
        StringBuilder s = new StringBuilder(op.mnemonic());
        for (Source source : op.sources()) {
          s.append(' ')
              .append(
                  switch (source.kind()) {
                    case VALUE -> held[source.number()];
                    case QUEUE -> queue.remove(0);
                    default -> source.kind() + "" + source.number() + "/" + source.bits();
                  });
        }
        // Long chains of symbols are folded to their hash.
        String symbol = Integer.toHexString(s.toString().hashCode());
        computed.add(symbol);
        if (op.isLocal()) {
          pushed.add(symbol);
        }
        if (op.kind() == MachineOp.Kind.STORE) {
          writes.add(symbol);
        }
      }
      for (int k = 0; k < ops.size(); k++) {
        for (int result : ops.get(k).results()) {
          held[result] = computed.get(k);
        }
      }
      queue.addAll(pushed);
    }

    List<String> result() {
      List<String> all = new ArrayList<>(writes);
      all.addAll(Arrays.asList(held));
      return all;
    }
  }

  @Test
  @DisplayName("components of a vector operation issue together though one is more urgent")
  void vectorsTogether() {
    ValueTable values = new ValueTable(40);
    List<MachineOp> ops = new ArrayList<>();
    // Vector 0 writes 8..11, of which only 8 starts a long chain; vector 1 writes 12..15 and on.
    for (int c = 0; c < 4; c++) {
      ops.add(alu(8 + c, Source.value(c), Source.value(4 + c)).vector(0));
    }
    for (int c = 0; c < 4; c++) {
      ops.add(alu(12 + c, Source.value(c), Source.value(4 + c)).vector(1));
    }
    for (int c = 0; c < 4; c++) {
      ops.add(alu(16 + c, Source.value(12 + c), Source.value(12 + c)).vector(2));
    }
    for (int k = 0; k < 6; k++) {
      int from = k == 0 ? 8 : 19 + k;
      ops.add(alu(20 + k, Source.value(from), Source.value(from)));
    }
    List<Clause> clauses = schedule(values, ops.toArray(MachineOp[]::new));
    assertThat(clauses.get(0).bundles().get(0).ops())
        .extracting(MachineOp::vector)
        .contains(0, 0, 0, 0);
    assertThat(clauses.get(0).bundles().get(0).ops().stream().filter(o -> o.vector() == 0))
        .hasSize(4);
  }
}
