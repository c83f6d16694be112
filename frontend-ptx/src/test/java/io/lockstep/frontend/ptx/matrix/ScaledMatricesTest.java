// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.frontend.ptx.PtxFrontend;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Products with scales from PTX to results, and their selectors in registers. */
class ScaledMatricesTest {
  private static final int LANES = 32;
  private static final int WORDS = 12; // of a lane: A, B, C, scales of A and of B
  private static final double[] E2M1 = {0, 0.5, 1, 1.5, 2, 3, 4, 6};

  @TempDir private Path folder;

  private static String kernel(String before, String selectors, String after) {
    return """
        .version 8.8
        .target sm_120a
        .address_size 64
        .visible .entry k(.param .u64 o, .param .u64 i, .param .u32 n) {
        .reg .b64 %%rd<8>; .reg .b32 %%r<20>; .reg .f32 %%f<8>; .reg .b16 %%h<4>; .reg .pred %%p<2>;
        ld.param.u64 %%rd0, [o];
        ld.param.u64 %%rd1, [i];
        ld.param.u32 %%r15, [n];
        mov.u32 %%r0, %%tid.x;
        mad.wide.u32 %%rd2, %%r0, 48, %%rd1;
        mad.wide.u32 %%rd3, %%r0, 16, %%rd0;
        ld.global.v4.u32 {%%r1, %%r2, %%r3, %%r4}, [%%rd2];
        ld.global.v2.u32 {%%r5, %%r6}, [%%rd2+16];
        ld.global.v2.f32 {%%f1, %%f2}, [%%rd2+24];
        ld.global.v2.f32 {%%f3, %%f4}, [%%rd2+32];
        ld.global.v2.u32 {%%r7, %%r8}, [%%rd2+40];
        %s
        mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3
          {%%f1, %%f2, %%f3, %%f4}, {%%r1, %%r2, %%r3, %%r4}, {%%r5, %%r6}, {%%f1, %%f2, %%f3, %%f4}, %s;
        %s
        st.global.v4.f32 [%%rd3], {%%f1, %%f2, %%f3, %%f4};
        ret;
        }
        """
        .formatted(before, selectors, after);
  }

  private static double number(int code) {
    return code < 8 ? E2M1[code] : -E2M1[code - 8];
  }

  /** A scale of 0x30 to 0x3F: eighths of 0.5 to 1, then of 1 to 2. */
  private static double scale(int code) {
    double whole = 1 + (code & 7) / 8.0;
    return code < 0x38 ? whole / 2 : whole;
  }

  private String miss(String text, int[] select) throws IOException {
    Random random = new Random(5);
    int[][] words = new int[LANES][WORDS];
    for (int[] lane : words) {
      for (int n = 0; n < 6; n++) {
        lane[n] = random.nextInt();
      }
      for (int n = 6; n < 10; n++) {
        lane[n] = Float.floatToRawIntBits(random.nextInt(200) - 100);
      }
      for (int n = 10; n < 12; n++) {
        lane[n] = 0x30303030 | random.nextInt() & 0x0F0F0F0F;
      }
    }
    ByteBuffer in = ByteBuffer.allocate(4 * LANES * WORDS).order(ByteOrder.LITTLE_ENDIAN);
    for (int[] lane : words) {
      for (int word : lane) {
        in.putInt(word);
      }
    }
    ByteBuffer out = ByteBuffer.allocate(16 * LANES).order(ByteOrder.LITTLE_ENDIAN);
    for (int lane = 0; lane < LANES; lane++) {
      for (int i = 0; i < 4; i++) {
        int row = (lane >> 2) + 8 * (i >> 1);
        int column = 2 * (lane & 3) + (i & 1);
        double sum = Float.intBitsToFloat(words[lane][6 + i]);
        for (int k = 0; k < 64; k++) {
          int a = words[row % 8 * 4 + k % 32 / 8][k / 32 * 2 + row / 8] >>> k % 8 * 4 & 15;
          int b = words[column * 4 + k % 32 / 8][4 + k / 32] >>> k % 8 * 4 & 15;
          int x = words[row % 8 * 4 + 2 * select[0] + row / 8][10] >>> k / 16 * 8 & 0xFF;
          int y = words[column * 4 + select[1]][11] >>> k / 16 * 8 & 0xFF;
          sum += number(a) * number(b) * scale(x) * scale(y); // exact
        }
        out.putFloat((float) sum);
      }
    }
    Files.write(folder.resolve("i.bin"), in.array());
    Files.write(folder.resolve("e.bin"), out.array());
    Files.writeString(folder.resolve("k.ptx"), text);
    String workload =
        """
        name: k
        kernels: k.ptx
        buffers:
          o: {type: f32, count: 128}
          i: {type: u32, count: 384, init: {file: i.bin}}
        steps:
          - {launch: k, grid: [1], block: [32], args: [o, i, {u32: 3}]}
        expect:
          o: {file: e.bin}
        """;
    Workload read = Workload.read("k.yaml", workload, folder);
    try (WorkloadExecution run =
        new WorkloadExecution(read.bind(Map.of()), List.of(new PtxFrontend()))) {
      while (run.next() != ProgramItem.END) {
        // It is executed.
      }
      return run.outcome().verified() ? null : run.outcome().message();
    }
  }

