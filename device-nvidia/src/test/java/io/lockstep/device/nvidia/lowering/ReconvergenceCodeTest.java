// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.testsupport.Kernels;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Code that announces where lanes meet, as ptxas 13.0 emits it for the same control flow. */
class ReconvergenceCodeTest {
  private static final String HEAD =
      """
      .version 7.0
      .target sm_70
      .address_size 64
      .visible .entry k(.param .u64 out, .param .u32 n)
      {
        .reg .pred %p<4>;
        .reg .b32 %r<8>;
        .reg .b64 %d<4>;
        ld.param.u64 %d0, [out];
        ld.param.u32 %r1, [n];
        mov.u32 %r0, %tid.x;
        mul.wide.u32 %d1, %r0, 4;
        add.s64 %d1, %d0, %d1;
        and.b32 %r2, %r0, 1;
        setp.eq.u32 %p1, %r2, 0;
        ld.global.u32 %r3, [%d1];
        setp.eq.u32 %p2, %r3, %r1;
        mov.u32 %r4, 7;
      """;

  private static final String TAIL =
      """
      REST:
        ld.global.u32 %r4, [%d1+4];
        add.u32 %r4, %r4, %r3;
        st.global.u32 [%d1+8], %r4;
      OUT:
        st.global.u32 [%d1], %r4;
        ret;
      }
      """;

  private static List<String> control(Capability capability, String body) {
    return new SassLowering(TestDevices.of(capability))
        .lower(Kernels.ptx("k", HEAD + body + TAIL).get(0))
        .assembly()
        .lines()
        .filter(l -> l.matches(".* (BSSY|BREAK|BSYNC|EXIT)( .*|$)"))
        .map(l -> l.replaceAll(".* (BSSY|BREAK|BSYNC|EXIT)( .*|$)", "$1"))
        .toList();
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  @DisplayName("lanes that leave an inlined function early break from the point inside it")
  void lanesThatLeaveAnInlinedFunctionBreak(Capability capability) {
    String body =
        """
        @%p1 bra REST;
        ld.global.u32 %r5, [%d1+16];
        @%p2 bra OUT;
        st.global.u32 [%d1+12], %r5;
        """;
    assertThat(control(capability, body))
        .containsExactly("BSSY", "BSSY", "BREAK", "BSYNC", "BSYNC", "EXIT");
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  @DisplayName("lanes that return inside an if exit, and the others meet behind it")
  void lanesThatReturnExit(Capability capability) {
    String body =
        """
        @%p1 bra REST;
        ld.global.u32 %r5, [%d1+16];
        @%p2 bra END;
        st.global.u32 [%d1+12], %r5;
        bra REST;
        END:
        ret;
        """;
    assertThat(control(capability, body)).containsExactly("BSSY", "EXIT", "BSYNC", "EXIT");
  }
}
