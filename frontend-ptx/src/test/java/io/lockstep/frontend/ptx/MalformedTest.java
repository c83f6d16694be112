// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.SourcePart;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong texts: position, what was found, what was expected. */
class MalformedTest {
  private static final String MXF4 = "mma.sync.aligned.m16n8k64.row.col.kind::mxf4";
  private static final String FACTORS =
      " {%f1, %f2, %f3, %f4}, {%r1, %r2, %r3, %r4}, {%r1, %r2}, {%f1, %f2, %f3, %f4}, %r5, ";

  @Test
  @DisplayName("a text that is checked needs no kernel, and its instructions exist")
  void checksTextsByThemselves() {
    String head = ".version 7.0\n.target sm_70\n.address_size 64\n.extern .func other();\n";
    String function = head + ".visible .func f()\n{\n  { %s }\n  call other;\n  ret;\n}\n";
    PtxFrontend frontend = new PtxFrontend();
    FrontendOptions options = FrontendOptions.defaults();
    SourcePart valid = new SourcePart("a.ptx", function.formatted("bar.sync 0;"), List.of());
    assertThatCode(() -> frontend.check(List.of(valid), options)).doesNotThrowAnyException();
    SourcePart wrong = new SourcePart("b.ptx", function.formatted("baz.sync 0;"), List.of());
    assertThatThrownBy(() -> frontend.check(List.of(valid, wrong), options))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("b.ptx:7:5: unknown instruction 'baz.sync'");
  }