  @Test
  void constantSelectorsNameTheLanesThatHoldScales() throws IOException {
    assertThat(miss(kernel("", "%r7, {0, 0}, %r8, {0, 0}", ""), new int[] {0, 0})).isNull();
    assertThat(miss(kernel("", "{%r7}, {0, 1}, {%r8}, {0, 2}", ""), new int[] {1, 2})).isNull();
  }

  @Test
  void aRegisterThatOneMoveDefinesIsAConstant() throws IOException {
    String moves = "mov.u16 %h0, 0;\nmov.b16 %h1, 1;\nmov.u16 %h2, 3;";
    String text = kernel(moves, "%r7, {%h0, %h1}, %r8, {%h0, %h2}", "");
    assertThat(miss(text, new int[] {1, 3})).isNull();
  }

  @Test
  void selectorsMayBeComputed() throws IOException {
    String computed =
        "and.b32 %r16, %r15, 1;\ncvt.u16.u32 %h1, %r16;\ncvt.u16.u32 %h2, %r15;\n"
            + "sub.u16 %h0, %h2, 3;";
    String text = kernel(computed, "%r7, {%h0, %h1}, %r8, {%h0, %h2}", "");
    assertThat(miss(text, new int[] {1, 3})).isNull();
    text = kernel(computed, "%r7, {%h0, 0}, %r8, {0, %h2}", "");
    assertThat(miss(text, new int[] {0, 3})).isNull();
  }

  /** D of random numbers with constant selectors, then with the same ones in words %r10 to %r13. */
  private static final String BOTH =
      """
      .version 8.8
      .target sm_120a
      .address_size 64
      .visible .entry k(.param .u64 o, .param .u32 s) {
      .reg .b64 %rd<8>; .reg .b32 %r<40>; .reg .f32 %f<12>; .reg .b16 %h<9>;
      ld.param.u64 %rd0, [o];
      ld.param.u32 %r9, [s];
      mov.u32 %r0, %tid.x;
      mad.lo.u32 %r1, %r0, 1664525, 1013904223;
      mad.lo.u32 %r2, %r1, 1664525, 1013904223;
      and.b32 %r3, %r1, 0x3F3F3F3F;
      and.b32 %r4, %r2, 0x3F3F3F3F;
      and.b32 %r5, %r1, 0x07070707;
      or.b32 %r5, %r5, 0x78787878;
      and.b32 %r6, %r2, 0x07070707;
      or.b32 %r6, %r6, 0x78787878;
      mov.f32 %f0, 0f3F800000;
      and.b32 %r10, %r9, 3;
      bfe.u32 %r11, %r9, 2, 1;
      bfe.u32 %r12, %r9, 3, 2;
      bfe.u32 %r13, %r9, 5, 2;
      cvt.u16.u32 %h0, %r10;
      cvt.u16.u32 %h1, %r11;
      cvt.u16.u32 %h2, %r12;
      cvt.u16.u32 %h3, %r13;
      PRODUCT {%f1, %f2, %f3, %f4}, {%r3, %r4, %r3, %r4}, {%r4, %r3}, {%f0, %f0, %f0, %f0},
        %r5, {CONSTANTS}, %r6, {SELECTED};
      PRODUCT {%f5, %f6, %f7, %f8}, {%r3, %r4, %r3, %r4}, {%r4, %r3}, {%f0, %f0, %f0, %f0},
        %r5, {%h0, %h1}, %r6, {%h2, %h3};
      mul.wide.u32 %rd1, %r0, 4;
      add.u64 %rd2, %rd0, %rd1;
      FIRST
      st.global.u32 [%rd2], %r20;
      ret;
      }
      """;

