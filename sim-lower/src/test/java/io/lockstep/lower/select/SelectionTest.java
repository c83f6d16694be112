// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Type;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tables and the operations that they select; a value is the text of its term. */
class SelectionTest {
  private enum Unit {
    FAST,
    SLOW
  }

  /** Writes operations down. */
  private static final class Notes implements Target<Unit, String> {
    final List<String> emitted = new ArrayList<>();

    @Override
    public String operand(Instruction i, String name) {
      emitted.add(name);
      return name;
    }

    @Override
    public String number(int bits) {
      return Integer.toString(bits);
    }

    @Override
    public String emit(Instruction i, Operation<Unit> operation, List<String> arguments) {
      String times = operation.times() == 1 ? "" : operation.times() + "*";
      String text = times + operation.name() + arguments;
      emitted.add(text);
      return operation.name().equals("nothing") ? null : text;
    }

    @Override
    public boolean holds(Instruction i, String condition, List<String> arguments) {
      return condition.equals("yes") || condition.equals("same") && same(arguments);
    }

    private static boolean same(List<String> arguments) {
      return arguments.get(0).equals(arguments.get(1));
    }

    @Override
    public String text(Instruction i, String placeholder) {
      return placeholder.equals("mine") ? "MINE" : Target.super.text(i, placeholder);
    }

    @Override
    public RuntimeException refuse(Instruction i, String reason) {
      return new UnsupportedOperationException(reason);
    }
  }

  private final Notes notes = new Notes();

  private static Selection<Unit> table(String... lines) {
    return new Selection<>(Unit.class, "table", List.of(lines));
  }

  private static InstructionBuilder of(Op op, Type type) {
    return InstructionBuilder.of(op, type).to(0).from(Operand.register(1), Operand.register(2));
  }

  private static Instruction add() {
    return of(Op.ADD, Type.I32).build();
  }

  private String select(Instruction i, String... lines) {
    return new Selector<>(table(lines), notes).select(i);
  }

  /** Whether the kit's condition holds for an instruction. */
  private boolean holds(String condition, InstructionBuilder i) {
    return select(i.build(), "* " + condition + " = 1", "* = 0").equals("1");
  }

  @Test
  void appliesTheFirstRuleWhoseConditionsHold() {
    String[] lines = {
      "SUB = A()", "ADD no = B()", "ADD yes no = C()", "ADD yes = D()", "ADD = E()"
    };
    assertThat(select(add(), lines)).isEqualTo("D[]");
    assertThat(select(of(Op.SUB, Type.I32).build(), lines)).isEqualTo("A[]");
    assertThatIllegalStateException()
        .isThrownBy(() -> select(of(Op.MUL, Type.I32).build(), lines))
        .withMessage("no rule of MUL applies");
  }

  @Test
  void aStarIsARuleOfAllOperationsInItsPlace() {
    assertThat(select(add(), "ADD no = A()", "* = B()", "ADD = C()")).isEqualTo("B[]");
    assertThat(select(add(), "SUB|ADD|MUL = A()", "* = B()")).isEqualTo("A[]");
  }

  @Test
  void negatesConditionsAndSeparatesAlternatives() {
    assertThat(select(add(), "ADD !yes = A()", "ADD !no = B()")).isEqualTo("B[]");
    assertThat(select(add(), "ADD no|!yes = A()", "ADD no|yes = B()")).isEqualTo("B[]");
    assertThat(select(add(), "ADD no|yes no = A()", "ADD = B()")).isEqualTo("B[]");
  }

  @Test
  void evaluatesArgumentsFromLeftToRightBeforeTheirOperation() {
    assertThat(select(add(), "ADD = F(G(a, 1), H(b))")).isEqualTo("F[G[a, 1], H[b]]");
    assertThat(notes.emitted).containsExactly("a", "G[a, 1]", "b", "H[b]", "F[G[a, 1], H[b]]");
  }

  @Test
  void theLastStepIsTheResult() {
    assertThat(select(add(), "ADD = F(1); G(2)")).isEqualTo("G[2]");
    assertThat(notes.emitted).containsExactly("F[1]", "G[2]");
    assertThat(select(add(), "ADD = nothing()")).isNull();
  }

  @Test
  void variablesKeepValuesAndMayBeAssignedAgain() {
    assertThat(select(add(), "ADD = x := F(a); y := G(x, x); x := H(y); K(x, y)"))
        .isEqualTo("K[H[G[F[a], F[a]]], G[F[a], F[a]]]");
    assertThat(notes.emitted).hasSize(5); // the operand and four operations, each once
  }

