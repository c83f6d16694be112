// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.testsupport.PtxBoard;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Clocks of products of matrices: chains of one warp, and the share of each of four warps of a
 * sub-partition, with four chains each. Dependent distances are ptxas's, rates those of data sheets
 * and of Luo et al.
 */
class TensorTimesTest {
  private static final String[] NO_FETCH = {
    "l0.latency=0cycles", "instruction_cache.latency=0cycles"
  };
  private static final int WARPS = 4; // of each of four sub-partitions
  private static final int CHAINS = 4;
  private static final int FEW = 40;
  private static final String SCALES = ", %r112, {0, 0}, %r113, {0, 1}";
  private static final int MORE = 120;

  /** A product whose sums are in registers from a number on. */
  private static String line(String instruction, int first) {
    String[] words = instruction.split(" ");
    String type = words[0].contains(".f32") ? "%f" : "%r";
    String sums = registers(type, first, words[1].charAt(2) - '0');
    boolean sparse = words.length > 2;
    String name =
        sparse
            ? words[0].replace("::ordered_metadata.", "::ordered_metadata.sync.aligned.")
            : "sync.aligned." + words[0];
    return "mma.%s %s, %s, %s, %s%s;\n"
        .formatted(
            name,
            sums,
            registers("%r", 100, words[1].charAt(0) - '0'),
            registers("%r", 108, words[1].charAt(1) - '0'),
            sums,
            sparse ? ", 0x44444444, 0" : words[0].contains("block_scale") ? SCALES : "");
  }

  /** Clocks that a further product takes, where so many chains of products alternate. */
  private static double clocks(String device, String instruction, int threads, int chains) {
    Board board = new Board(device, NO_FETCH);
    long[] clocks = new long[2];
    for (int k = 0; k < 2; k++) {
      StringBuilder body = new StringBuilder();
      for (int n = 0; n < FEW + k * MORE; n++) {
        body.append(line(instruction, 20 + 4 * (n % chains)));
      }
      for (int chain = 0; chain < chains; chain++) {
        String type = instruction.contains(".f32") ? "f" : "r";
        body.append("st.global.b32 [%%rd5], %%%s%s;\n".formatted(type, 20 + 4 * chain));
      }
      clocks[k] = board.run(PtxBoard.kernel("", body.toString()), 1, threads).clocks();
    }
    return (double) (clocks[1] - clocks[0]) / MORE;
  }

