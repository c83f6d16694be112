// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import java.util.regex.Pattern;

/**
 * The functions {@code malloc} and {@code free} of CUDA's device code. A text that declares them
 * gets a module that defines them: blocks follow each other in a heap of 64 MiB, and memory that is
 * freed is not used again. Each block takes 16 bytes more than asked, so that blocks of no bytes
 * differ.
 */
final class DeviceHeap {
  private static final Pattern DECLARED =
      Pattern.compile("\\.extern\\s+\\.func\\s*(\\([^)]*\\)\\s*)?(malloc|free)\\b");

  private static final String MODULE =
      """

      .version 7.0
      .target sm_50
      .address_size 64
      .global .align 16 .b8 lockstep_heap[67108864];
      .global .align 8 .u64 lockstep_heap_used;
      .visible .func (.param .b64 result) malloc(.param .b64 bytes)
      {
        .reg .b64 %rd<8>;
        .reg .pred %p;
        ld.param.u64 %rd1, [bytes];
        add.u64 %rd1, %rd1, 31;
        and.b64 %rd1, %rd1, -16;
        mov.u64 %rd2, lockstep_heap_used;
        atom.global.add.u64 %rd3, [%rd2], %rd1;
        add.u64 %rd4, %rd3, %rd1;
        setp.gt.u64 %p, %rd4, 67108864;
        mov.u64 %rd5, lockstep_heap;
        cvta.global.u64 %rd6, %rd5;
        add.u64 %rd7, %rd6, %rd3;
        selp.b64 %rd7, 0, %rd7, %p;
        st.param.b64 [result], %rd7;
        ret;
      }
      .visible .func free(.param .b64 block)
      {
        ret;
      }
      """;

  private DeviceHeap() {}

  /** Returns a text with the definitions that it lacks. */
  static String defined(String text) {
    return DECLARED.matcher(text).find() ? text + MODULE : text;
  }
}