  @Test
  void definitionsHaveParametersConditionsAndVariables() {
    String[] lines = {
      "ADD = twice(F(a), 7)", "twice(x, y) same(x, y) = 0", "twice(x, y) = z := G(x, y); G(z, z)"
    };
    assertThat(select(add(), lines)).isEqualTo("G[G[F[a], 7], G[F[a], 7]]");
    assertThat(select(add(), "ADD = f(3, 3)", "f(x, y) same(x, y) = F(x)")).isEqualTo("F[3]");
    Selector<Unit, String> selector = new Selector<>(table("f(x) = F(x)"), notes);
    assertThat(selector.apply(add(), "f", List.of("v"))).isEqualTo("F[v]");
  }

  @Test
  void readsLiteralsPairsSuffixesAndRepetitions() {
    assertThat(select(add(), "ADD = F(-1, 0x10, -0x10, 0xFFFFFFFF)"))
        .isEqualTo("F[-1, 16, -16, -1]");
    assertThat(select(add(), "ADD = F(1.0f, -2.0f, 0x1p-32f, 0x1p96f)"))
        .isEqualTo(
            "F"
                + List.of(
                    Float.floatToIntBits(1f),
                    Float.floatToIntBits(-2f),
                    Float.floatToIntBits(0x1p-32f),
                    Float.floatToIntBits(0x1p96f)));
    assertThat(select(add(), "ADD = [a.hi, f]")).isEqualTo("pair[hi[a], f]");
    assertThat(select(add(), "ADD = 3 * F(a)")).isEqualTo("3*F[a]");
    assertThat(select(add(), "ADD = \"mov, b\"(\"s:x, 1\")")).isEqualTo("mov, b[s:x, 1]");
  }

  @Test
  void commentsEndAndIndentedLinesContinueALine() {
    assertThat(select(add(), "# ADD = A()", "", "ADD yes =  # first", "  F(a);", "  G(b)  # last"))
        .isEqualTo("G[b]");
  }

