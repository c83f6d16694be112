// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import org.junit.jupiter.api.Test;

/** The shared memory that is reserved for cooperative groups. */
class GroupsMemoryTest {
  private static final String TEXT =
      """
      .version 9.0
      .target sm_80
      .address_size 64
      .extern .shared .align 16 .b8 dynamic[];
      .visible .entry k(.param .u64 p0)
      {
      .reg .b32 %r<9>;
      .reg .b64 %rd<9>;
      .shared .align 4 .b8 own[20];
      mov.u32 %r1, %tid.x;
      { .reg .u32 start; .reg .u64 extended; mov.u32 start, %reserved_smem_offset_1;
        cvt.u64.u32 extended, start; cvta.shared.u64 %rd1, extended; }
      atom.or.acq_rel.cta.b32 %r2, [%rd1], 1;
      red.and.release.cta.b32 [%rd1+284], 0;
      mov.u32 %r3, own;
      st.shared.u32 [%r3+16], %r1;
      mov.u32 %r4, %reserved_smem_offset_1;
      mov.u32 %r5, dynamic;
      ld.param.u64 %rd2, [p0]; cvta.to.global.u64 %rd2, %rd2;
      st.global.u32 [%rd2], %r2; st.global.u32 [%rd2+4], %r3;
      st.global.u32 [%rd2+8], %r4; st.global.u32 [%rd2+12], %r5;
      ret;
      }
      """;

  @Test
  void liesApartFromTheKernelsOwn() {
    int[] words = new Waiting(TEXT).buffer("out", new int[4]).run(1, 1).words(0);
    int own = words[1];
    int reserved = words[2];
    assertThat(words[0]).isZero();
    assertThat(reserved % 8).isZero();
    assertThat(own + 20 <= reserved || reserved + 288 <= own).isTrue();
    assertThat(words[3]).isGreaterThanOrEqualTo(Math.max(own + 20, reserved + 288));
  }

  @Test
  void isNotTakenWithoutUse() {
    Kernel kernel = Ptx.kernel("", ".shared .align 4 .b8 own[20];");
    assertThat(kernel.localBytes()).isEqualTo(20);
  }
}
