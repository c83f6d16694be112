// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.frontend.amdil.statement.Kind;
import io.lockstep.kernel.ir.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;

/**
 * Random programs with swizzles, masks, modifiers, branches and loops: executed, and evaluated by
 * {@link Model}, which walks the program without the front-end. What a NaN has touched is left out:
 * its bits are nobody's promise.
 */
class DifferentialTest {
  private static final int ITEMS = 4;
  private static final int[] LITERALS = {
    0, 1, 3, 0x3F800000, 0xBF000000, 0x40490FDB, 31, 0xFFFFFFFF, 0x80000000, 5, 0x7F000000, 17,
  };

  @Property(tries = 600, seed = "20261120")
  @Label("random programs compute what an independent model of them does")
  void randomPrograms(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Model.Node> program = new Generator(random).block(14, 0);
    StringBuilder text = new StringBuilder("il_cs_2_0\ndcl_num_thread_per_group " + ITEMS + "\n");
    for (int l = 0; l < 3; l++) {
      text.append("dcl_literal l").append(l);
      for (int c = 0; c < 4; c++) {
        text.append(", 0x").append(Integer.toHexString(LITERALS[4 * l + c]));
      }
      text.append('\n');
    }
    text.append("dcl_literal l9, 4, 0, 0, 0\numul r9.x, vTidInGrpFlat.x, l9.x\n");
    for (int r = 0; r < 4; r++) {
      text.append("mov r").append(r).append(", g[r9.x+").append(r).append("]\n");
    }
    program.forEach(n -> n.print(text));
    for (int r = 0; r < 4; r++) {
      text.append("mov g[r9.x+").append(r).append("], r").append(r).append('\n');
    }
    text.append("end\n");
    Kernel kernel = Il.kernel(text.toString());
    int[] input = new int[16 * ITEMS];
    for (int i = 0; i < input.length; i++) {
      input[i] =
          random.nextBoolean()
              ? Float.floatToIntBits((float) (random.nextDouble() * 16 - 8))
              : random.nextInt(-40, 40);
    }
    int[] output = Il.run(kernel, 1, Map.of("g", input)).get("g");
    int compared = 0;
    for (int item = 0; item < ITEMS; item++) {
      Model model = new Model(LITERALS);
      System.arraycopy(input, 16 * item, model.bits, 0, 16);
      program.forEach(n -> n.run(model));
      for (int k = 0; k < 16 && !model.lost; k++) {
        compared++;
        if (!model.tainted[k]) {
          assertThat(output[16 * item + k])
              .as("item %d, r%d.%s of%n%s", item, k / 4, "xyzw".charAt(k % 4), text)
              .isEqualTo(model.bits[k]);
        }
      }
    }
    Statistics.label("whole programs compared").collect(compared == 16 * ITEMS);
  }

  /** Makes programs. */
  private record Generator(SplittableRandom random) {
    List<Model.Node> block(int length, int depth) {
      List<Model.Node> nodes = new ArrayList<>();
      for (int i = 0; i < length; i++) {
        int kind = depth < 3 ? random.nextInt(12) : 11;
        if (kind == 0) {
          nodes.add(
              new Model.If(
                  source(Kind.INTEGER, false),
                  random.nextBoolean(),
                  block(3, depth + 1),
                  random.nextBoolean() ? block(3, depth + 1) : List.of()));
        } else if (kind == 1) {
          nodes.add(
              new Model.Loop(
                  10 + depth,
                  random.nextInt(1, 4),
                  block(2, depth + 1),
                  source(Kind.INTEGER, false),
                  block(2, depth + 1)));
        } else {
          nodes.add(operation());
        }
      }
      return nodes;
    }

    private Model.Node operation() {
      List<Model.Rule> rules = Model.RULES;
      Model.Rule rule = rules.get(random.nextInt(rules.size()));
      List<Model.Source> sources = new ArrayList<>();
      for (int k = 0; k < rule.sources(); k++) {
        sources.add(source(rule.kind(), true));
      }
      int mask = random.nextInt(3) == 0 ? 15 : random.nextInt(1, 16);
      return new Model.Statement(
          rule, random.nextInt(4), mask, rule.saturates() && random.nextInt(5) == 0, sources);
    }

    private Model.Source source(Kind kind, boolean modified) {
      int[] swizzle = new int[random.nextInt(1, 5)];
      for (int p = 0; p < swizzle.length; p++) {
        swizzle[p] = random.nextInt(12) == 0 ? random.nextInt(4, 6) : random.nextInt(4);
      }
      boolean literal = random.nextInt(4) == 0;
      int negated = modified && random.nextInt(4) == 0 ? random.nextInt(1, 16) : 0;
      boolean absolute = modified && kind != Kind.INTEGER && random.nextInt(6) == 0;
      return new Model.Source(literal, random.nextInt(literal ? 3 : 4), swizzle, absolute, negated);
    }
  }
}
