// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.sm.code.SassCode;
import io.lockstep.testsupport.Kernels;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The machine code of mma.sync.m8n8k4 of halves: counts of ptxas 13.0's instructions. */
class QuadCodeTest {
  private static Map<String, Integer> counts(String device, String order, String type) {
    boolean halves = type.equals("f16");
    String sums = halves ? "{%r4,%r5,%r6,%r7}" : "{%f0,%f1,%f2,%f3,%f4,%f5,%f6,%f7}";
    String loads =
        halves
            ? "ld.global.v4.b32 {%r4,%r5,%r6,%r7}, [%d0+16];\n"
            : "ld.global.v4.f32 {%f0,%f1,%f2,%f3}, [%d0+16];\n"
                + "ld.global.v4.f32 {%f4,%f5,%f6,%f7}, [%d0+32];\n";
    String ptx =
        ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
            + ".reg .b32 %r<8>;\n.reg .f32 %f<8>;\n.reg .b64 %d<1>;\nld.param.u64 %d0, [p];\n"
            + "ld.global.v4.b32 {%r0,%r1,%r2,%r3}, [%d0];\n"
            + loads
            + "mma.sync.aligned.m8n8k4.ORDER.TYPE.f16.f16.TYPE SUMS, {%r0,%r1}, {%r2,%r3}, SUMS;\n"
                .replace("ORDER", order)
                .replace("TYPE", type)
                .replace("SUMS", sums)
            + loads.replaceAll("ld(\\S*) (\\{.*?}), (\\[.*?])", "st$1 $3, $2")
            + "ret;\n}\n";
    SassCode code = new SassLowering(TestDevices.spec(device)).lower(Kernels.ptx("k", ptx).get(0));
    Map<String, Integer> counts = new TreeMap<>();
    code.assembly()
        .lines()
        .map(l -> l.replaceAll(".* (HMMA|SHFL|HADD2|FFMA|FADD|FMUL|F2FP|SEL|PRMT)\\W.*", "$1"))
        .filter(l -> l.matches("[A-Z0-9]+"))
        .forEach(l -> counts.merge(l, 1, Integer::sum));
    return counts;
  }

  @ParameterizedTest
  @CsvSource({
    "v100, row.col, f32, '{HMMA=4}'",
    "v100, col.row, f16, '{HMMA=2}'",
    "t4, row.col, f32, '{HMMA=4}'",
    "t4, row.row, f16, '{HMMA=2}'",
    "a100, row.col, f32, '{FADD=8, FFMA=32, HADD2=24, SHFL=12}'",
    "h100_sxm, row.row, f32, '{FADD=8, FFMA=32, HADD2=24, PRMT=6, SEL=8, SHFL=20}'",
    "rtx4090, col.col, f32, '{FADD=8, FFMA=32, HADD2=24, PRMT=6, SEL=8, SHFL=20}'",
    "rtx5090, row.col, f16, '{F2FP=4, FADD=16, FFMA=16, FMUL=16, HADD2=44, SHFL=16}'",
    "rtx3080, col.row, f16,"
        + " '{F2FP=4, FADD=16, FFMA=16, FMUL=16, HADD2=44, PRMT=6, SEL=8, SHFL=24}'",
  })
  void aProductOfQuadsIsAsManyInstructionsAsPtxasMakes(
      String device, String order, String type, String counts) {
    assertThat(counts(device, order, type)).hasToString(counts);
  }
}
