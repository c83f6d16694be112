// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.analysis.IrText;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Opcodes are decoded by their fields. */
class InstructionsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "add.s32 %r1, %r2, -3;#%r1 = add.i32.signed %r2, -3",
        "add.sat.s32 %r1, %r2, %r3;#%r1 = add.i32.signed.saturate %r2, %r3",
        "sub.u64 %rd1, %rd2, 0xFFFFFFFFFFFFFFFFU;#%rd1 = sub.i64 %rd2, -1",
        "mul.lo.u32 %r1, %r2, 010;#%r1 = mul.i32 %r2, 8",
        "mul.hi.s32 %r1, %r2, %r3;#%r1 = mul-hi.i32.signed %r2, %r3",
        "mul.wide.u16 %r1, %rs1, %rs2;#%r1 = mul-wide.i32.from-i16 %rs1, %rs2",
        "mad.wide.s32 %rd1, %r1, %r2, %rd2;#%rd1 = mad-wide.i64.from-i32.signed %r1, %r2, %rd2",
        "mul24.lo.u32 %r1, %r2, %r3;#%r1 = mul24.i32 %r2, %r3",
        "mad24.hi.s32 %r1, %r2, %r3, %r4;#%r1 = mad24-hi.i32.signed %r2, %r3, %r4",
        "div.u32 %r1, %r2, %r3;#%r1 = div.i32 %r2, %r3",
        "rem.s64 %rd1, %rd2, %rd3;#%rd1 = rem.i64.signed %rd2, %rd3",
        "shr.s64 %rd1, %rd2, 30;#%rd1 = shr.i64.signed %rd2, 30",
        "shf.l.wrap.b32 %r1, %r2, %r3, %r4;#%r1 = funnel-left.i32.wrap %r2, %r3, %r4",
        "shf.r.clamp.b32 %r1, %r2, %r3, 7;#%r1 = funnel-right.i32 %r2, %r3, 7",
        "bfe.s32 %r1, %r2, 4, 8;#%r1 = bit-field-extract.i32.signed %r2, 4, 8",
        "bfi.b64 %rd1, %rd2, %rd3, 32, 32;#%rd1 = bit-field-insert.i64 %rd2, %rd3, 32, 32",
        "popc.b64 %r1, %rd2;#%r1 = popcount.i64 %rd2",
        "clz.b32 %r1, %r2;#%r1 = count-leading-zeros.i32 %r2",
        "bfind.shiftamt.s32 %r1, %r2;#%r1 = find-leading-shift.i32.signed %r2",
        "brev.b32 %r1, %r2;#%r1 = bit-reverse.i32 %r2",
        "prmt.b32.rc16 %r1, %r2, %r3, 1;#%r1 = permute-bytes.i32.replicate-16 %r2, %r3, 1",
        "lop3.b32 %r1, %r2, %r3, %r4, 0xE8;#%r1 = logic3.i32.table-232 %r2, %r3, %r4",
        "dp4a.s32.u32 %r1, %r2, %r3, %r4;#%r1 = dot4.i32.signed %r2, %r3, %r4",
        "dp2a.hi.u32.u32 %r1, %r2, %r3, %r4;#%r1 = dot2.i32.upper %r2, %r3, %r4",
        "sad.u32 %r1, %r2, %r3, %r4;#%r1 = sad.i32 %r2, %r3, %r4",
        "add.rn.ftz.f32 %f1, %f2, 0f3F800000;#%f1 = add.f32.nearest-even.flush %f2, 0f3F800000",
        "mul.rz.sat.f32 %f1, %f2, 1.5;#%f1 = mul.f32.zero.saturate %f2, 0f3FC00000",
        "add.f32 %f1, %f2, -0.5;#%f1 = add.f32 %f2, 0fBF000000",
        "add.f64 %fd1, %fd2, 0d3FF0000000000000;#%fd1 = add.f64 %fd2, 0d3FF0000000000000",
        "fma.rm.f32 %f1, %f2, %f3, %f4;#%f1 = fma.f32.down.fusion-required %f2, %f3, %f4",
        "mad.f32 %f1, %f2, %f3, %f4;#%f1 = fma.f32.fusion-permitted %f2, %f3, %f4",
        "div.full.ftz.f32 %f1, %f2, %f3;#%f1 = div.f32.any-divisor.approx.flush %f2, %f3",
        "rcp.approx.ftz.f32 %f1, %f2;#%f1 = rcp.f32.approx.flush %f2",
        "sqrt.rn.f64 %fd1, %fd2;#%fd1 = sqrt.f64.nearest-even %fd2",
        "ex2.approx.f32 %f1, %f2;#%f1 = exp2.f32.approx %f2",
        "min.NaN.f32 %f1, %f2, %f3;#%f1 = min.f32.nan-wins %f2, %f3",
        "copysign.f32 %f1, %f2, %f3;#%f1 = copy-sign.f32 %f2, %f3",
        "testp.subnormal.f32 %p1, %f2;#%p1 = test-float.f32.subnormal %f2",
        "fma.rn.f16 %rs1, %rs2, %rs3, 0x3C00;#"
            + "%rs1 = fma.f16.nearest-even.fusion-permitted %rs2, %rs3, 15360",
        "selp.f32 %f1, %f2, %f3, %p1;#%f1 = select.f32 %f2, %f3, %p1",
        "slct.u32.f32 %r1, %r2, %r3, %f1;#%r1 = select-sign.i32.from-f32-signed %r2, %r3, %f1",
        "setp.ltu.f32 %p1, %f1, %f2;#%p1 = compare.f32.ltu %f1, %f2",
        "setp.hs.u32 %p1, %r1, 4;#%p1 = compare.i32.ge %r1, 4",
        "setp.lt.and.s32 %p1|%p2, %r1, %r2, %p3;#"
            + "%p1, %p2 = compare.i32.lt.and.signed %r1, %r2, %p3",
        "set.gt.u32.f32 %r1, %f1, %f2;#%r1 = compare-set.i32.gt.from-f32 %f1, %f2",
        "cvt.rni.f32.f32 %f1, %f2;#%f1 = convert.f32.nearest-even.integral %f2",
        "cvt.rzi.s32.f32 %r1, %f2;#%r1 = convert.i32.from-f32.signed.zero %f2",
        "cvt.rn.f32.u32 %f1, %r2;#%f1 = convert.f32.from-i32.nearest-even %r2",
        "cvt.sat.f32.f32 %f1, %f2;#%f1 = convert.f32.saturate %f2",
        "cvt.s64.s32 %rd1, %rd2;#%rd1 = convert.i64.from-i32-signed.signed %rd2",
        "cvt.u8.u32 %r1, %r2;#%r1 = convert.i32.from-i8 %r2",
        "cvt.f64.f32 %fd1, %f1;#%fd1 = convert.f64.from-f32 %f1",
        "mov.u32 %r1, %tid.y;#%r1 = special.i32.local-id-y",
        "mov.u64 %rd1, %clock64;#%rd1 = special.i64.clock64",
        "mov.u32 %r1, WARP_SZ;#%r1 = move.i32 32",
        "mov.b32 %f1, 0x3F800000;#%f1 = move.i32 1065353216",
        "mov.pred %p1, 1;#%p1 = move.i1 1",
        "membar.gl;#fence.device",
        "fence.acq_rel.cta;#fence.group",
        "shfl.sync.bfly.b32 %r1|%p1, %r2, 16, 31, -1;#"
            + "%r1, %p1 = shuffle.i32.butterfly %r2, 16, 31, -1",
        "vote.sync.ballot.b32 %r1, %p1, -1;#%r1 = vote.i32.ballot %p1, -1",
        "match.any.sync.b64 %r1, %rd1, -1;#%r1, _ = match.i32.any.from-i64 %rd1, -1",
        "redux.sync.max.s32 %r1, %r2, -1;#%r1 = reduce.i32.max.signed %r2, -1",
        "activemask.b32 %r1;#%r1 = active-mask.i32",
        "add.s32 %r1, %r2, (4 + 2 * 3) << 1;#%r1 = add.i32.signed %r2, 20",
      })
  void eachTextBecomesTheInstructionListed(String text, String expected) {
    Kernel kernel = Ptx.kernel(text);
    Instruction i = Ptx.one(text);
    assertThat(IrText.of(kernel, i)).isEqualTo(expected);
  }

  @Test
  @DisplayName("the second result of setp is the negated comparison")
  void dualPredicates() {
    Instruction i = Ptx.one("setp.lt.or.s32 %p1|%p2, %r1, %r2, %p3;");
    assertThat(i.op()).isEqualTo(Op.COMPARE);
    assertThat(i.destinations()).hasSize(2);
    assertThat(i.combine()).isEqualTo(BoolOp.OR);
    assertThat(i.comparison()).isEqualTo(Comparison.LT);
    assertThat(Ptx.one("setp.eq.s32 %p1|_, %r1, 0;").destinations()).contains(-1);
  }

  @Test
  @DisplayName("a negated predicate operand is a NOT of its own")
  void negatedOperand() {
    assertThat(Ptx.code("setp.lt.and.s32 %p1, %r1, %r2, !%p3;"))
        .extracting(Instruction::op)
        .containsExactly(Op.NOT, Op.COMPARE);
  }

  @Test
  @DisplayName("vector accesses are one operation with a group")
  void vectorAccessesAreOneOperationWithAGroup() {
    Instruction load = Ptx.one("ld.global.v4.f32 {%f1, _, %f3, %f4}, [%rd1+16];");
    assertThat(load.destinations()).hasSize(4).contains(-1);
    assertThat(load.memory().width()).isEqualTo(4);
    assertThat(load.memory().offset()).isEqualTo(16);
    assertThat(load.memory().bytes()).isEqualTo(16);
    assertThat(load.vectorGroup()).isZero();
    Instruction store = Ptx.one("st.shared.v2.u32 [%rd1], {%r1, 7};");
    assertThat(store.sources().get(2)).isEqualTo(Operand.immediate(7));
    assertThat(store.memory().space()).isEqualTo(Space.LOCAL);
  }

  @Test
  @DisplayName("narrow loads extend into their register, narrow stores cut off")
  void narrowAccesses() {
    Instruction load = Ptx.one("ld.global.s8 %r1, [%rd1];");
    assertThat(load.type()).isEqualTo(Type.I32);
    assertThat(load.memory().element()).isEqualTo(Type.I8);
    assertThat(load.signed()).isTrue();
    Instruction store = Ptx.one("st.global.u32 [%rd1], %rd2;");
    assertThat(store.type()).isEqualTo(Type.I32);
  }

  @Test
  @DisplayName("volatile, relaxed, .nc and constant accesses say so")
  void accessFlags() {
    assertThat(Ptx.one("ld.volatile.shared.u32 %r1, [%rd1];").memory().isVolatile()).isTrue();
    assertThat(Ptx.one("ld.relaxed.gpu.global.u32 %r1, [%rd1];").memory().isVolatile()).isTrue();
    assertThat(Ptx.one("ld.global.nc.L1::no_allocate.f32 %f1, [%rd1];").memory().readOnly())
        .isTrue();
    assertThat(Ptx.one("ld.global.nc.f32 %f1, [%rd1];").memory().cacheable()).isTrue();
    assertThat(Ptx.one("ld.global.f32 %f1, [%rd1];").memory().cacheable()).isFalse();
    assertThat(Ptx.one("ld.const.f32 %f1, [%rd1];").memory().readOnly()).isTrue();
    assertThat(Ptx.one("ld.global.f32 %f1, [%rd1];").memory().readOnly()).isFalse();
  }

  @Test
  @DisplayName("an atomic whose result nobody reads returns nothing")
  void anAtomicWhoseResultIsNotReadReturnsNothing() {
    Instruction unused = Ptx.one("atom.global.add.u32 %r1, [%rd1], 1;");
    assertThat(unused.destinations()).isEmpty();
    assertThat(unused.opClass()).isEqualTo(OpClass.ATOMIC);
    Instruction used =
        Ptx.code("atom.shared.cas.b32 %r1, [%rd1], 0, %r2; st.shared.u32 [%rd1], %r1;").get(0);
    assertThat(used.opClass()).isEqualTo(OpClass.ATOMIC_RETURN);
    assertThat(used.atomic()).isEqualTo(AtomicOp.COMPARE_EXCHANGE);
    assertThat(used.sources()).hasSize(3);
    assertThat(Ptx.one("red.global.max.s32 [%rd1], %r1;").signed()).isTrue();
    assertThat(Ptx.one("atom.global.add.f64 %fd1, [%rd1], %fd2;").type()).isEqualTo(Type.F64);
  }

  @Test
  @DisplayName("moves take 64-bit registers apart and put them together")
  void movesTake64BitRegistersApartAndPutThemTogether() {
    assertThat(Ptx.code("mov.b64 %rd1, {%r1, %r2};").stream().map(Instruction::op))
        .containsExactly(Op.CONVERT, Op.CONVERT, Op.BIT_FIELD_INSERT);
    assertThat(Ptx.code("mov.b64 {%r1, _}, %rd1; st.global.u32 [%rd2], %r1;"))
        .extracting(Instruction::op)
        .containsExactly(Op.CONVERT, Op.STORE);
  }

  @Test
  @DisplayName("packed halves become two operations on halves")
  void packedHalves() {
    assertThat(
            Ptx.code("fma.rn.f16x2 %r1, %r2, %r3, %r4;").stream()
                .filter(i -> i.op() == Op.FMA)
                .map(Instruction::type))
        .containsExactly(Type.F16, Type.F16);
    assertThat(
            Ptx.code("cvt.rn.f16x2.f32 %r1, %f1, %f2;").stream()
                .filter(i -> i.type() == Type.F16)
                .map(Instruction::rounding))
        .containsExactly(Rounding.NEAREST_EVEN, Rounding.NEAREST_EVEN);
    assertThat(Ptx.code("setp.lt.f16x2 %p1|%p2, %r1, %r2;"))
        .filteredOn(i -> i.op() == Op.COMPARE)
        .hasSize(2);
  }

  @Test
  @DisplayName("the carry of add.cc is a predicate of its own")
  void theCarryOfAddCcIsAPredicateOfItsOwn() {
    assertThat(
            Ptx.code("add.cc.u32 %r1, %r2, %r3; addc.u32 %r4, %r5, %r6;").stream()
                .map(Instruction::op))
        .containsExactly(Op.ADD, Op.COMPARE, Op.MOVE, Op.MOVE, Op.ADD, Op.SELECT, Op.ADD, Op.MOVE);
    assertThat(Ptx.code("mad.lo.cc.u32 %r1, %r2, %r3, %r4; madc.hi.u32 %r5, %r2, %r3, 0;"))
        .filteredOn(i -> i.op() == Op.MUL_HI)
        .hasSize(1);
    assertThat(Ptx.code("sub.cc.u32 %r1, %r2, %r3; subc.cc.u32 %r4, %r5, %r6;"))
        .filteredOn(i -> i.op() == Op.COMPARE)
        .hasSize(3);
  }

  @Test
  @DisplayName("generic addresses of work-group and private memory lie in their windows")
  void genericAddressesOfWorkGroupAndPrivateMemoryLieInTheirWindows() {
    Kernel k =
        Ptx.kernel(
            ".shared .align 4 .b8 s[16];",
            "mov.u64 %rd1, s; cvta.shared.u64 %rd2, %rd1; st.u32 [%rd2+4], %r1;"
                + " cvta.to.shared.u64 %rd3, %rd2; cvta.to.global.u64 %rd4, %rd2;"
                + " isspacep.shared %p1, %rd2; st.global.u64 [%rd4], %rd3;");
    assertThat(IrText.of(k))
        .contains("%rd1 = move.i64 0 ")
        .contains("%rd2 = add.i64 %rd1, " + (0x7FFFFEL << 40))
        .contains("%rd3 = sub.i64 %rd2, " + (0x7FFFFEL << 40))
        .contains("%rd4 = move.ptr %rd2");
  }
}
