// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.frontend.ptx.Ptx;
import io.lockstep.frontend.ptx.PtxFrontend;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Products of wmma instructions from memory to memory, in all orders of rows and columns. */
class WmmaTest {
  private static final int PAD = 16; // elements behind each row or column

  @TempDir private Path folder;

  /** The types of C and D. */
  private record Sums(String c, String d) {}

  /** A size, the types, and the registers of a lane that PTX states for A, B, C and D. */
  private record Case(
      int rows, int columns, int depth, String factor, Sums sums, List<Integer> registers) {
    static Case of(String size, String factor, String sum, int a, int b, int c) {
      return of(size, factor, new Sums(sum, sum), List.of(a, b, c, c));
    }

    static Case of(String size, String factor, Sums sums, List<Integer> registers) {
      String[] sides = size.substring(1).split("[nk]");
      return new Case(
          Integer.parseInt(sides[0]),
          Integer.parseInt(sides[1]),
          Integer.parseInt(sides[2]),
          factor,
          sums,
          registers);
    }

    String c() {
      return sums.c;
    }

    String d() {
      return sums.d;
    }

    String size() {
      return "m%sn%sk%s".formatted(rows, columns, depth);
    }

    int bits() {
      return bits(factor);
    }

    static int bits(String type) {
      return switch (type) {
        case "b1" -> 1;
        case "s4", "u4" -> 4;
        case "s8", "u8" -> 8;
        case "f16", "bf16" -> 16;
        case "f64" -> 64;
        default -> 32;
      };
    }
  }

  private static Stream<Case> cases() {
    return Stream.of(
        Case.of("m16n16k16", "f16", "f32", 8, 8, 8),
        Case.of("m32n8k16", "f16", "f32", 8, 8, 8),
        Case.of("m8n32k16", "f16", "f32", 8, 8, 8),
        Case.of("m16n16k16", "f16", "f16", 8, 8, 4),
        Case.of("m32n8k16", "f16", "f16", 8, 8, 4),
        Case.of("m8n32k16", "f16", "f16", 8, 8, 4),
        Case.of("m16n16k16", "bf16", "f32", 4, 4, 8),
        Case.of("m32n8k16", "bf16", "f32", 8, 2, 8),
        Case.of("m8n32k16", "bf16", "f32", 2, 8, 8),
        Case.of("m16n16k16", "s8", "s32", 2, 2, 8),
        Case.of("m32n8k16", "u8", "s32", 4, 1, 8),
        Case.of("m8n32k16", "s8", "s32", 1, 4, 8),
        Case.of("m16n16k8", "tf32", "f32", 4, 4, 8),
        Case.of("m16n16k16", "f16", new Sums("f16", "f32"), List.of(8, 8, 4, 8)),
        Case.of("m32n8k16", "f16", new Sums("f16", "f32"), List.of(8, 8, 4, 8)),
        Case.of("m8n32k16", "f16", new Sums("f16", "f32"), List.of(8, 8, 4, 8)),
        Case.of("m16n16k16", "f16", new Sums("f32", "f16"), List.of(8, 8, 8, 4)),
        Case.of("m32n8k16", "f16", new Sums("f32", "f16"), List.of(8, 8, 8, 4)),
        Case.of("m8n32k16", "f16", new Sums("f32", "f16"), List.of(8, 8, 8, 4)),
        Case.of("m8n8k4", "f64", "f64", 1, 1, 2),
        Case.of("m8n8k32", "s4", "s32", 1, 1, 2),
        Case.of("m8n8k32", "u4", "s32", 1, 1, 2),
        Case.of("m8n8k128", "b1", "s32", 1, 1, 2));
  }

  private static int element(String type, int row, int column) {
    int value = (row * 3 + column * 5 + row * column) % 5;
    return switch (type) {
      case "b1" -> value & 1;
      case "u8", "u4" -> value;
      default -> value - 2;
    };
  }

  private static void put(ByteBuffer to, String type, int index, int value) {
    switch (type) {
      case "f16" -> to.putShort(2 * index, half(value));
      case "bf16" -> to.putShort(2 * index, (short) (Float.floatToRawIntBits(value) >>> 16));
      case "f32", "tf32" -> to.putFloat(4 * index, value);
      case "f64" -> to.putDouble(8 * index, value);
      case "s32" -> to.putInt(4 * index, value);
      default -> {
        int bits = Case.bits(type);
        int at = index * bits / 8;
        int mask = (1 << bits) - 1;
        to.put(at, (byte) (to.get(at) | (value & mask) << index * bits % 8));
      }
    }
  }

  /** A small integer as a half. */
  private static short half(int value) {
    int magnitude = Math.abs(value);
    if (magnitude == 0) {
      return 0;
    }
    int exponent = 31 - Integer.numberOfLeadingZeros(magnitude);
    int fraction = (magnitude << 10 >> exponent) - (1 << 10);
    return (short) ((value < 0 ? 0x8000 : 0) | exponent + 15 << 10 | fraction);
  }