  @ParameterizedTest
  @DisplayName("a wrong statement is one error with its position")
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        "fma2.rn.f32 %f1, %f2, %f3;#1: unknown instruction 'fma2.rn.f32'; did you mean 'fma'?",
        "ad.s32 %r1, %r2, 1;#1: unknown instruction 'ad.s32'; did you mean 'add'?",
        "add.s33 %r1, %r2, 1;#4: unknown modifier '.s33' of 'add'; did you mean '.s32'?",
        "add.ftzz.f32 %f1, %f2, %f3;#4: unknown modifier '.ftzz' of 'add'; did you mean '.ftz'?",
        "add.s32 %r1, %r2;#1: 'add.s32' takes 3 operands, found 2",
        "add.s32 %r1 %r2, 1;#13: expected ',' or ';' after an operand of 'add', found '%r2'",
        "add.s32 %r1, %r40, 1;#"
            + "14: unknown register '%r40'; declared: %f<40>, %fd<9>, %p<9>, %r<40>, "
            + "%rd<40>, %rs<9>",
        "add.s32 %r1, %rd2, 1;#14: register '%rd2' is 64 bits wide, 'add.s32' needs 32 bits",
        "add.f32 %f1, %f2, 1;#"
            + "19: expected a floating-point constant for .f32, found a whole number; write "
            + "for example 0f3F800000 or 1.0",
        "add.s32 %r1, %r2, 0f3F800000x;#"
            + "19: malformed number '0f3F800000x'; expected 8 hexadecimal digits after '0f'",
        "add.f32 %f1, %f2, 0f3F80;#"
            + "19: malformed number '0f3F80'; expected 8 hexadecimal digits after '0f'",
        "add.s32 %r1, %tid, 1;#"
            + "14: special register '%tid' needs a component; valid: %tid.x, %tid.y, %tid.z",
        "mov.u32 %r1, %smid;#"
            + "14: special register '%smid' is not supported: it depends on how a device "
            + "places groups",
        "bra $L_1;#5: unknown label '$L_1'",
        "ld.global.v4.f32 {%f1, %f2}, [%rd1];#"
            + "18: expected a vector of 4 registers, found 2 elements",
        "ld.global.f32 %f1, [%r1];#"
            + "21: address register '%r1' is 32 bits wide, addresses have 64 bits",
        "ld.shared.f32 %f1, [p0];#21: 'p0' is a parameter, 'ld.shared.f32' accesses .shared",
        "st.const.f32 [%rd1], %f1;#1: constant memory cannot be written; expected .global, .shared or .local",
        "ld.param.u64 %rd1, [p2];#21: bytes 0 to 7 lie outside parameter 'p2' of 4 bytes",
        "ld.param.u64 %rd1, [p3];#21: unknown name 'p3'; did you mean 'p0'?",
        "ld.param.u32 %r1, [%rd1];#19: parameters indexed at run time are not supported",
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 %r1, %r2, %r3, %r4;#56: 'mma.sync"
            + ".aligned.m16n8k16.row.col.f32.f16.f16.f32' takes 4 registers here, found 1",
        "mma.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 %r1, %r2, %r3, %r4;#1: 'mma.sync"
            + ".aligned.m16n8k32.row.col.f32.f16.f16.f32' has no size m16n8k32 for f16 and f16,"
            + " expected m16n8k8, m16n8k16, m8n8k4; did you mean 'm16n8k16'?",
        "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 %r1, %r2, %r3, %r4;#1: 'mma.sp.sync"
            + ".aligned.m16n8k16.row.col.f32.f16.f16.f32' takes 6 operands, found 4",
        "mma.sp.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 %r1, %r2, %r3, %r4;#1: 'mma.sp.sync"
            + ".aligned.m16n8k8.row.col.f32.f16.f16.f32' has no size m16n8k8 for f16 and f16,"
            + " expected m16n8k16, m16n8k32; did you mean 'm16n8k16'?",
        "mma.sp.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16 {%r1, %r2}, {%r1, %r2, %r3, %r4},"
            + " {%r1, %r2, %r3, %r4}, {%r1, %r2}, %r5, 2;#127: the sparsity selector of m16n8k32"
            + " must be 0 to 1, found 2",
        "mma.sync.aligned.m16n8k16.col.col.f32.f16.f16.f32 %r1, %r2, %r3, %r4;#1: 'mma.sync"
            + ".aligned.m16n8k16.col.col.f32.f16.f16.f32' has the orders .row.col alone, found"
            + " .col.col",
        "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f32 %r1, %r2, %r3, %r4;#1: C of 'mma.sync"
            + ".aligned.m16n8k16.row.col.f16.f16.f16.f32' must have D's type, .f16",
        "mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f32 %r1, %r2, %r3, %r4;#1: C of 'mma.sync"
            + ".aligned.m8n8k4.row.col.f16.f16.f16.f32' must have D's type, .f16",
        "mma.sync.aligned.m16n8k32.row.col.f32.e2m1.e4m3.f32 %r1, %r2, %r3, %r4;#1: 'mma.sync"
            + ".aligned.m16n8k32.row.col.f32.e2m1.e4m3.f32' needs .kind::f8f6f4",
        "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.s32.s8.s8.s32 %r1, %r2, %r3, %r4;#1:"
            + " 'mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.s32.s8.s8.s32' has no product of s8"
            + " and s8 of this kind",
        "mma.sp.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32.e2m1.e4m3.f32 %r1, %r2, %r3, %r4,"
            + " %r5, 0;#1: 'mma.sp.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32.e2m1.e4m3.f32'"
            + " has .sp::ordered_metadata alone",
        "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.f32.e2m1.e2m1.f32.ue8m0 %r1, %r2, %r3;#1:"
            + " 'mma.sync.aligned.m16n8k64.row.col.kind::mxf4.f32.e2m1.e2m1.f32.ue8m0' needs"
            + " .block_scale",
        MXF4
            + "nvf4.block_scale.f32.e2m1.e2m1.f32.ue4m3 %r1;#1: '"
            + MXF4
            + "nvf4.block_scale.f32.e2m1.e2m1.f32.ue4m3' needs .scale_vec::2X or .scale_vec::4X",
        MXF4
            + ".block_scale.f32.e2m1.e2m1.f32.ue4m3 %r1;#1: '"
            + MXF4
            + ".block_scale.f32.e2m1.e2m1.f32.ue4m3' has no scales 2X ue4m3, expected 2X ue8m0",
        MXF4
            + ".block_scale.f32.e2m1.e3m2.f32.ue8m0 %r1;#1: '"
            + MXF4
            + ".block_scale.f32.e2m1.e3m2.f32.ue8m0' needs the types of A and B, one of .e2m1",
        MXF4
            + ".block_scale.f32.e2m1.e2m1.f32.ue8m0"
            + FACTORS
            + "{1, 0}, %r6, {0, 0};#165: the"
            + " byte selectors of 2 scales in a row must be 0 or 2, found 1",
        MXF4
            + ".block_scale.f32.e2m1.e2m1.f32.ue8m0"
            + FACTORS
            + "{0, 2}, %r6, {0, 0};#169: the"
            + " lane selector of A's scales is 0 to 1, found 2",
        MXF4
            + ".block_scale.f32.e2m1.e2m1.f32.ue8m0"
            + FACTORS
            + "{0, 0}, %r6, {0, 4};#182: the"
            + " lane selector of B's scales is 0 to 3, found 4",
        "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::mxf8f6f4.block_scale.f32"
            + ".e4m3.e4m3.f32.ue8m0 {%f0,%f1,%f2,%f3}, {%r0,%r1,%r2,%r3}, {%r4,%r5,%r6,%r7},"
            + " {%f0,%f1,%f2,%f3}, %r8, 1, %r9, {0, 0}, %r10, {0, 0};#188: the sparsity selector"
            + " of m16n8k64 must be 0, found '1'",
        "mma.sp.sync.aligned.m16n8k64.row.col.kind::mxf8f6f4.block_scale.f32.e4m3.e4m3.f32.ue8m0"
            + " %r1;#1: 'mma.sp.sync.aligned.m16n8k64.row.col.kind::mxf8f6f4.block_scale.f32.e4m3"
            + ".e4m3.f32.ue8m0' has .sp::ordered_metadata alone",
        "cvt.rn.e2m1x2.f32 %rs1, %f1, %f2;#1: 'cvt.rn.e2m1x2.f32' needs .rn.satfinite",
        "cvt.rn.satfinite.e3m2x2.f16x2 %rs1, %r1;#1: no conversion between .e3m2x2 and .f16x2",
        "cvt.rn.ue8m0x2.f32 %rs1, %f1, %f2;#1: 'cvt.rn.ue8m0x2.f32' needs .rz or .rp",
        "cvt.rz.ue8m0x2.f16x2 %rs1, %r1;#1: no conversion between .ue8m0x2 and .f16x2",
        "ldmatrix.sync.aligned.m8n8.x3.shared.b16 %r1, [%r2];#1: 'ldmatrix.sync.aligned.m8n8.x3"
            + ".shared.b16' needs one of .x1, .x2, .x4",
        "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1],"
            + " [%rd1, {%r2}], [%r3];#1: 'cp.async.bulk.tensor.1d.shared::cluster.global.tile."
            + "mbarrier::complete_tx::bytes' is not supported: tensor maps and bulk prefetches",
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r1], [%r2], 16,"
            + " [%r3];#1: 'cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes'"
            + " is not supported: thread-block clusters and their memory",
        "cp.async.bulk.shared::cta.global [%r1], [%rd1], 16, [%r3];#1:"
            + " 'cp.async.bulk.shared::cta.global' is a copy from .global to .shared::cta or"
            + " .shared::cluster with .mbarrier::complete_tx::bytes, or from .shared::cta to"
            + " .global with .bulk_group",
        "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 20, [%r3];"
            + "#78: expected a multiple of 16 bytes, found 20",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [%r1], 16;#1:"
            + " 'cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32' is not supported:"
            + " bulk reductions",
        "cp.async.mbarrier.arrive.shared.b64 %r1;#37: expected an address in brackets, found"
            + " '%r1'",
        "cp.async.ca.shared.global [%r1], [%rd2], 3;#42: 'cp.async.ca.shared.global' copies 4, 8"
            + " or 16 bytes, found '3'",
        "cp.async.ca.shared.global [%r1], [%rd2], 32;#42: 'cp.async.ca.shared.global' copies 4, 8"
            + " or 16 bytes, found '32'",
        "cp.async.cg.shared.global [%r1], [%rd2], 8;#42: 'cp.async.cg.shared.global' copies 16"
            + " bytes, found '8'",
        "cp.async.ca.shared.global [%r1], [%rd2], 8, 9;#45: expected a size of 0 to 8 bytes, found"
            + " '9'",
        "cp.async.wait_group %r1;#21: expected a constant number of groups, found '%r1'",
        "mul.s32 %r1, %r2, %r3;#1: 'mul.s32' needs one of .lo, .hi, .wide",
        "mov.u64 %rd1, tabl;#15: unknown name 'tabl'",
        "add.f32x2 %rd1, %rd2, %rd3;#" + "4: type '.f32x2' is not supported: pairs of F32 (sm_100)",
        "mov.u32 %r1, %smid;#14: special register '%smid' is not supported: it depends on how a"
            + " device places groups",
        "mov.u32 %r1, %pm1;#14: special register '%pm1' is not supported: it belongs to measuring"
            + " tools",
        "alloca.u64 %rd1, %rd2;#1: 'alloca.u64' is not supported: private memory of a size known"
            + " at run time",
        "mbarrier.init.shared.b64 [%r1], 0;#33: expected a count of 1 to 1048575, found '0'",
        "mbarrier.init.shared.b64 [%r1], 1048576;#33: expected a count of 1 to 1048575, found"
            + " '1048576'",
        "mbarrier.init.shared.b64 [%r1];#1: 'mbarrier.init.shared.b64' takes 2 operands, found 1",
        "mbarrier.arrive.noComplete.shared.b64 %rd1, [%r1];#1:"
            + " 'mbarrier.arrive.noComplete.shared.b64' takes 3 operands, found 2",
        "mbarrier.test_wait.shared.b64 %r1, [%r1], %rd1;#31: register '%r1' is 32 bits wide,"
            + " 'mbarrier.test_wait.shared.b64' needs a predicate",
        "mbarrier.arrive.expect_tx.shared.b64 %rd1, [%r1];#1:"
            + " 'mbarrier.arrive.expect_tx.shared.b64' takes 3 operands, found 2",
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r1];#1:"
            + " 'mbarrier.arrive.release.cluster.shared::cluster.b64' is not supported:"
            + " thread-block clusters and their memory",
        "fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128;#1:"
            + " 'fence.proxy.tensormap::generic.acquire.gpu' is not supported: fences of tensor"
            + " maps and of clusters",
        "barrier.cluster.arrive;#"
            + "1: 'barrier.cluster.arrive' is not supported: thread-block clusters",
        "atom.global.add.u16 %rs1, [%rd1], %rs2;#1: 'atom.global.add.u16' is not supported: of 16"
            + " bits there are add of floats, exch and cas",
        "min.relu.f16 %rs1, %rs2, %rs3;#1: 'min.relu.f16': .relu takes .s32 and .s16x2",
        "fma.rn.relu.f32 %f1, %f2, %f3, %f4;#"
            + "1: 'fma.rn.relu.f32': .relu takes 16-bit types and .s32",
        "sub.bf16x2 %r1, %rs2, %r3;#"
            + "17: register '%rs2' is 16 bits wide, 'sub.bf16x2' needs 32 bits",
        "rem.bf16 %rs1, %rs2, %rs3;#1: 'rem' takes no .bf16",
        "cvt.rn.relu.f32.f16 %f1, %rs1;#1: 'cvt.rn.relu.f32.f16': .relu and .satfinite go from"
            + " .f32 to 16-bit floats",
        "set.eq.f16x2.bf16x2 %r1, %r2, %r3;#1: 'set' compares no .bf16x2 into .f16x2",
        "discard.global.L2 [%rd1], 64;#27: 'discard' is about 128 bytes",
        "call.uni foo, ();#10: unknown function 'foo'",
        ".reg .b32 %r<4>;#11: '%r' is already declared in line 9",
        "setp.lt.s32 %r1, %r2, %r3;#"
            + "13: register '%r1' is 32 bits wide, 'setp.lt.s32' needs a predicate",
        "lop3.b32 %r1, %r2, %r3, %r4, 300;#"
            + "30: the truth table of 'lop3' is a constant from 0 to 255, found '300'",
        "rcp.f32 %f1, %f2;#1: 'rcp.f32' needs .approx or a rounding mode such as .rn",
        "brx.idx %r1, T;#14: expected the name of a .branchtargets table",
        ".pragma nounroll;#9: expected a text in quotes, found 'nounroll'",
        ".shared .align 3 .b8 s[4];#16: the alignment must be a power of two, found 3",
        "@%p1 add.s32 _, %r1, 2;#14: 'add.s32' cannot drop its result",
        "bar.sync;#1: 'bar.sync' takes 1 to 2 operands, found 0",
        "atom.global.add.u8 %r1, [%rd1], 1;#"
            + "1: 'atom.global.add.u8' is not supported: atomics on .u8",
        "cvt.u32 %r1, %r2;#1: 'cvt.u32' needs another type, for example .u32",
        "ld.global.u32 %r1, %r2;#20: expected an address in brackets, found '%r2'",
        "vote.sync.ballot.b32 %r1, %r2, -1;#"
            + "27: register '%r2' is 32 bits wide, 'vote.sync.ballot.b32' needs a predicate",
        "and.f32 %f1, %f2, %f3;#1: 'and' takes no .f32",
        "add.s8 %r1, %r2, %r3;#1: 'add' takes no .s8",
        "popc.b16 %r1, %rs1;#1: 'popc' takes 32- or 64-bit integers, found .b16",
        "addc.u32 %r1, %r2, %r3;#1: 'addc.u32' reads a carry that nothing set",
        "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5}];#"
            + "41: expected 2 coordinates for '.2d', found 1",
        "wmma.load %r1;#1: 'wmma.load' needs one of .a, .b, .c",
        "wgmma.fence.sync.aligned;#1: 'wgmma.fence.sync.aligned' is not supported: matrix"
            + " instructions of four warps (sm_90a)",
        "ld.shared::cluster.u32 %r1, [%r2];#1: 'ld.shared::cluster.u32' is not supported:"
            + " thread-block clusters and their memory",
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r1], %r2, [%r3];#1:"
            + " 'st.async.shared::cluster.mbarrier::complete_tx::bytes.u32' is not supported:"
            + " thread-block clusters and their memory",
        "cvta.shared::cluster.u64 %rd1, %rd2;#1: 'cvta.shared::cluster.u64' is not supported:"
            + " thread-block clusters and their memory",
        "bra 5;#5: expected a label, found '5'",
        "mov.b64 {%r1, %r2, %r3}, %rd1;#9: .b64 does not split into 3 parts",
        "cvt.rn.f32.s33 %f1, %r1;#11: unknown modifier '.s33' of 'cvt'; did you mean '.s32'?",
        "vadd.s32 %r1, %r2, %r3;#1: 'vadd.s32' is not supported: video instructions; nvcc emits"
            + " vabsdiff2 and vabsdiff4 only, which are read",
        "call %rd1, ();#6: a call through a pointer, but no function of the file whose address is"
            + " taken has these parameters and results",
      })
  void statements(String body, String message) {
    fails(Ptx.text("", body), "k.ptx:13:" + message);
  }

  @ParameterizedTest
  @DisplayName("declarations of a module, in line 4, and statements that use them")
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        ".extern .func foo;#call.uni foo, ();#"
            + "13:10: call of 'foo' is not supported: it is declared in line 4 and defined "
            + "nowhere in this file",
        ".extern .global .u32 g;#ld.global.u32 %r1, [g];#"
            + "4:22: 'g' is declared .extern and defined nowhere in this file",
        ".shared .u32 s;#ld.global.u32 %r1, [s];#"
            + "13:21: 's' lies in .shared, 'ld.global.u32' accesses .global",
        ".func f() { call f, (); ret; }#call f, ();#"
            + "4:18: recursion is not supported: f calls f; calls are inlined, so their "
            + "depth must be known",
        ".func f() { ret; }#mov.u32 %r1, f;#13:14: unknown name 'f'; did you mean 'p0'?",
        ".func f(.reg .b32 a) { ret; }#call f, ();#13:6: 'f' has 1 argument, the call names 0",
        ".globl .u32 x;##4:1: unknown directive '.globl'; did you mean '.global'?",
        ".global .u32 x = y;##" + "4:18: an address ('y') has 64 bits, the element is .u32",
        ".visible .global .u64 x = generic(table)+4;##4:35: unknown name 'table'; valid: x",
        ".global .u64 table;.visible .global .u64 x = tabel;##"
            + "4:46: unknown name 'tabel'; did you mean 'table'?",
        ".shared .u32 y[4];.visible .global .u64 x = y;##"
            + "4:45: an address as initial value is that of a .global or .const variable in a module"
            + " of 64-bit addresses; 'y' is .shared with 64 bits",
        ".global .u32 y;.global .u8 x[2] = {0xFF1(y), 2};##"
            + "4:36: expected the mask of one byte such as 0xFF00 of an address, found '0xFF1'",
        ".global .u8 x[2] = {1, 2, 3};##4:18: 'x' holds 2 bytes, its initialiser has 3",
        ".global .u32 x;.global .u32 x;##4:29: 'x' is already declared in line 4",
      })
  void modules(String module, String body, String message) {
    fails(Ptx.text(module, body == null ? "" : body), "k.ptx:" + message);
  }

  @Test
  @DisplayName("a text that is not a module is one error with its position")
  void aTextThatIsNoModuleIsOneErrorWithItsPosition() {
    fails("", "k.ptx:1:1: no '.version' directive; is this PTX?");
    fails("__kernel void k() {}", "k.ptx:1:1: expected '.version', found '__kernel'");
    fails(".version 8.5", "k.ptx:1:13: no '.target' directive; expected one after '.version'");
    fails(
        ".version 8.5\n.address_size 48",
        "k.ptx:2:15: expected 32 or 64 after '.address_size', found '48'");
    fails(
        ".version 8.5\n.target sm_50\n.func f() { ret; }",
        "k.ptx:1:1: the file has no .entry, so there is no kernel to launch");
    fails(
        ".version 8.5\n.target sm_50\n.entry k(.param .u99 a) { ret; }",
        "k.ptx:3:17: unknown type '.u99'; did you mean '.u16'?");
    fails(
        ".version 8.5\n.target sm_50\n.entry k() .reqcluster 2 { ret; }",
        "k.ptx:3:12: thread-block clusters ('.reqcluster') are not supported");
    fails(
        ".version 8.5\n.target sm_50\n.entry k() {",
        "k.ptx:3:13: expected '}' for the '{' of line 3, found the end of the file");
    fails(Ptx.text("", "/* open"), "k.ptx:13:1: this comment has no end; expected '*/'");
    fails(Ptx.text("", "add.s32 %r1, #, 2;"), "k.ptx:13:14: unexpected character '#'");
    fails(Ptx.text("", "X:\nX:"), "k.ptx:14:1: label 'X' occurs twice");
  }

  private static void fails(String text, String message) {
    assertThatThrownBy(() -> new PtxFrontend().read("k.ptx", text, FrontendOptions.defaults()))
        .isInstanceOf(InputException.class)
        .hasMessage(message);
  }
}
