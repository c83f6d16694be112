// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cayman;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.frontend.amdil.AmdIlFrontend;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.terascale.check.ProgramCheck;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.program.TeraScaleKernel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** AMD IL's 4-wide operations reach the packer as such. */
class IlVectorsTest {
  /** Line of the text on which a body starts. */
  private static final int FIRST_LINE = 8;

  private static TeraScaleKernel lower(String body) {
    String text =
        """
        il_cs_2_0
        dcl_num_thread_per_group 64
        dcl_cb cb0[4]
        dcl_literal l0, 1.5, 2.5, 3.5, 4.5
        mov r0.x, vTidInGrpFlat.x
        mov r1, g[r0.x]
        mov r2, g[r0.x+64]
        %s
        end
        """
            .formatted(body);
    TeraScaleKernel code =
        (TeraScaleKernel)
            Catalogue.device("hd6970")
                .lower(new AmdIlFrontend().read("k.il", text, FrontendOptions.defaults()).get(0));
    assertThat(ProgramCheck.problems(code)).isEmpty();
    return code;
  }

  /** Bundles in which the components of each vector operation stand, by its line in the text. */
  private static Map<Integer, List<Bundle>> places(TeraScaleKernel code) {
    Map<Integer, List<Bundle>> places = new HashMap<>();
    for (int block = 0; block < code.kernel().blocks().size(); block++) {
      for (Bundle bundle : code.bundles(block)) {
        for (MachineOp op : bundle.ops()) {
          if (op.vector() >= 0) {
            places.computeIfAbsent(op.line(), k -> new ArrayList<>()).add(bundle);
          }
        }
      }
    }
    return places;
  }

  @Test
  @DisplayName("a vector whose x is urgent issues as one bundle of four")
  void aVectorWhoseXIsUrgentIssuesAsOneBundleOfFour() {
    TeraScaleKernel code =
        lower(
            """
            mul r3, r1, r2
            add r4, r1, r2
            mul r4, r4, r4
            add r5.x, r3.x, l0.x
            mul r5.x, r5.x, r3.x
            add r5.x, r5.x, l0.x
            mul r5.x, r5.x, r3.x
            add r5.x, r5.x, l0.x
            mul r5.x, r5.x, r3.x
            mov r5._yzw, r3
            mov g[r0.x], r5
            mov g[r0.x+64], r4
            """);
    List<Bundle> product = places(code).get(FIRST_LINE);
    assertThat(product).hasSize(4);
    assertThat(product.stream().distinct()).hasSize(1);
    assertThat(places(code).get(FIRST_LINE + 1)).hasSize(4);
  }

  @Test
  @DisplayName("fixed elements of constant buffers come from the constant cache, without a fetch")
  void fixedElementsOfConstantBuffersComeFromTheConstantCache() {
    TeraScaleKernel code = lower("mad r3, r1, cb0[1], cb0[2].wzyx\nmov g[r0.x], r3");
    assertThat(code.fetches()).isEqualTo(2); // r1 and r2
    assertThat(code.assembly()).contains("KC4[1].x").contains("KC4[2].w");
    TeraScaleKernel relative = lower("add r3, r1, cb0[r0.x]\nmov g[r0.x], r3");
    assertThat(relative.fetches()).isEqualTo(3);
  }

  @Test
  @DisplayName("an operation with three constants of three places moves one first")
  void threeConstants() {
    TeraScaleKernel code =
        lower("mad r3.x, cb0[0].x, cb0[1].y, cb0[2].z\nadd r3, r1, r3.x\nmov g[r0.x], r3");
    assertThat(code.assembly()).contains("MULADD");
  }

  @Test
  @DisplayName("the flat id of a work-item costs a shift and a sum")
  void flatId() {
    TeraScaleKernel code = lower("mov r9.x, vAbsTidFlat.x\nmov g[r9.x], r1");
    assertThat(code.assembly()).doesNotContain("MULLO_INT");
  }
}