  private static String registers(String kind, int first, int count) {
    StringBuilder text = new StringBuilder("{");
    for (int k = 0; k < count; k++) {
      text.append(k > 0 ? ", " : "").append(kind).append(first + k);
    }
    return text.append('}').toString();
  }

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({
    "a100, m16n8k16.row.col.f32.f16.f16.f32 424, 24, 8",
    "a100, m16n8k8.row.col.f32.f16.f16.f32 214, 16, 4",
    "a100, m16n8k16.row.col.f16.f16.f16.f16 422, 24, 8",
    "a100, m16n8k8.row.col.f32.tf32.tf32.f32 424, 24, 8",
    "a100, m16n8k32.row.col.s32.s8.s8.s32 424, 24, 8",
    "a100, m8n8k16.row.col.s32.s8.s8.s32 112, 14, 2",
    "rtx3080, m16n8k16.row.col.f32.f16.f16.f32 424, 32, 32",
    "rtx3080, m16n8k16.row.col.f16.f16.f16.f16 422, 24, 16",
    "h100_sxm, m16n8k16.row.col.f32.f16.f16.f32 424, 24, 6",
    "h100_sxm, m16n8k8.row.col.f32.f16.f16.f32 214, 16, 4",
    "t4, m16n8k8.row.col.f32.f16.f16.f32 214, 18, 8",
    "rtx5090, m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e3m2.f32 424, 32, 32",
    "rtx5090, m16n8k32.row.col.kind::f8f6f4.f16.e2m1.e3m2.f16 422, 29, 16",
    "rtx5090, m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e4m3.e2m1.f32.ue8m0 424, 29, 16",
    "rtx5090, m16n8k64.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0 424, 29, 16",
    "rtx5090, m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3"
        + " 424, 29, 16",
  })
  void aChainTakesTheDependentDistanceAndManyWarpsTheRate(
      String device, String instruction, double dependent, double rate) {
    assertThat(clocks(device, instruction, 32, 1)).isCloseTo(dependent, within(0.2));
    assertThat(clocks(device, instruction, WARPS * 128, CHAINS) / WARPS)
        .isCloseTo(rate, within(0.2));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({
    "a100, 32, f16, 32, 8, 24",
    "a100, 16, f16, 16, 4, 16",
    "a100, 16, tf32, 32, 8, 24",
    "h100_sxm, 32, f16, 32, 6, 24",
    "rtx5090, 32, f16, 32, 32, 32",
  })
  void aSparseProductTakesAsLongAsOneOfTheColumnsThatAreStored(
      String device, int depth, String type, int halves, double rate, double dependent) {
    String a = halves == 32 ? "4" : "2";
    String format =
        "sp::ordered_metadata.m16n8k%s.row.col.f32.%s.%s.f32 %s%s4 s"
            .formatted(depth, type, type, a, a);
    assertThat(clocks(device, format, 32, 1)).isCloseTo(dependent, within(0.2));
    assertThat(clocks(device, format, WARPS * 128, CHAINS) / WARPS).isCloseTo(rate, within(0.2));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({
    "v100, f32, 16, HMMA.884.F32.F32, 32",
    "v100, f16, 8, HMMA.884.F16.F16, 32",
    "t4, f32, 4, HMMA.1688.F32, 32",
    "a100, f32, 2, HMMA.16816.F32, 16",
    "a100, f16, 2, HMMA.16816.F16, 16",
  })
  void aWmmaProductIsAsManyInstructionsAsDisassemblersShow(
      String device, String type, int count, String name, double rate) {
    String word = type.equals("f32") ? "f" : "r";
    int sums = type.equals("f32") ? 8 : 4;
    String line =
        "wmma.mma.sync.aligned.row.col.m16n16k16.%s.%s %s, %s, %s, %s;\n"
            .formatted(
                type,
                type,
                registers("%" + word, 20, sums),
                registers("%r", 100, 8),
                registers("%r", 108, 8),
                registers("%" + word, 20, sums));
    String stores =
        IntStream.range(20, 20 + sums)
            .mapToObj(r -> "st.global.b32 [%%rd5], %%%s%s;\n".formatted(word, r))
            .collect(Collectors.joining());
    String code = new Board(device).lower(PtxBoard.kernel("", line + stores), null).assembly();
    assertThat(code.split(name.replace(".", "\\."), -1)).hasSize(count + 1);
    long[] clocks = new long[2];
    for (int k = 0; k < 2; k++) {
      String body = line.repeat(FEW + k * MORE) + stores;
      clocks[k] =
          new Board(device, NO_FETCH).run(PtxBoard.kernel("", body), 1, WARPS * 128).clocks();
    }
    assertThat((double) (clocks[1] - clocks[0]) / MORE / WARPS).isCloseTo(rate, within(0.3));
  }

  @ParameterizedTest(name = "{0}, {1} from {2}")
  @CsvSource({
    "a100, f32, f16, 2, 8, 0",
    "a100, f16, f32, 2, 0, 4",
    "h100_sxm, f16, f32, 2, 0, 4",
    "t4, f32, f16, 4, 8, 0",
  })
  void aWmmaProductOfTwoTypesOfSumsConvertsOneOfThem(
      String device, String d, String c, int products, int widened, int packed) {
    int to = d.equals("f32") ? 8 : 4;
    String line =
        "wmma.mma.sync.aligned.row.col.m16n16k16.%s.%s %s, %s, %s, %s;\n"
            .formatted(
                d,
                c,
                registers(to == 8 ? "%f" : "%r", 20, to),
                registers("%r", 100, 8),
                registers("%r", 108, 8),
                registers(to == 8 ? "%r" : "%f", 40, 12 - to));
    String stores =
        IntStream.range(20, 20 + to)
            .mapToObj(r -> "st.global.b32 [%%rd5], %%%s%s;\n".formatted(to == 8 ? "f" : "r", r))
            .collect(Collectors.joining());
    String code = new Board(device).lower(PtxBoard.kernel("", line + stores), null).assembly();
    assertThat(code.split("HMMA", -1)).hasSize(products + 1);
    assertThat(code.split("HADD2.F32", -1)).hasSize(widened + 1);
    assertThat(code.split("F2FP", -1)).hasSize(packed + 1);
  }

  @Test
  void voltaAddsHalvesToFloatsInFourSteps() {
    String line =
        "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f16 %s, {%%r100, %%r101}, {%%r108, %%r109}, %s;\n"
            .formatted(registers("%f", 20, 8), registers("%r", 40, 4));
    String stores =
        IntStream.range(20, 28)
            .mapToObj(r -> "st.global.f32 [%rd5], %f" + r + ";\n")
            .collect(Collectors.joining());
    String code = new Board("v100").lower(PtxBoard.kernel("", line + stores), null).assembly();
    assertThat(code.split("HMMA\\.884\\.F32\\.F16", -1)).hasSize(5);
  }

  @Test
  void hopperWidensBytesToHalvesAndAddsCAtTheEnd() {
    String stores =
        IntStream.range(20, 24)
            .mapToObj(r -> "st.global.f32 [%rd5], %f" + r + ";\n")
            .collect(Collectors.joining());
    String line = line("m16n8k32.row.col.f32.e4m3.e4m3.f32 424", 20);
    String code = new Board("h100_sxm").lower(PtxBoard.kernel("", line + stores), null).assembly();
    assertThat(code.split("F2FP")).hasSize(13);
    assertThat(code.split("HMMA.16816.F32")).hasSize(3);
    assertThat(code.split("FADD")).hasSize(5);
  }
}
