// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a library spells out reaches each device as the instruction that it has for it. */
@Tag("slow")
class IntentsTest {
  @TempDir private Path folder;

  private String code(String device, String body) throws IOException {
    Path kernel = folder.resolve("k.ptx");
    Files.writeString(
        kernel,
        """
        .version 8.5
        .target sm_50
        .address_size 64
        .visible .entry k(.param .u64 p0)
        {
          .reg .pred %p<4>;
          .reg .b32 %r<16>;
          .reg .b64 %rd<8>;
          ld.param.u64 %rd1, [p0];
          mov.u32 %r10, %tid.x;
          mul.wide.u32 %rd2, %r10, 16;
          add.s64 %rd3, %rd1, %rd2;
          ld.global.v2.u32 {%r1, %r2}, [%rd3];
          ld.global.u32 %r3, [%rd3+8];
        """
            + body.replace("|", ";\n")
            + ";\n  st.global.u32 [%rd3+12], %r9;\n  ret;\n}\n");
    Cli cli = Cli.run("inspect", kernel.toString(), "-d", device);
    assertThat(cli.code()).as(cli.all()).isZero();
    return cli.out();
  }

  private static final String SELECT =
      "xor.b32 %r4, %r1, %r2|and.b32 %r5, %r4, %r3|xor.b32 %r9, %r5, %r2";
  private static final String MAJORITY =
      "or.b32 %r4, %r1, %r2|and.b32 %r5, %r4, %r3|and.b32 %r6, %r1, %r2|or.b32 %r9, %r5, %r6";
  private static final String ROTATE =
      "shl.b32 %r4, %r1, 7|shr.u32 %r5, %r1, 25|or.b32 %r9, %r4, %r5";
  private static final String FIELD = "shr.u32 %r4, %r1, 9|and.b32 %r9, %r4, 1023";
  private static final String MINIMUM = "setp.lt.s32 %p1, %r1, %r2|selp.b32 %r9, %r1, %r2, %p1";

  private static String body(String idiom) {
    return switch (idiom) {
      case "select" -> SELECT;
      case "majority" -> MAJORITY;
      case "rotate" -> ROTATE;
      case "field" -> FIELD;
      default -> MINIMUM;
    };
  }

  @ParameterizedTest
  @DisplayName("one instruction where the device has it, and none of what it stands for")
  @CsvSource({
    "hd5870, select, BFI_INT, 1, AND_INT",
    "hd6970, select, BFI_INT, 1, AND_INT",
    "hd5870, majority, BFI_INT, 1, AND_INT",
    "hd5870, rotate, BIT_ALIGN_INT, 1, OR_INT",
    "hd6970, rotate, BIT_ALIGN_INT, 1, OR_INT",
    "hd5870, field, BFE_UINT, 1, AND_INT",
    "hd5870, minimum, MIN_INT, 1, CND",
    "mi100, select, v_bfi_b32, 1, v_xor_b32",
    "mi300x, majority, v_bfi_b32, 1, v_or_b32",
    "mi100, rotate, v_alignbit_b32, 1, v_lshrrev",
    "mi100, field, v_bfe_u32, 1, v_and",
    "mi210, minimum, v_min_i32, 1, v_cndmask",
    "gtx280, select, logic3 (sequence), 1, bfi",
    "gtx280, minimum, min, 1, set"
  })
  void oneInstructionWhereTheDeviceHasIt(
      String device, String idiom, String has, int times, String lacks) throws IOException {
    String code = code(device, body(idiom));
    assertThat(code.split(java.util.regex.Pattern.quote(has), -1)).as(code).hasSize(times + 1);
    assertThat(code).doesNotContain(lacks);
  }

  @ParameterizedTest
  @DisplayName("a device without it pays for the shifts and masks")
  @CsvSource({"select, BFI, XOR_INT", "rotate, BIT_ALIGN, OR_INT"})
  void aDeviceWithoutItPaysForTheShiftsAndMasks(String idiom, String lacks, String has)
      throws IOException {
    assertThat(code("hd4870", body(idiom))).doesNotContain(lacks).contains(has);
  }
}
