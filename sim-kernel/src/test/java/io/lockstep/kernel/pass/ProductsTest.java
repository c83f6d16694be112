// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Products that are recognised from the operations that extend their factors or round their
 * results.
 */
class ProductsTest extends PassCase {
  private void product() {
    op(Op.AND, t, r(a), c(MASK));
    op(Op.AND, u, r(b), c(MASK));
    op(Op.MUL, t, r(t), r(u));
  }

  @Test
  void productsOfMaskedValuesAre24BitProducts() {
    product();
    store(t);
    assertThat(by(Pass.MUL24)).containsExactly("t = mul24.i32 a, b");
  }

  @Test
  void productsOfMaskedValuesAreRecoveredAlsoWhereTheRegistersAreWrittenAgain() {
    product();
    store(t);
    product();
    store(t);
    assertThat(by(Pass.MUL24)).containsExactly("t = mul24.i32 a, b", "t = mul24.i32 a, b");
  }

  @Test
  void aMaskStaysWhereItsValueIsReadBehindTheBlock() {
    product();
    op(Op.AND, t, r(m), c(1));
    nextBlock();
    op(Op.ADD, t, r(t), r(u));
    store(t);
    assertThat(by(Pass.MUL24))
        .containsExactly(
            "u = and.i32 b, 16777215",
            "t = mul24.i32 a, b",
            "t = and.i32 m, 1",
            "t = add.i32 t, u");
  }

  private Operand field(int of) {
    int field = builder.register(Type.I32, "field");
    add(
        InstructionBuilder.of(Op.BIT_FIELD_EXTRACT, Type.I32)
            .signed(true)
            .to(field)
            .from(r(of), c(0), c(24)));
    return r(field);
  }

  @Test
  void productsOfSignedFieldsAre24BitProducts() {
    op(Op.MUL, t, field(a), field(b));
    store(t);
    assertThat(by(Pass.MUL24)).containsExactly("t = mul24.i32.signed a, b");
  }

  @Test
  void aFactorThatWasMaskedInAnotherBlockStaysMasked() {
    int outside = builder.register(Type.I32, "outside");
    op(Op.AND, outside, r(a), c(MASK));
    nextBlock();
    op(Op.AND, t, r(b), c(MASK));
    op(Op.MUL, t, r(t), r(outside));
    store(t);
    assertThat(by(Pass.MUL24))
        .containsExactly("outside = and.i32 a, 16777215", "t = mul24.i32 b, outside");
  }

  @Test
  void aFactorOfFewerBitsHasEitherSign() {
    Operand field = field(a);
    op(Op.SHR, u, r(b), c(9));
    op(Op.MUL, t, field, r(u));
    store(t);
    assertThat(by(Pass.MUL24)).containsExactly("u = shr.i32 b, 9", "t = mul24.i32.signed a, u");
  }

  @Test
  void factorsOfDifferentSignsAndFactorsThatMayHaveMoreBitsStay() {
    Operand field = field(a);
    op(Op.AND, u, r(b), c(MASK));
    op(Op.MUL, t, field, r(u));
    store(t);
    op(Op.SHR, u, r(b), c(7));
    op(Op.MUL, m, field, r(u));
    store(m);
    assertThat(by(Pass.MUL24)).noneMatch(line -> line.contains("mul24"));
  }

  @Test
  void aMaskThatIsNotTheOnlyDefinitionIsUnknownInOtherBlocks() {
    op(Op.ADD, t, r(a), r(m));
    store(t);
    op(Op.AND, t, r(a), c(MASK));
    nextBlock();
    op(Op.AND, u, r(b), c(MASK));
    op(Op.MUL, u, r(t), r(u));
    store(u);
    assertThat(by(Pass.MUL24)).noneMatch(line -> line.contains("mul24"));
  }

  private int extended(int of, boolean signed) {
    int wide = builder.register(Type.I64, "wide" + of);
    add(
        InstructionBuilder.of(Op.CONVERT, Type.I64)
            .sourceType(Type.I32)
            .sourceSigned(signed)
            .to(wide)
            .from(r(of)));
    return wide;
  }

