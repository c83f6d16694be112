// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pixel shaders over a domain, and textures of every kind of coordinate. */
class PixelsTest {
  /** 4 x 2 texels of four words: component c of texel (x, y) is 100 + 16 y + 4 x + c. */
  private static final String IMAGE =
      "img: {type: u32, count: 32, init: {iota: {start: 100, step: 1}}}\n";

  private static final String TEXTURE =
      "{texture: {buffer: img, width: 4, height: 2, channels: 4}}";

  @TempDir Path folder;

  private void verified(String kernel, String buffers, String launch, String expect)
      throws IOException {
    Files.writeString(folder.resolve("k.il"), kernel);
    String text =
        "name: k\nkernels: k.il\nbuffers:\n"
            + buffers.indent(2)
            + "steps:\n  - {launch: k, "
            + launch
            + "}\nexpect:\n  out: {fnv1a64: \"0x"
            + expect
            + "\"}\n";
    Workload read = Workload.read("k.yaml", text, folder);
    try (WorkloadExecution run =
        new WorkloadExecution(read.bind(Map.of()), List.of(new AmdIlFrontend()))) {
      while (run.next() != ProgramItem.END) {
        // It is executed.
      }
      assertThat(run.outcome().message()).isEmpty();
      assertThat(run.outcome().verified()).isTrue();
    }
  }

  /** FNV-1a of words, low byte first. */
  private static String hash(int... words) {
    long h = 0xCBF29CE484222325L;
    for (int w : words) {
      for (int b = 0; b < 4; b++) {
        h = (h ^ (w >>> 8 * b & 0xFF)) * 0x100000001B3L;
      }
    }
    return String.format("%016x", h);
  }

  @Test
  @DisplayName("a pixel writes g[] by its position; odd domains leave no trace of helper pixels")
  void aPixelWritesGByItsPosition() throws IOException {
    int[] want = new int[4 * 35];
    for (int y = 0; y < 5; y++) {
      for (int x = 0; x < 7; x++) {
        int at = 4 * (7 * y + x);
        want[at] = x;
        want[at + 1] = y;
        want[at + 2] = Il.f(x + 0.5f);
        want[at + 3] = Il.f(y + 0.5f);
      }
    }
    verified(
        """
        il_ps_2_0
        dcl_input_position_interp(linear_noperspective) v0.xy__
        dcl_cb cb0[1]
        ftoi r0.xy__, v0.xy
        umad r1.x, r0.y, cb[0].x, r0.x
        mov r0.__zw, v0.xxxy
        mov g[r1.x], r0
        end
        """,
        "c: {type: u32, count: 4, init: {values: [7, 0, 0, 0]}}\nout: {type: u32, count: 140}",
        "domain: [7, 5], bind: {g: out, cb0: c}",
        hash(want));
  }

  @Test
  @DisplayName("an output keeps what the buffer held where a pixel is discarded")
  void anOutputKeepsWhatTheBufferHeldWhereAPixelIsDiscarded() throws IOException {
    int[] want = new int[4 * 6];
    for (int p = 0; p < 6; p++) {
      for (int c = 0; c < 4; c++) {
        want[4 * p + c] = p % 3 == 1 ? 9 : c == 3 ? 9 : Il.f(p % 3 + 0.5f);
      }
    }
    verified(
        """
        il_ps_2_0
        dcl_output_generic o0
        dcl_literal l0, 1.5f, 0, 0, 0
        dcl_input_position_interp(linear_noperspective) vWinCoord0.xy__
        eq r0.x, vWinCoord0.x, l0.x
        discard_logicalnz r0.x
        mov o0.xyz_, vWinCoord0.xxxx
        endmain
        end
        """,
        "out: {type: u32, count: 24, init: {fill: 9}}",
        "domain: [3, 2], bind: {o0: out}",
        hash(want));
  }

  @Test
  @DisplayName("textures: integer texels, offsets, load by whole numbers, normalised coordinates")
  void texturesIntegerTexelsOffsetsLoadByWholeNumbers() throws IOException {
    int[] want = new int[12];
    for (int c = 0; c < 4; c++) {
      want[c] = 100 + 16 + 4 * 2 + c; // (1.5, 0.5) moved by (1, 1)
      want[4 + c] = 100 + 4 * 3 + c; // load (3, 0)
      want[8 + c] = 100 + 16 + c; // normalised (0.1, 0.9)
    }
    verified(
        """
        il_cs_2_0
        dcl_num_thread_per_group 1
        dcl_literal l0, 1.5, 0.5, 0.1, 0.9
        dcl_literal l1, 3, 0, 0, 0
        dcl_resource_id(0)_type(2d,unnorm)_fmtx(uint)
        dcl_resource_id(1)_type(2d)_fmtx(uint)_fmty(uint)_fmtz(uint)_fmtw(uint)
        sample_resource(0)_sampler(0)_aoffimmi(1.0,1,0) r0, l0.xy
        load_resource(0) r1, l1.xyyy
        sample_resource(1)_sampler(0) r2, l0.zw00
        mov g[0], r0
        mov g[1], r1
        mov g[2], r2
        end
        """,
        IMAGE + "out: {type: u32, count: 12}",
        "grid: [1], bind: {g: out, i0: " + TEXTURE + ", i1: " + TEXTURE + "}",
        hash(want));
  }

  @Test
  @DisplayName("levels, biases and gradients choose nothing: a texture has one level")
  void levelsBiasesAndGradientsChooseNothing() throws IOException {
    int[] want = new int[12];
    for (int c = 0; c < 4; c++) {
      want[c] = want[4 + c] = want[8 + c] = 100 + 4 + c; // (1.5, 0.5)
    }
    verified(
        """
        il_cs_2_0
        dcl_num_thread_per_group 1
        dcl_literal l0, 1.5, 0.5, 7.0, 0.0
        dcl_resource_id(0)_type(2d,unnorm)_fmtx(uint)
        sample_l_resource(0)_sampler(0) r0, l0.xy, l0.z
        sample_b_resource(0)_sampler(0) r1, l0.xy, l0.z
        sample_g_resource(0)_sampler(0) r2, l0.xy, l0.zz, l0.wz
        mov g[0], r0
        mov g[1], r1
        mov g[2], r2
        end
        """,
        IMAGE + "out: {type: u32, count: 12}",
        "grid: [1], bind: {g: out, i0: " + TEXTURE + "}",
        hash(want));
  }

  @Test
  void aPixelThatLeavesItsBufferIsReportedAtTheLineThatWroteItsOutput() throws IOException {
    String kernel =
        """
        il_ps_2_0
        dcl_output_generic o0
        dcl_input_position_interp(linear_noperspective) vWinCoord0.xy__
        mov o0, vWinCoord0.xyxy
        end
        """;
    assertThatThrownBy(
            () ->
                verified(
                    kernel, "out: {type: u32, count: 12}", "domain: [2, 2], bind: {o0: out}", "0"))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("k.il:4: kernel k: 16-byte access at offset 48 out of bounds");
  }
}
