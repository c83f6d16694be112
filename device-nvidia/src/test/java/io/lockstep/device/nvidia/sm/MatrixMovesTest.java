// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.GroupExecutor;
import io.lockstep.execute.launch.KernelOutput;
import io.lockstep.execute.launch.LaunchResources;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Type;
import io.lockstep.testsupport.PtxBoard;
import io.lockstep.trace.record.Geometry;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads, stores and transpositions of matrices of 8 × 8 halves. */
class MatrixMovesTest {
  private static final int LANES = 32;
  private static final int WORDS = 128; // of four matrices
  private static final String SHARED = ".shared .align 16 .b8 s[8192];";

  /** Each lane has its four words of the first buffer in %r20 to %r23, and %r12 its row. */
  private static final String START =
      """
      shl.b32 %r10, %r2, 4;
      mov.u32 %r11, s;
      add.u32 %r12, %r11, %r10;
      cvt.u64.u32 %rd10, %r10;
      add.u64 %rd11, %rd1, %rd10;
      add.u64 %rd12, %rd2, %rd10;
      ld.global.v4.b32 {%r20, %r21, %r22, %r23}, [%rd11];
      """;

  private static final String STAGED =
      START + "st.shared.v4.b32 [%r12], {%r20, %r21, %r22, %r23};\n";
  private static final String END = "st.global.v4.b32 [%rd12], {%r30, %r31, %r32, %r33};\n";

  /** The half of row and column of a matrix; all are different. */
  private static int half(int matrix, int row, int column) {
    return 64 * matrix + 8 * row + column + 1;
  }

  private static int word(int low, int high) {
    return low | high << 16;
  }

  private static int[] input() {
    return IntStream.range(0, WORDS).map(w -> word(2 * w + 1, 2 * w + 2)).toArray();
  }