  private int high(Operand a, Operand b) {
    int product = builder.register(Type.I64, "product");
    int high = builder.register(Type.I64, "high");
    wide(Op.MUL, product, a, b);
    add(
        InstructionBuilder.of(Op.CONVERT, Type.I32)
            .sourceType(Type.I64)
            .to(builder.register(Type.I32, "unused"))
            .from(r(product)));
    wide(Op.SHR, high, r(product), c(32));
    return high;
  }

  @ParameterizedTest
  @CsvSource({"false,''", "true,.signed"})
  void theUpperHalfOfAProductOfWordsIsOneProduct(boolean signed, String suffix) {
    int wide = extended(a, signed); // outside of the loop
    nextBlock();
    add(
        InstructionBuilder.of(Op.STORE, Type.I64)
            .from(r(out), r(high(r(extended(b, signed)), r(wide))))
            .memory(new MemoryAccess(Space.GLOBAL, Type.I64, 1, -1, 0)));
    assertThat(by(Pass.HIGH_PRODUCTS))
        .endsWith(
            "t11 = convert.i32.from-i64 wide1",
            "t12 = convert.i32.from-i64 wide0",
            "t13 = mul-hi.i32" + suffix + " t11, t12",
            "high = convert.i64.from-i32 t13");
  }

  @Test
  void theUpperHalfOfOtherProductsStays() {
    int wide = extended(a, true);
    nextBlock();
    int one = high(r(extended(b, false)), r(wide));
    int other = high(r(one), r(out));
    int third = high(r(extended(m, true)), c(1L << 31)); // too much for a signed word
    wide(Op.ADD, out, r(other), r(third));
    store(a);
    assertThat(by(Pass.HIGH_PRODUCTS)).noneMatch(line -> line.contains("mul-hi"));
  }

  @Test
  void productsOfExtendedValuesBecome24BitProductsBeforeTheirShiftsBecomeFields() {
    op(Op.SHL, t, r(a), c(8));
    add(InstructionBuilder.of(Op.SHR, Type.I32).signed(true).to(t).from(r(t), c(8)));
    op(Op.MUL, t, r(t), c(5));
    store(t);
    assertThat(lines(finish(EnumSet.allOf(Pass.class))))
        .containsExactly("t = mul24.i32.signed a, 5");
  }

  @ParameterizedTest
  @CsvSource({
    "DOWN, 12582913, PERMITTED",
    "ZERO, -8388608, PERMITTED",
    "DOWN, 16777216, REQUIRED", // neighbours are 2 apart
    "DOWN, 8388607, REQUIRED", // or less than 1
    "NEAREST_EVEN, 12582913, REQUIRED"
  })
  void aProductThatIsRoundedToAnIntegerNeedsNoFusion(
      Rounding rounding, float addend, Fusion expected) {
    int x = builder.register(Type.F32, "x");
    int k = builder.register(Type.F32, "k");
    add(InstructionBuilder.of(Op.CONVERT, Type.F32).sourceType(Type.I32).to(x).from(r(a)));
    add(InstructionBuilder.of(Op.MOVE, Type.F32).to(k).from(c(Float.floatToIntBits(addend))));
    add(
        InstructionBuilder.of(Op.FMA, Type.F32)
            .rounding(rounding)
            .fusion(Fusion.REQUIRED)
            .to(x)
            .from(r(x), r(x), r(k)));
    store(x);
    assertThat(finish(EnumSet.of(Pass.ROUNDED_PRODUCTS)).blocks().get(0).instructions())
        .filteredOn(i -> i.op() == Op.FMA)
        .extracting(Instruction::fusion)
        .containsExactly(expected);
  }

  @Test
  void aRoundedProductWithAnAddendThatChangesKeepsItsFusion() {
    int x = builder.register(Type.F32, "x");
    int k = builder.register(Type.F32, "k");
    long magic = Float.floatToIntBits(12582913);
    add(InstructionBuilder.of(Op.MOVE, Type.F32).to(k).from(c(magic)));
    add(InstructionBuilder.of(Op.MOVE, Type.F32).to(k).from(c(magic + 1)));
    add(
        InstructionBuilder.of(Op.FMA, Type.F32)
            .rounding(Rounding.DOWN)
            .fusion(Fusion.REQUIRED)
            .to(x)
            .from(r(k), r(k), r(k)));
    store(x);
    assertThat(by(Pass.ROUNDED_PRODUCTS)).contains("x = fma.f32.down.fusion-required k, k, k");
  }
}
