// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.FrontendOptions.KernelAttributes;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.type.Fusion;
import java.util.List;
import java.util.Map;
import java.util.function.IntBinaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the text spells out is recovered as one operation, and computes the same. */
class IntentsTest {
  private static final int[] VALUES = {
    0,
    1,
    -1,
    7,
    255,
    0xFFFFFF,
    0x1000000,
    0x800000,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    0x9E3779B1
  };

  /** Lines from r1.x and r1.y to r2.x; r2 and r3 are written twice, as texts do. */
  private record Idiom(String lines, Op becomes, IntBinaryOperator expected) {
    @Override
    public String toString() {
      return lines.replace('\n', ';') + " -> " + becomes;
    }
  }

  static Stream<Idiom> idioms() {
    return Stream.of(
        new Idiom(
            "iand r2.x, r1.x, l0.x\niand r3.x, r1.y, l0.x\nimul r2.x, r2.x, r3.x",
            Op.MUL24,
            (a, b) -> (a & 0xFFFFFF) * (b & 0xFFFFFF)),
        new Idiom(
            "ishl r2.x, r1.x, l0.y\nishr r2.x, r2.x, l0.y\nishl r3.x, r1.y, l0.y\n"
                + "ishr r3.x, r3.x, l0.y\nimad r2.x, r2.x, r3.x, r1.y",
            Op.MAD24,
            (a, b) -> (a << 8 >> 8) * (b << 8 >> 8) + b),
        new Idiom(
            "ishl r2.x, r1.x, l0.z\nushr r3.x, r1.x, l0.w\nior r2.x, r2.x, r3.x",
            Op.FUNNEL_RIGHT,
            (a, b) -> Integer.rotateLeft(a, 7)),
        new Idiom(
            "ushr r2.x, r1.x, l0.y\niand r2.x, r2.x, l1.x",
            Op.BIT_FIELD_EXTRACT,
            (a, b) -> a >>> 8 & 255),
        new Idiom(
            "ixor r2.x, r1.x, r1.y\niand r2.x, r2.x, l1.y\nixor r2.x, r2.x, r1.y",
            Op.LOGIC3,
            (a, b) -> a & 0x0F0F0F0F | b & ~0x0F0F0F0F));
  }

  private static Kernel kernel(String lines) {
    return Il.compute(
        "dcl_literal l0, 0xFFFFFF, 8, 7, 25\ndcl_literal l1, 255, 0x0F0F0F0F, 1, 0\n"
            + "mov r1, g[0]\nmov r2, r1\nmov r3, r1\n"
            + lines
            + "\nmov g[1], r2.xxxx\nmov r2, r1.yyyy\nmov r3, r1.yyyy\nmov g[2], r2\nmov g[3], r3");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("idioms")
  void anIdiomInRegistersThatAreWrittenAgainIsOneOperation(Idiom idiom) {
    List<Op> arithmetic =
        Il.code(kernel(idiom.lines)).stream()
            .filter(i -> i.memory() == null && i.type() != io.lockstep.kernel.type.Type.PTR)
            .map(Instruction::op)
            .filter(op -> op != Op.MOVE && op != Op.EXIT)
            .toList();
    assertThat(arithmetic).containsExactly(idiom.becomes);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("idioms")
  void anIdiomComputesTheSameForAllPairsOfCorners(Idiom idiom) {
    Kernel kernel = kernel(idiom.lines);
    for (int a : VALUES) {
      for (int b : VALUES) {
        int[] g = new int[16];
        g[0] = a;
        g[1] = b;
        int[] after = Il.run(kernel, 1, Map.of("g", g)).get("g");
        assertThat(after[4]).as("%d, %d", a, b).isEqualTo(idiom.expected.applyAsInt(a, b));
        assertThat(List.of(after[8], after[12])).containsExactly(b, b);
      }
    }
  }

  private static final String ATOMIC = "dcl_raw_uav_id(0)\nuav_read_add_id(0) r1.x, r0.x, r0.y\n";

  @Test
  void anAtomicWhoseResultNothingReadsReturnsNone() {
    Instruction idle = Il.code(Il.compute(ATOMIC + "mov g[0], r0"), Op.ATOMIC).get(0);
    assertThat(idle.opClass()).isEqualTo(OpClass.ATOMIC);
    Instruction read = Il.code(Il.compute(ATOMIC + "mov g[0], r1"), Op.ATOMIC).get(0);
    assertThat(read.opClass()).isEqualTo(OpClass.ATOMIC_RETURN);
  }

  @Test
  void aWorkloadMayDeclareAViewReadOnlyAndItsLoadsSayIt() {
    String text =
        Il.HEAD
            + "dcl_raw_uav_id(0)\ndcl_raw_uav_id(1)\nuav_raw_load_id(0) r1, r0.x\n"
            + "uav_raw_load_id(1) r2, r0.x\niadd r1, r1, r2\nuav_raw_store_id(1) mem.xyzw, r0.x, r1\n"
            + "end\n";
    int first = Il.kernel(text).parameters().stream().map(p -> p.name()).toList().indexOf("uav0");
    Kernel kernel =
        new AmdIlFrontend()
            .read(
                "k.il",
                text,
                new FrontendOptions(
                    Fusion.PERMITTED,
                    Map.of(
                        "k",
                        new KernelAttributes(
                            List.of(), List.of(first), List.of(), false, 0, false))))
            .get(0);
    assertThat(kernel.parameters().get(first).readOnly()).isTrue();
    assertThat(Il.code(kernel, Op.LOAD))
        .filteredOn(i -> i.memory().slot() >= 0)
        .extracting(i -> i.memory().readOnly())
        .containsExactly(true, false);
  }
}