  /** The words of a matrix in memory. */
  private static ByteBuffer matrix(String type, int height, int width, boolean rows, int[][] all) {
    int lines = rows ? height : width;
    int stride = (rows ? width : height) + pad(type);
    int bytes = (lines * stride * Case.bits(type) / 8 + 127) / 128 * 128;
    ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int r = 0; r < height; r++) {
      for (int c = 0; c < width; c++) {
        put(buffer, type, rows ? r * stride + c : c * stride + r, all[r][c]);
      }
    }
    return buffer;
  }

  private static int pad(String type) {
    return Math.max(PAD, 128 / Case.bits(type));
  }

  private static int[][] numbers(String type, int height, int width) {
    int[][] all = new int[height][width];
    for (int r = 0; r < height; r++) {
      for (int c = 0; c < width; c++) {
        all[r][c] = element(type, r, c);
      }
    }
    return all;
  }

  private static String registers(String kind, int count) {
    List<String> all = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      all.add("%" + kind + k);
    }
    return "{" + String.join(", ", all) + "}";
  }

  private static String declared(String kind, String type, int count) {
    return ".reg .%s %%%s<%s>;\n".formatted(type, kind, count);
  }

  private static String order(boolean rows) {
    return rows ? "row" : "col";
  }

  private static String word(String type) {
    return switch (type) {
      case "f32", "f64" -> type;
      case "s32" -> "s32";
      default -> "b32";
    };
  }

  /** The text of a kernel that copies A and B to shared memory if {@code shared}. */
  private static String kernel(Case c, boolean[] rows, boolean shared, int[] bytes) {
    String size = c.size();
    String space = shared ? "shared" : "global";
    StringBuilder text =
        new StringBuilder(
            """
            .version 8.0
            .target sm_80
            .address_size 64
            .visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d) {
            .shared .align 128 .b8 sa[8192];
            .shared .align 128 .b8 sb[8192];
            .reg .b64 %p<8>; .reg .b32 %s<8>; .reg .b32 %w<2>; .reg .b64 %q<4>;
            """);
    text.append(declared("a", c.factor.equals("f64") ? "f64" : "b32", c.registers.get(0)));
    text.append(declared("b", c.factor.equals("f64") ? "f64" : "b32", c.registers.get(1)));
    text.append(declared("c", word(c.c()), c.registers.get(2)));
    text.append(declared("d", word(c.d()), c.registers.get(3)));
    for (int k = 0; k < 4; k++) {
      text.append("ld.param.u64 %%p%s, [%s];\n".formatted(k, "abcd".charAt(k)));
    }
    text.append("mov.u32 %s0, %tid.x;\nmov.u32 %s1, sa;\nmov.u32 %s2, sb;\n");
    text.append("mul.wide.u32 %q0, %s0, 4;\nshl.b32 %s3, %s0, 2;\n");
    for (int k = 0; shared && k < 2; k++) {
      text.append("add.s64 %%q%s, %%p%s, %%q0;\n".formatted(1 + k, k));
      text.append("add.s32 %%s%s, %%s%s, %%s3;\n".formatted(4 + k, 1 + k));
      for (int at = 0; at < bytes[k]; at += 128) {
        text.append("ld.global.b32 %%w0, [%%q%s+%s];\n".formatted(1 + k, at));
        text.append("st.shared.b32 [%%s%s+%s], %%w0;\n".formatted(4 + k, at));
      }
    }
    text.append("bar.sync 0;\n");
    String[] at = {shared ? "%s1" : "%p0", shared ? "%s2" : "%p1"};
    int[] width = {rows[0] ? c.depth : c.rows, rows[1] ? c.columns : c.depth};
    for (int k = 0; k < 2; k++) {
      char name = "ab".charAt(k);
      text.append(
          "wmma.load.%s.sync.aligned.%s.%s.%s.%s %s, [%s], %s;\n"
              .formatted(
                  name,
                  order(rows[k]),
                  size,
                  space,
                  c.factor,
                  registers("" + name, c.registers.get(k)),
                  at[k],
                  width[k] + pad(c.factor)));
    }
    int line = (rows[2] ? c.columns : c.rows) + pad(c.c());
    text.append(
        "mov.u32 %%s6, %s;\nwmma.load.c.sync.aligned.%s.%s.%s %s, [%%p2], %%s6;\n"
            .formatted(line, order(rows[2]), size, c.c(), registers("c", c.registers.get(2))));
    String types =
        switch (c.factor) {
          case "f16" -> "%s.%s".formatted(c.d(), c.c());
          default -> "%s.%s.%s.%s".formatted(c.d(), c.factor, c.factor, c.c());
        };
    text.append(
        "wmma.mma.%ssync.aligned.%s.%s.%s.%s %s, %s, %s, %s;\n"
            .formatted(
                c.factor.equals("b1") ? "and.popc." : "",
                order(rows[0]),
                order(rows[1]),
                size,
                types,
                registers("d", c.registers.get(3)),
                registers("a", c.registers.get(0)),
                registers("b", c.registers.get(1)),
                registers("c", c.registers.get(2))));
    int last = (rows[2] ? c.columns : c.rows) + pad(c.d());
    text.append(
        "wmma.store.d.sync.aligned.%s.%s.global.%s [%%p3], %s, %s;\nret;\n}\n"
            .formatted(order(rows[2]), size, c.d(), registers("d", c.registers.get(3)), last));
    return text.toString();
  }

  private String miss(Case c, boolean[] rows, boolean shared) throws IOException {
    int[][] a = numbers(c.factor, c.rows, c.depth);
    int[][] b = numbers(c.factor, c.depth, c.columns);
    int[][] sums = numbers(c.c(), c.rows, c.columns);
    ByteBuffer[] memory = {
      matrix(c.factor, c.rows, c.depth, rows[0], a),
      matrix(c.factor, c.depth, c.columns, rows[1], b),
      matrix(c.c(), c.rows, c.columns, rows[2], sums)
    };
    for (int row = 0; row < c.rows; row++) {
      for (int column = 0; column < c.columns; column++) {
        for (int k = 0; k < c.depth; k++) {
          sums[row][column] += a[row][k] * b[k][column];
        }
      }
    }
    for (int k = 0; k < 3; k++) {
      Files.write(folder.resolve("abc".charAt(k) + ".bin"), memory[k].array());
    }
    ByteBuffer expected = matrix(c.d(), c.rows, c.columns, rows[2], sums);
    Files.write(folder.resolve("d.bin"), expected.array());
    int[] bytes = {memory[0].capacity(), memory[1].capacity()};
    Files.writeString(folder.resolve("k.ptx"), kernel(c, rows, shared, bytes));
    return run(bytes[0], bytes[1], memory[2].capacity(), expected.capacity());
  }

  private String run(int a, int b, int c, int d) throws IOException {
    String workload =
        """
        name: k
        kernels: k.ptx
        buffers:
          a: {type: u8, count: %s, init: {file: a.bin}}
          b: {type: u8, count: %s, init: {file: b.bin}}
          c: {type: u8, count: %s, init: {file: c.bin}}
          d: {type: u8, count: %s}
        steps:
          - {launch: k, grid: [1], block: [32], args: [a, b, c, d]}
        expect:
          d: {file: d.bin}
        """
            .formatted(a, b, c, d);
    Workload read = Workload.read("k.yaml", workload, folder);
    try (WorkloadExecution run =
        new WorkloadExecution(read.bind(Map.of()), List.of(new PtxFrontend()))) {
      while (run.next() != ProgramItem.END) {
        // It is executed.
      }
      return run.outcome().verified() ? null : run.outcome().message();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void aProductIsTheSumOfAllProductsInEachOrderOfRowsAndColumns(Case c) throws IOException {
    for (int orders = 0; orders < 8; orders++) {
      boolean[] rows = {(orders & 1) == 0, (orders & 2) != 0, (orders & 4) == 0};
      if (c.bits() < 8 && orders % 4 != 0) {
        continue; // PTX has A by rows and B by columns alone
      }
      for (boolean shared : List.of(false, true)) {
        assertThat(miss(c, rows, shared)).as("%s %s", List.of(rows[0], rows[1]), shared).isNull();
      }
    }
  }

  private String refused(String statement) {
    String registers = registers("a", 8).replace("{", "").replace("}", "");
    String text =
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() {\n"
            + ".reg .b32 %a<8>; .reg .b64 %p<2>;\n"
            + statement.replace("A8", "{" + registers + "}")
            + "\nret;\n}\n";
    try {
      Ptx.read(text);
      return "";
    } catch (RuntimeException x) {
      return x.getMessage();
    }
  }

  @Test
  void illegalFormsAreRefusedWithTheReason() {
    assertThat(refused("wmma.load.a.sync.aligned.row.m16n16k8.f16 A8, [%p0], 16;"))
        .contains("needs a type of its size, one of .tf32");
    assertThat(refused("wmma.load.a.sync.aligned.row.m16n16k17.f16 A8, [%p0], 16;"))
        .contains("needs one of .m16n16k16");
    assertThat(refused("wmma.load.a.sync.aligned.row.m16n16k16.bf16 A8, [%p0], 16;"))
        .contains("takes 4 registers here, found 8");
    assertThat(refused("wmma.mma.sync.aligned.row.col.m16n16k16.f16.bf16.bf16.f32 A8, A8, A8, A8;"))
        .contains("unknown modifier '.bf16'");
    assertThat(refused("wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.f32 A8, A8, A8, A8;"))
        .contains("must have D's type, .s32");
    assertThat(refused("wmma.load.a.sync.aligned.col.m8n8k32.s4 {%a0}, [%p0], 32;"))
        .contains("takes elements of 4 bits in the other order only");
  }
}
