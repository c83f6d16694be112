package io.lockstep.trace.ir;

import static org.assertj.core.api.Assertions.assertThat;

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
        Instruction.of(Op.FMA, Type.F32)
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
}