  /** Executes a body; returns the second buffer. */
  private static int[] executed(String body) {
    Kernel kernel = PtxBoard.kernel(SHARED, body);
    DeviceMemory memory = new DeviceMemory();
    memory.allocate("a", Type.I32, 4 * WORDS, null);
    memory.allocate("b", Type.I32, 4 * WORDS, null);
    ByteBuffer raw = ByteBuffer.allocate(4 * WORDS).order(ByteOrder.LITTLE_ENDIAN);
    raw.asIntBuffer().put(input());
    memory.write(0, 0, raw.array(), 0, raw.capacity());
    GroupExecutor executor =
        new GroupExecutor(
            kernel,
            new Geometry(1, 1, 1, LANES, 1, 1),
            List.of(Address.of(0, 0), Address.of(1, 0), 0L).subList(0, kernel.parameters().size()),
            0,
            memory,
            new int[kernel.variables().size()],
            ExecutionOptions.defaults(),
            new LaunchResources(List.of(), 0, 0, new KernelOutput()));
    executor.execute(0);
    memory.read(1, 0, raw.array(), 0, raw.capacity());
    int[] found = new int[WORDS];
    raw.asIntBuffer().get(found);
    return found;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void aLoadGivesEachLaneItsPartOfEachRow(int matrices) {
    String registers = registers(30, matrices);
    int[] found =
        executed(
            STAGED
                + "ldmatrix.sync.aligned.m8n8.x%s.shared.b16 {%s}, [%%r12];\n"
                    .formatted(matrices, registers)
                + END);
    for (int lane = 0; lane < LANES; lane++) {
      for (int m = 0; m < matrices; m++) {
        int column = lane % 4 * 2;
        assertThat(found[4 * lane + m])
            .isEqualTo(word(half(m, lane / 4, column), half(m, lane / 4, column + 1)));
      }
    }
  }

  @Test
  void aTransposedLoadGivesEachLaneItsPartOfEachColumn() {
    int[] found =
        executed(
            STAGED
                + "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%s}, [%%r12];\n"
                    .formatted(registers(30, 4))
                + END);
    for (int lane = 0; lane < LANES; lane++) {
      for (int m = 0; m < 4; m++) {
        int row = lane % 4 * 2;
        assertThat(found[4 * lane + m])
            .isEqualTo(word(half(m, row, lane / 4), half(m, row + 1, lane / 4)));
      }
    }
  }

  /** Bits of the input, from a bit of a row of 16 bytes on. */
  private static int bits(int row, int from, int count) {
    int[] words = input();
    int found = 0;
    for (int k = 0; k < count; k++) {
      int at = 128 * row + from + k;
      found |= (words[at / 32] >>> at % 32 & 1) << k;
    }
    return found;
  }

  /** CUTLASS, SM100_SU4_DU8x16_x4_LDSM_N and its like: lane 4·r + c has bytes 4·c … of row r. */
  @ParameterizedTest
  @CsvSource({
    "1, b6x16_p32, 6",
    "2, b6x16_p32, 6",
    "4, b6x16_p32, 6",
    "1, b4x16_p64, 4",
    "2, b4x16_p64, 4",
    "4, b4x16_p64, 4"
  })
  void aLoadOfSixOrFourBitsGivesEachLaneFourElementsInBytes(int matrices, String format, int bits) {
    int[] found =
        executed(
            STAGED
                + "ldmatrix.sync.aligned.m8n16.x%s.shared.b8x16.%s {%s}, [%%r12];\n"
                    .formatted(matrices, format, registers(30, matrices))
                + END);
    for (int lane = 0; lane < LANES; lane++) {
      for (int m = 0; m < matrices; m++) {
        int expected = 0;
        for (int k = 0; k < 4; k++) {
          int column = lane % 4 * 4 + k;
          expected |= bits(8 * m + lane / 4, column * bits, bits) << 8 * k;
        }
        assertThat(found[4 * lane + m]).isEqualTo(expected);
      }
    }
  }

  /**
   * CUTLASS, SM100_U8x8_LDSM_T and SM100_U8x16_LDSM_T. Bit b of lane p + 4·g is bit 8·g + 256·p +
   * (b mod 8) + 128·(b / 8 mod 2) + 64·(b / 16 mod 2) + 1024·(b / 32) of rows that lanes supply in
   * the order 0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15.
   */
  @ParameterizedTest
  @CsvSource({
    "1, b8, 8",
    "2, b8, 8",
    "1, b8x16.b6x16_p32, 6",
    "2, b8x16.b6x16_p32, 6",
    "1, b8x16.b4x16_p64, 4",
    "2, b8x16.b4x16_p64, 4"
  })
  void aTransposedLoadOfBytesGivesEachLanePartsOfTwoColumns(int matrices, String format, int bits) {
    int[] order = {0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15};
    int[] found =
        executed(
            STAGED
                + "ldmatrix.sync.aligned.m16n16.x%s.trans.shared.%s {%s}, [%%r12];\n"
                    .formatted(matrices, format, registers(30, 2 * matrices))
                + END);
    for (int lane = 0; lane < LANES; lane++) {
      for (int bit = 0; bit < 64 * matrices; bit += 8) {
        int at =
            8 * (lane / 4)
                + 256 * (lane % 4)
                + 128 * (bit / 8 % 2)
                + 64 * (bit / 16 % 2)
                + 1024 * (bit / 32);
        int row = at / 128 / 16 * 16 + order[at / 128 % 16];
        int expected = bits(row, at % 128 / 8 * bits, bits);
        assertThat(found[4 * lane + bit / 32] >>> bit % 32 & 0xFF).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".trans"})
  void aStoreIsTheInverseOfALoad(String trans) {
    int[] found =
        executed(
            STAGED
                + "ldmatrix.sync.aligned.m8n8.x4%s.shared.b16 {%s}, [%%r12];\n"
                    .formatted(trans, registers(40, 4))
                + "stmatrix.sync.aligned.m8n8.x4%s.shared.b16 [%%r12+1024], {%s};\n"
                    .formatted(trans, registers(40, 4))
                + "ld.shared.v4.b32 {%r30, %r31, %r32, %r33}, [%r12+1024];\n"
                + END);
    assertThat(found).isEqualTo(input());
  }

  @Test
  void aMatrixThatIsTransposedTwiceIsTheSame() {
    String both =
        "movmatrix.sync.aligned.m8n8.trans.b16 %r40, %r20;\n"
            + "movmatrix.sync.aligned.m8n8.trans.b16 %r31, %r40;\n"
            + "mov.b32 %r30, %r40;\n";
    int[] found = executed(START + both + END);
    for (int lane = 0; lane < LANES; lane++) {
      assertThat(found[4 * lane + 1]).isEqualTo(input()[4 * lane]);
    }
    assertThat(found[0] & 0xFFFF).isEqualTo(input()[0] & 0xFFFF);
    assertThat(found[0] >>> 16).isEqualTo(input()[16] & 0xFFFF); // row 1, column 0
  }

  @Test
  void aRowMustBeginAtAMultipleOf16Bytes() {
    assertThatThrownBy(
            () ->
                executed(
                    STAGED + "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r30}, [%r12+8];\n" + END))
        .hasMessageContaining("a row of a matrix is at address 8, expected a multiple of 16");
  }

  @Test
  void aWarpThatLacksLanesIsRefused() {
    String some =
        """
        setp.lt.u32 %p1, %r2, 20;
        @%p1 ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r30}, [%r12];
        """;
    assertThatThrownBy(() -> executed(STAGED + some + END))
        .hasMessageContaining(
            "an access to matrices is executed by 20 of the wavefront's 32 lanes, expected all");
  }

  private static String registers(int first, int count) {
    return String.join(
        ", ", IntStream.range(first, first + count).mapToObj(r -> "%r" + r).toList());
  }

  @ParameterizedTest(name = "rows {0} bytes apart: {1} passes")
  @CsvSource({"16, 4", "32, 8", "128, 32", "144, 4"})
  void rowsInOneGroupOfBanksPassOneAfterTheOther(int stride, int passes) {
    Board board = new Board("a100");
    String rows = "mul.lo.u32 %%r13, %%r2, %s;\nadd.u32 %%r14, %%r11, %%r13;\n".formatted(stride);
    String line =
        "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%s}, [%%r14];\n".formatted(registers(30, 4));
    long[] cycles = new long[2];
    for (int k = 0; k < 2; k++) {
      Kernel kernel = PtxBoard.kernel(SHARED, START + rows + line.repeat(k) + END);
      cycles[k] = board.run(kernel, 1, LANES).statistics().getOrDefault("lds.cycles", 0L);
    }
    assertThat(cycles[1] - cycles[0]).isEqualTo(passes);
  }

  @ParameterizedTest
  @CsvSource({
    "a100, ldmatrix.sync.aligned.m8n8.x4.shared.b16 {R}; [%r12], LDSM.16.M88.4",
    "a100, ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {R}; [%r12], LDSM.16.MT88.4",
    "rtx5090, ldmatrix.sync.aligned.m8n16.x4.shared.b8x16.b6x16_p32 {R}; [%r12], LDSM.8.U6.M816.4",
    "rtx5090, ldmatrix.sync.aligned.m8n16.x4.shared.b8x16.b4x16_p64 {R}; [%r12], LDSM.8.U4.M816.4",
    "rtx5090, ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8 {R}; [%r12], LDSM.8.MT1616.2",
    "rtx5090, ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8x16.b6x16_p32 {R}; [%r12],"
        + " LDSM.8.U6.MT1616.2",
    "h100_sxm, stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%r12]; {R}, STSM.16.MT88.4",
    "t4, movmatrix.sync.aligned.m8n8.trans.b16 %r30; %r20, MOVM.16.MT88",
  })
  void anInstructionIsOneMachineInstruction(String device, String line, String name) {
    String text = line.replace(";", ",").replace("R", registers(30, 4)) + ";\n";
    String code =
        new Board(device).lower(PtxBoard.kernel(SHARED, START + text + END), null).assembly();
    assertThat(code.split(java.util.regex.Pattern.quote(name))).hasSize(2);
    assertThat(
            code.lines()
                .filter(l -> l.contains("MOVM") || l.contains("LDSM") || l.contains("STSM")))
        .hasSize(1);
    assertThat(code).doesNotContain("LDS.").doesNotContain("SHFL");
  }
}
