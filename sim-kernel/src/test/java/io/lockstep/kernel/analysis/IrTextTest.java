// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.SampleKernels;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import java.util.List;
import org.junit.jupiter.api.Test;

class IrTextTest {
  @Test
  void listsParametersBlocksAndOperations() {
    assertThat(IrText.of(SampleKernels.diamond(Special.LOCAL_ID_X).build()))
        .isEqualTo(
            """
            kernel diamond (test, 64-bit addresses)
              parameter out: i64 at 0, restrict
              parameter limit: i32 at 8
            B0:  ; joins at B2
              %id = special.i32.local-id-x                                 ; move                   line 3
              %limit = load.i32 parameter[8]:i32                           ; load
              %out = load.ptr parameter[0]:ptr                             ; load
              %p = compare.i32.lt.signed %id, %limit                       ; compare_int
              %v = move.i32 1                                              ; move
              if !%p branch B2 else B1                                     ; branch                 line 6
            B1:
              %v = move.i32 2                                              ; move
              -> B2
            B2:
              store.i32 global[%out+8]:i32, %v                             ; store               #0 line 9
              exit                                                         ; exit
            """);
  }

  @Test
  void namesVariablesFloatsAndModifiers() {
    KernelBuilder k = new KernelBuilder("k", "test", "k.test");
    k.requiredGroupSize(List.of(8, 4, 1)).fixedWidth(32);
    k.variable(new Variable("tab", Space.CONSTANT, 0, 16, 4, new byte[16]));
    int f = k.register(Type.F32, "%f");
    int p = k.register(Type.PTR, "");
    int b = k.block();
    k.add(b, SampleKernels.move(p, Operand.immediate(Address.variable(0, 4)), Type.PTR));
    k.add(b, SampleKernels.move(f, Operand.immediate(0x3F800000L), Type.F32));
    k.add(
        b,
        InstructionBuilder.of(Op.FMA, Type.F32)
            .to(f)
            .from(Operand.register(f), Operand.register(f), Operand.register(f))
            .fusion(Fusion.PERMITTED)
            .rounding(Rounding.NEAREST_EVEN)
            .flush(true)
            .build());
    k.add(b, SampleKernels.exit());
    assertThat(IrText.of(k.build()))
        .contains("kernel k (test, 64-bit addresses, group 8x4x1, width 32)")
        .contains("  constant tab: 16 bytes at 0, initialised\n")
        .contains("t1 = move.ptr &tab+4")
        .contains("%f = move.f32 0f3F800000")
        .contains("%f = fma.f32.nearest-even.fusion-permitted.flush %f, %f, %f");
  }

  @Test
  void namesMemorySwitchesAndGuards() {
    KernelBuilder k = new KernelBuilder("k", "test", "k.test");
    k.variable(new Variable("s", Space.LOCAL, 0, 64, 4, new byte[0]));
    int r = k.register(Type.I32, "%r");
    int p = k.register(Type.I1, "%p");
    int d = k.register(Type.F64, "%d");
    int b = k.block();
    k.add(b, SampleKernels.move(r, SampleKernels.c(0), Type.I32));
    k.add(b, SampleKernels.move(d, SampleKernels.c(0x3FF0000000000000L), Type.F64));
    k.add(
        b,
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .comparison(Comparison.GE)
            .combine(BoolOp.AND)
            .to(p, -1)
            .from(SampleKernels.r(r), SampleKernels.c(3), SampleKernels.r(p))
            .build());
    k.add(
        b,
        InstructionBuilder.of(Op.ADD, Type.I32)
            .to(r)
            .from(SampleKernels.r(r), SampleKernels.c(1))
            .guard(p, true)
            .build());
    k.add(
        b,
        InstructionBuilder.of(Op.ATOMIC, Type.I32)
            .atomic(AtomicOp.COMPARE_EXCHANGE)
            .to(r)
            .from(SampleKernels.c(16), SampleKernels.c(1), SampleKernels.r(r))
            .memory(
                new MemoryAccess(
                    Space.LOCAL, Type.I32, 1, -1, -4, MemoryAccess.Qualifiers.VOLATILE))
            .build());
    k.add(
        b,
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .to(r, -1)
            .from(SampleKernels.r(r))
            .memory(
                new MemoryAccess(
                    Space.CONSTANT, Type.I32, 2, -1, 0, MemoryAccess.Qualifiers.CONSTANT))
            .build());
    k.add(b, InstructionBuilder.of(Op.SWITCH, Type.I32).from(SampleKernels.r(r)).build());
    int one = k.block();
    int two = k.block();
    k.successors(b, one, two, one);
    k.add(one, InstructionBuilder.of(Op.JUMP, Type.I1).build());
    k.add(two, InstructionBuilder.of(Op.EXIT, Type.I1).variant(Variant.Exit.TRAP).build());
    assertThat(IrText.of(k.build()))
        .contains("  local s: 64 bytes at 0\n")
        .contains("%d = move.f64 0d3FF0000000000000")
        .contains("%p, _ = compare.i32.ge.and %r, 3, %p")
        .contains("@!%p %r = add.i32 %r, 1")
        .contains("%r = atomic.i32.compare-exchange local[16-4]:i32 volatile, 1, %r")
        .contains("%r, _ = load.i32 constant[%r]:i32x2 read-only")
        .contains("switch %r B1 B2 B1")
        .contains("jump B2")
        .contains("exit.trap");
  }
}
