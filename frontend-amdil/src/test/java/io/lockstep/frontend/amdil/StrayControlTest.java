// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.io.InputException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Control operations at places where they do not belong: a kernel or one message. */
class StrayControlTest {
  /** Every control operation; those with operands twice where another form decodes differently. */
  private static final List<String> CONTROL =
      List.of(
          "if_logicalnz r0.x",
          "ifc_relop(lt) r0.x, r1.x",
          "else",
          "endif",
          "whileloop",
          "endloop",
          "break",
          "break_logicalz r0.x",
          "breakc_relop(ge) r0.x, r1.x",
          "continue",
          "continue_logicalnz r0.x",
          "continuec_relop(eq) r0.x, r1.x",
          "switch r0.x",
          "case 1",
          "default",
          "endswitch",
          "call 1",
          "func 1",
          "func 2",
          "endfunc",
          "ret",
          "ret_dyn",
          "ret_logicalz r0.x",
          "discard_logicalnz r0.x",
          "endmain",
          "end");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%s mov g[0], r0 end",
        "mov r0, r1 endmain %s end",
        "call 1 endmain func 1 %s mov r1, r0 endfunc end",
        "endmain func 1 %s endfunc end",
        "whileloop %s endloop end",
        "switch r0.x %s case 1 break endswitch end",
        "if_logicalz r0.x %s else mov r0, r1 endif endmain func 2 ret endfunc end",
      })
  void anySequenceOfControlOperationsIsAKernelOrOneMessageWithItsPosition(String context) {
    List<String> wrong = new ArrayList<>();
    int kernels = 0;
    for (String sequence : sequences(context.startsWith("%s") || context.startsWith("call"))) {
      try {
        Il.kernel(Il.HEAD + "dcl_literal l0, 0, 0, 0, 0 " + context.formatted(sequence) + "\n");
        kernels++;
      } catch (InputException e) {
        if (!e.getMessage().matches("k\\.il:[1-4]:[1-9][0-9]*: .+")) {
          wrong.add(sequence + ": " + e.getMessage());
        }
      } catch (RuntimeException e) {
        wrong.add(sequence + ": " + e);
      }
    }
    assertThat(wrong).as("in '%s'", context).isEmpty();
    assertThat(kernels).as("kernels of '%s'", context).isPositive();
  }

  /** All of one and two operations, of three where wanted, and pairs with a statement between. */
  private static List<String> sequences(boolean three) {
    List<String> all = new ArrayList<>(CONTROL);
    for (String first : CONTROL) {
      for (String second : CONTROL) {
        all.add(first + " " + second);
        all.add(first + " mov r0, r1 " + second);
        for (String third : three ? CONTROL : List.<String>of()) {
          all.add(first + " " + second + " " + third);
        }
      }
    }
    return all;
  }
}