  @Test
  void replacesPlaceholders() {
    Instruction i = of(Op.MUL, Type.I64).sourceType(Type.I32).signed(true).build();
    assertThat(
            select(
                i,
                "name MUL = times",
                "MUL = v_{op}_{OP}_{type}_{from}_{bits}_{from_bits}_{sign}_{mine}_x()"))
        .isEqualTo("v_times_MUL_i64_i32_64_32_i_MINE_x[]");
    assertThat(select(add(), "ADD = {op}_{sign}()")).isEqualTo("add_u[]");
    Instruction less = of(Op.COMPARE, Type.I32).comparison(Comparison.LE).build();
    assertThat(select(less, "COMPARE = cmp_{compare}()")).isEqualTo("cmp_le[]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> select(add(), "ADD = {strange}()"))
        .withMessage("unknown placeholder {strange}");
  }

  @Test
  void refusesWithTheRulesReason() {
    Selection<Unit> table =
        table("ADD yes = refuse \"sums of {type}\"", "SUB = refuse \"differences\"");
    assertThatThrownBy(() -> new Selector<>(table, notes).select(add()))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("sums of i32");
    assertThat(table.refusal(Op.SUB)).isEqualTo("differences");
    assertThat(table.refusal(Op.ADD)).isNull();
    assertThat(table.refusal(Op.MUL)).isNull();
  }

  @Test
  void unitsAreDeclaredByNameOrPattern() {
    Selection<Unit> table = table("unit SLOW = mul_* *_f64", "unit FAST = mul_x add", "ADD = f()");
    assertThat(table.unit("mul_lo")).isEqualTo(Unit.SLOW);
    assertThat(table.unit("add_f64")).isEqualTo(Unit.SLOW);
    assertThat(table.unit("mul_x")).isEqualTo(Unit.FAST);
    assertThat(table.unit("add")).isEqualTo(Unit.FAST);
    assertThat(table.unit("sub")).isNull();
    assertThat(table("unit SLOW = f2f.*").unit("f2fp.f16")).isNull();
    assertThat(table.unit("sub")).isNull();
  }

  @Test
  void namesTheOperationsWithoutARule() {
    StringBuilder all = new StringBuilder("PRINTF");
    for (Op op : Op.values()) {
      all.append(op == Op.FMA ? "" : "|" + op);
    }
    assertThat(table(all + " = f()", "* = g()").missing()).containsExactly(Op.FMA);
    assertThat(table("ADD = f()").missing()).contains(Op.SUB).doesNotContain(Op.ADD);
  }

  @Test
  void readsATableFromAStream() {
    byte[] text = "unit SLOW = x\nADD = x()\n".getBytes(StandardCharsets.UTF_8);
    Selection<Unit> table = Selection.of(Unit.class, "table", new ByteArrayInputStream(text));
    assertThat(table.unit("x")).isEqualTo(Unit.SLOW);
  }

  @Test
  void errorsNameTheFileAndLine() {
    assertError("no Op is called ADDS", "ADDS = A()");
    assertError("no Unit is called FASTER", "unit FASTER = x");
    assertError("the rule is incomplete", "ADD yes");
    assertError("the rule is incomplete", "ADD = F(");
    assertError("expected ) before b", "ADD = F(a b)");
    assertError("expected ( at the end", "ADD = 3 * F");
    assertError("unexpected )", "ADD = F(a))");
    assertError("unexpected ,", "ADD = F(,)");
    assertError("unexpected .hi", "ADD = F(.hi)");
    assertError("not a number: 12q", "ADD = F(12q)");
    assertError("a quotation does not end", "ADD = refuse \"x");
  }

  private static void assertError(String message, String line) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table("# first", line))
        .withMessage("table:2: " + message);
  }

  @Test
  void conditionsTestTypes() {
    InstructionBuilder wide = of(Op.CONVERT, Type.I64).sourceType(Type.F16);
    assertThat(List.of("i64", "from_f16", "from_float", "long", "from_short", "widens"))
        .allMatch(c -> holds(c, wide));
    assertThat(List.of("i32", "from_i64", "float", "from_long", "short", "narrows"))
        .noneMatch(c -> holds(c, wide));
    InstructionBuilder narrow = of(Op.CONVERT, Type.F16).sourceType(Type.I64);
    assertThat(List.of("f16", "float", "short", "from_long", "narrows"))
        .allMatch(c -> holds(c, narrow));
    assertThat(List.of("long", "from_float", "from_short", "widens"))
        .noneMatch(c -> holds(c, narrow));
    InstructionBuilder plain = of(Op.ADD, Type.I32);
    assertThat(List.of("short", "from_short", "widens", "narrows", "long", "from_long"))
        .noneMatch(c -> holds(c, plain));
  }

  @Test
  void conditionsTestModifiers() {
    InstructionBuilder plain = of(Op.FMA, Type.F32);
    List<String> modifiers =
        List.of(
            "signed",
            "from_signed",
            "approximate",
            "saturates",
            "integral",
            "directed",
            "fused",
            "guarded",
            "negated");
    assertThat(modifiers).noneMatch(c -> holds(c, plain));
    InstructionBuilder all =
        of(Op.FMA, Type.F32)
            .signed(true)
            .sourceSigned(true)
            .approximate(true)
            .saturate(true)
            .roundToIntegral(true)
            .rounding(Rounding.UP)
            .fusion(Fusion.REQUIRED)
            .guard(3, true);
    assertThat(modifiers).allMatch(c -> holds(c, all));
    assertThat(holds("fused", of(Op.FMA, Type.F32).fusion(Fusion.PERMITTED))).isFalse();
    assertThat(holds("guarded", of(Op.ADD, Type.I32).guard(0, false))).isTrue();
    assertThat(holds("returns", plain)).isTrue();
    assertThat(holds("returns", InstructionBuilder.of(Op.PRINTF, Type.I32))).isFalse();
  }

  @Test
  void conditionsTestVariantsAndClasses() {
    InstructionBuilder less =
        of(Op.COMPARE, Type.I32).comparison(Comparison.LT).combine(BoolOp.AND);
    assertThat(holds("lt", less)).isTrue();
    assertThat(holds("le", less)).isFalse();
    assertThat(holds("combine_and", less)).isTrue();
    assertThat(holds("combine_none", less)).isFalse();
    assertThat(holds("class_compare_int", less)).isTrue();
    assertThat(holds("class_compare_float", less)).isFalse();
    InstructionBuilder id =
        InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LANE_ID).to(0);
    assertThat(holds("special_lane_id", id)).isTrue();
    assertThat(holds("special_clock", id)).isFalse();
    assertThat(holds("in_local", id)).isFalse();
    assertThat(holds("atomic_add", id)).isFalse();
  }
}