  private static final String DIFFERENCE =
      """
      mov.u32 %r20, 0;
      sub.f32 %f9, %f1, %f5; mov.b32 %r21, %f9; or.b32 %r20, %r20, %r21;
      sub.f32 %f9, %f2, %f6; mov.b32 %r21, %f9; or.b32 %r20, %r20, %r21;
      sub.f32 %f9, %f3, %f7; mov.b32 %r21, %f9; or.b32 %r20, %r20, %r21;
      sub.f32 %f9, %f4, %f8; mov.b32 %r21, %f9; or.b32 %r20, %r20, %r21;
      """;

  private boolean isZero(String kernel, int selectors) throws IOException {
    Files.writeString(folder.resolve("k.ptx"), kernel);
    String workload =
        """
        name: k
        kernels: k.ptx
        buffers:
          o: {type: u32, count: 32}
        steps:
          - {launch: k, grid: [1], block: [32], args: [o, {u32: %s}]}
        expect:
          o: {expression: 0}
        """
            .formatted(selectors);
    Workload read = Workload.read("k.yaml", workload, folder);
    try (WorkloadExecution run =
        new WorkloadExecution(read.bind(Map.of()), List.of(new PtxFrontend()))) {
      while (run.next() != ProgramItem.END) {
        // It is executed.
      }
      return run.outcome().verified();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e4m3.e4m3.f32.ue8m0, 1",
    "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0, 2"
  })
  void computedSelectorsSelectAsConstantsDo(String product, int scales) throws IOException {
    String text = BOTH.replace("PRODUCT", product).replace("FIRST", DIFFERENCE);
    for (int s = 0; s < 128; s++) {
      int[] select = {s & 3, s >> 2 & 1, s >> 3 & 3, s >> 5 & 3};
      if (select[0] % scales == 0 && select[2] % scales == 0) {
        String same =
            text.replace("CONSTANTS", select[0] + ", " + select[1])
                .replace("SELECTED", select[2] + ", " + select[3]);
        assertThat(isZero(same, s)).as("selectors %s", Arrays.toString(select)).isTrue();
        assertThat(isZero(same, s ^ 4))
            .as("another lane than %s", Arrays.toString(select))
            .isFalse();
      }
    }
  }

  @Test
  void aSparseProductHasItsMetadataBeforeTheScales() throws IOException {
    // The metadata store columns 2 and 3 of even fours and 0 and 1 of odd ones; B's rows 0 and 1 of
    // all fours are ones, the others zeros. Row r has scale 2^(r mod 8), all columns have 2.
    String text =
        BOTH.substring(0, BOTH.indexOf("mad.lo"))
            + "mov.u32 %r1, 0x38383838;\nmov.u32 %r2, 0x00003838;\nmov.u32 %r3, 0x4E4E4E4E;\n"
            + "shr.u32 %r4, %r0, 2;\nadd.u32 %r5, %r4, 127;\nmov.u32 %r6, 128;\n"
            + "mov.f32 %f0, 0f3F800000;\n"
            + "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::mxf8f6f4.block_scale"
            + ".f32.e4m3.e4m3.f32.ue8m0 {%f1, %f2, %f3, %f4}, {%r1, %r1, %r1, %r1},"
            + " {%r2, %r2, %r2, %r2}, {%f0, %f0, %f0, %f0}, %r3, 0, %r5, {0, 0}, %r6, {0, 0};\n"
            + "shl.b32 %r7, 32, %r4;\nadd.u32 %r7, %r7, 1;\ncvt.rn.f32.u32 %f5, %r7;\n"
            + "mov.f32 %f6, %f5;\nmov.f32 %f7, %f5;\nmov.f32 %f8, %f5;\n"
            + DIFFERENCE
            + BOTH.substring(BOTH.indexOf("mul.wide.u32 %rd1")).replace("FIRST\n", "");
    assertThat(isZero(text, 0)).isTrue();
    assertThat(isZero(text.replace("0x4E4E4E4E", "0x4E4E4E44"), 0)).isFalse();
  }

  @Test
  void aRegisterThatALoopChangesIsNoConstant() {
    String before = "mov.u16 %h0, 0;\nmov.u16 %h1, 0;\nL:";
    String after =
        "add.u16 %h1, %h1, 1;\nsub.u32 %r15, %r15, 1;\nsetp.ne.u32 %p1, %r15, 0;\n@%p1 bra L;";
    String text = kernel(before, "%r7, {%h0, %h1}, %r8, {%h0, %h0}", after);
    assertThatThrownBy(() -> miss(text, new int[] {0, 0}))
        .hasMessageContaining("expected a constant, found '%h1'");
  }
}
