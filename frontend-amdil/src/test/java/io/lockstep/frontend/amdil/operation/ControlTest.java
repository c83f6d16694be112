// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.frontend.amdil.Il;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Structured control flow: what runs, and the blocks it becomes. */
class ControlTest {
  /** Runs a body for eight work-items; g[tid].x is the answer of each, in r1.x. */
  private static int[] each(String body) {
    return each(body, "");
  }

  private static int[] each(String body, String functions) {
    Kernel kernel =
        Il.kernel(
            """
            il_cs_2_0
            dcl_num_thread_per_group 8
            dcl_literal l0, 0, 1, 2, 3
            dcl_literal l1, 4, 5, 6, 7
            mov r0.x, vAbsTidFlat.x
            mov r1, l0.xxxx
            %s
            mov g[r0.x], r1
            endmain
            %s
            end
            """
                .formatted(body, functions));
    int[] g = Il.run(kernel, 1, Map.of("g", new int[32])).get("g");
    int[] x = new int[8];
    for (int i = 0; i < 8; i++) {
      x[i] = g[4 * i];
    }
    return x;
  }

  @Test
  @DisplayName("if, else and nested if")
  void ifElseAndNestedIf() {
    assertThat(
            each(
                """
                ult r2.x, r0.x, l1.x
                if_logicalnz r2.x
                  mov r1.x, l0.y
                  if_logicalz r0.x
                    mov r1.x, l1.w
                  endif
                else
                  mov r1.x, l0.z
                endif
                """))
        .containsExactly(7, 1, 1, 1, 2, 2, 2, 2);
  }

  @Test
  @DisplayName("a loop with break and continue in both forms")
  void aLoopWithBreakAndContinueInBothForms() {
    // Sums 1..tid, leaving 3 out.
    assertThat(
            each(
                """
                mov r2.x, r0.x
                whileloop
                  break_logicalz r2.x
                  mov r3.x, r2.x
                  iadd r2.x, r2.x, l0.y_neg(x)
                  ieq r4.x, r3.x, l0.w
                  continue_logicalnz r4.x
                  iadd r1.x, r1.x, r3.x
                  ult r4.x, r1.x, l1.w
                  continue_logicalz r4.x
                endloop
                """))
        .containsExactly(0, 1, 3, 3, 7, 12, 18, 25);
  }

  @Test
  @DisplayName("an unconditional break inside an if leaves the loop")
  void breakInIf() {
    assertThat(
            each(
                """
                whileloop
                  ige r2.x, r1.x, r0.x
                  if_logicalnz r2.x
                    break
                  endif
                  iadd r1.x, r1.x, l0.z
                endloop
                """))
        .containsExactly(0, 2, 2, 4, 4, 6, 6, 8);
  }

  @Test
  @DisplayName("comparisons in the statement: ifc, breakc")
  void comparisonsOfIfcAndBreakcDecide() {
    assertThat(
            each(
                """
                utof r2.x, r0.x
                utof r3, l0
                ifc_relop(gt) r2.x, r3.z
                  mov r1.x, l0.y
                endif
                whileloop
                  breakc_relop(le) r2.x, r3.x
                  add r2.x, r2.x, r3.y_neg(x)
                  iadd r1.x, r1.x, l0.z
                endloop
                """))
        .containsExactly(0, 2, 4, 7, 9, 11, 13, 15);
  }

  @Test
  @DisplayName("switch with fall through and default")
  void switchWithFallThroughAndDefault() {
    assertThat(
            each(
                """
                switch r0.x
                  case 1
                    iadd r1.x, r1.x, l0.y
                  case 2
                    iadd r1.x, r1.x, l0.z
                    break
                  default
                    mov r1.x, l1.w
                  case 5
                    iadd r1.x, r1.x, l0.w
                endswitch
                """))
        .containsExactly(10, 3, 2, 10, 10, 3, 10, 10);
  }

  @Test
  @DisplayName("functions: calls, an early return, a call in a function")
  void functionsCallsAnEarlyReturnACallInAFunction() {
    assertThat(
            each(
                "call 1",
                """
                func 1
                  ieq r2.x, r0.x, l0.w
                  if_logicalnz r2.x
                    mov r1.x, l1.w
                    ret_dyn
                  endif
                  call 2
                  call 2
                  ret
                endfunc
                func 2
                  iadd r1.x, r1.x, r0.x
                endfunc
                """))
        .containsExactly(0, 2, 4, 7, 8, 10, 12, 14);
  }

  @Test
  @DisplayName("a function that returns at its end becomes part of its caller's block")
  void aFunctionThatReturnsAtItsEndBecomesPartOfItsCallersBlock() {
    String text =
        """
        il_cs_2_0
        dcl_num_thread_per_group 8
        mov r0.x, vAbsTidFlat.x
        mov r1, r0.xxxx
        %s
        mov g[r0.x], r1
        endmain
        func 1
          iadd r1.x, r1.x, r0.x
          ret
        endfunc
        end
        """;
    int written = Il.kernel(text.formatted("iadd r1.x, r1.x, r0.x")).blocks().size();
    assertThat(Il.kernel(text.formatted("call 1")).blocks()).hasSize(written);
  }

  @Test
  @DisplayName("ret_dyn in the main program ends the work-item")
  void earlyEnd() {
    assertThat(
            each(
                """
                mov r1.x, l0.y
                ilt r2.x, r0.x, l1.x
                ret_logicalnz r2.x
                """))
        .containsExactly(0, 0, 0, 0, 1, 1, 1, 1);
  }

  @Test
  @DisplayName("both sides of an if meet at its post-dominator; a loop is one natural loop")
  void bothSidesOfAnIfMeetAtItsPostDominator() {
    Kernel kernel =
        Il.compute(
            """
            dcl_literal l0, 0, 1, 2, 3
            mov r0, l0
            whileloop
              if_logicalnz r0.x
                iadd r0.x, r0.x, l0.y
              else
                break
              endif
              fence_threads
            endloop
            mov g[r0.y], r0
            """);
    assertThat(kernel.loops()).isEqualTo(1);
    for (Block b : kernel.blocks()) {
      Instruction last = b.last();
      if (last.op() == Op.BARRIER) {
        assertThat(b.loopDepth()).isEqualTo(1);
      }
      for (Instruction i : b.instructions().subList(0, b.instructions().size() - 1)) {
        assertThat(i.op().isTerminator() || i.op() == Op.BARRIER).isFalse();
      }
    }
    Block branch =
        kernel.blocks().stream().filter(b -> b.last().op() == Op.BRANCH).findFirst().orElseThrow();
    assertThat(kernel.blocks().get(branch.postDominator()).instructions())
        .anyMatch(i -> i.op() == Op.STORE);
  }

  @Test
  @DisplayName("instructions carry the line and text they come from")
  void instructionsCarryTheLineAndTextTheyComeFrom() {
    Kernel kernel = Il.compute("dcl_literal l0, 0, 1, 2, 3\nadd r0, l0, l0\nmov g[r0.y], r0");
    Instruction add = Il.code(kernel, Op.ADD).get(0);
    assertThat(add.line()).isEqualTo(4);
    assertThat(add.text()).isEqualTo("add r0, l0, l0");
  }
}
