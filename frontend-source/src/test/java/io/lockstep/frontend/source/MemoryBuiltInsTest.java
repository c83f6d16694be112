// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Vectors in memory (6.12.7), copies and prefetches (6.12.10), and work-items (6.12.1). */
@Tag("slow")
class MemoryBuiltInsTest {
  private static final int[] WIDTHS = {1, 2, 3, 4, 8, 16};
  private static final String HALF = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";
  private static final String[] MODES = {"", "_rte", "_rtz", "_rtp", "_rtn"};

  /** Shared, so that the built-in functions of ours are compiled once. */
  @TempDir private static Path folder;

  private final KernelRun run = new KernelRun(folder, new LocalClang(folder));
  private final List<String> wrong = new ArrayList<>();

  /** A type of memory; halves move as the shorts that they are stored as. */
  private record Memory(String name, Scalar bits) {
    static List<Memory> all() {
      List<Memory> all = new ArrayList<>();
      for (Scalar type : Scalar.values()) {
        all.add(new Memory(type.of(1), type));
      }
      all.add(new Memory("half", Scalar.USHORT));
      return all;
    }

    String of(int n) {
      return n == 1 ? name : name + n;
    }
  }

  private static ByteBuffer random(int bytes) {
    byte[] all = new byte[bytes];
    new SplittableRandom(20261133).nextBytes(all);
    return ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void compare(long got, long expected, String what, Object... of) {
    if (got != expected) {
      wrong.add(what.formatted(of) + " is %x, expected %x".formatted(got, expected));
    }
  }

  /** Work-item i loads and stores from element (n + 1) i + 1 on, which leaves gaps of one. */
  @Test
  void vectorsOfEverySpaceAreAlignedToTheirElements() throws IOException {
    ByteBuffer input = random(1024);
    List<Memory> types = Memory.all();
    int part = 1024;
    int[] widths = {2, 3, 4, 8, 16};
    StringBuilder constants = new StringBuilder();
    for (int i = 0; i < 70; i++) {
      constants.append(i > 0 ? ", " : "").append(i + 1);
    }
    for (Memory type : types) {
      StringBuilder body = new StringBuilder(HALF + "  typedef %s T;\n".formatted(type.name()));
      body.append("  __constant T c[70] = {%s};\n  __local T l[70];\n".formatted(constants));
      body.append("  __global const T *g = (__global const T *)in + 1 + i;\n");
      for (int w = 0; w < widths.length; w++) {
        int at = (types.indexOf(type) * widths.length + w) * 4 * part;
        body.append(
            """
              {
                __global T *o = (__global T *)(out + %d) + 1 + i;
                int s = 1024 / sizeof(T);
                T p[36];
                barrier(CLK_LOCAL_MEM_FENCE);
                vstoreN(vloadN(i, g), i, o);
                vstoreN(vloadN(i, g), i, l + 1 + i);
                vstoreN(vloadN(i, g), 1, p + i);
                barrier(CLK_LOCAL_MEM_FENCE);
                vstoreN(vloadN(i, (__local const T *)l + 1 + i), i, o + s);
                vstoreN(vloadN(1, (const T *)p + i), i, o + 2 * s);
                vstoreN(vloadN(i, (__constant T *)c + 1 + i), i, o + 3 * s);
              }
            """
                .formatted(at)
                .replace("loadN", "load" + widths[w])
                .replace("storeN", "store" + widths[w]));
      }
      run.kernel(4, body.toString());
    }
    ByteBuffer out = run.execute(input, types.size() * widths.length * 4 * part);
    for (Memory type : types) {
      for (int w = 0; w < widths.length; w++) {
        for (int space = 0; space < 4; space++) {
          int from = ((types.indexOf(type) * widths.length + w) * 4 + space) * part;
          for (int e = 0; e < 70; e++) {
            boolean gap = e % (widths[w] + 1) == 0 || e >= 4 * (widths[w] + 1);
            long expected = gap ? 0 : element(type, space, e, input);
            long got = type.bits().get(out, from + e * type.bits().bytes);
            String memory = List.of("global", "local", "private", "constant").get(space);
            compare(got, expected, "%s, %s, element %d", type.of(widths[w]), memory, e);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static long element(Memory type, int space, int e, ByteBuffer input) {
    if (space < 3) {
      return type.bits().get(input, e * type.bits().bytes);
    }
    return type.name().equals("half")
        ? Halves.bits(e + 1, "")
        : type.bits().isInteger() ? e + 1 : type.bits().bits((double) (e + 1));
  }

  @Test
  void everyHalfIsLoaded() throws IOException {
    ByteBuffer input = ByteBuffer.allocate(1 << 17).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 1 << 16; i++) {
      input.putShort(2 * i, (short) i);
    }
    int words = 1 << 18;
    run.kernel(1 << 16, "((__global float *)out)[i] = vload_half(i, (__global const half *)in);");
    int count = 48 * 90;
    int part = 4 * count;
    for (int w = 1; w < WIDTHS.length; w++) {
      // From the largest subnormal numbers on, and from the negative infinite one.
      run.kernel(
          count / WIDTHS[w],
          """
          __global float *o = (__global float *)(out + %d);
          vstore%2$d(vload_half%2$d(i, (__global const half *)in + 999), i, o);
          vstore%2$d(vloada_half%2$d(i, (__global const half *)in + 0xe800), i, o + %3$d);
          """
              .formatted(words + 2 * (w - 1) * part, WIDTHS[w], count));
    }
    ByteBuffer out = run.execute(input, words + 2 * (WIDTHS.length - 1) * part);
    for (int i = 0; i < 1 << 16; i++) {
      loaded("vload_half", i, out.getFloat(4 * i));
    }
    for (int w = 1; w < WIDTHS.length; w++) {
      int n = WIDTHS[w];
      for (int i = 0; i < count; i++) {
        int at = words + 2 * (w - 1) * part + 4 * i;
        loaded("vload_half" + n, 999 + i, out.getFloat(at));
        int aligned = 0xe800 + i / n * (n == 3 ? 4 : n) + i % n;
        loaded("vloada_half" + n, aligned, out.getFloat(at + part));
      }
    }
    assertThat(wrong).isEmpty();
  }

  private void loaded(String call, int bits, float got) {
    float expected = (float) Halves.number(bits);
    compare(Float.floatToIntBits(got), Float.floatToIntBits(expected), "%s of %04x", call, bits);
  }

  @Test
  void halvesAreStoredWithEveryRounding() throws IOException {
    List<Scalar> types = List.of(Scalar.FLOAT, Scalar.DOUBLE);
    int count = 960;
    ByteBuffer input = ByteBuffer.allocate(count * 16).order(ByteOrder.LITTLE_ENDIAN);
    long[][] numbers = new long[2][];
    int part = 4 * count;
    for (int t = 0; t < 2; t++) {
      numbers[t] = nearHalves(types.get(t), count);
      for (int i = 0; i < count; i++) {
        types.get(t).put(input, t * count * 8 + i * types.get(t).bytes, numbers[t][i]);
      }
      for (int w = 0; w < WIDTHS.length; w++) {
        int n = WIDTHS[w];
        Scalar type = types.get(t);
        String from = "(__global const %s *)(in + %d)".formatted(type.of(1), t * count * 8);
        String value = n == 1 ? "(%s)[i]" : "vload" + n + "(i, %s)";
        StringBuilder body = new StringBuilder(type.of(n) + " v = " + value.formatted(from) + ";");
        for (int m = 0; m < (n == 1 ? 5 : 10); m++) {
          String name = (m < 5 ? "_half" : "a_half") + (n == 1 ? "" : "" + n) + MODES[m % 5];
          String to = "(__global half *)(out + %d)";
          to = to.formatted(((t * WIDTHS.length + w) * 10 + m) * part);
          body.append("vstore%s(v, i, %s);\n".formatted(name, to));
        }
        run.kernel(count / n, body.toString());
      }
    }
    ByteBuffer out = run.execute(input, 2 * WIDTHS.length * 10 * part);
    for (int row = 0; row < 2 * WIDTHS.length * 10; row++) {
      int n = WIDTHS[row / 10 % WIDTHS.length];
      if (n == 1 && row % 10 >= 5) {
        continue;
      }
      Scalar type = types.get(row / 10 / WIDTHS.length);
      for (int i = 0; i < count; i++) {
        int place = row % 10 >= 5 && n == 3 ? i / 3 * 4 + i % 3 : i;
        int got = out.getShort(row * part + 2 * place) & 0xffff;
        double x = type.number(numbers[types.indexOf(type)][i]);
        // One NaN is as good as another.
        got = Double.isNaN(Halves.number(got)) ? Halves.NAN : got;
        String call = "vstore%s_half%d%s of %s %s";
        String mode = MODES[row % 5];
        String aligned = row % 10 < 5 ? "" : "a";
        compare(got, Halves.bits(x, mode), call, aligned, n, mode, type, x);
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** Edges, halves, the middles between them, and their neighbours. */
  private static long[] nearHalves(Scalar type, int count) {
    long[] numbers = type.columns(1, count, 20261134)[0];
    SplittableRandom random = new SplittableRandom(20261135);
    for (int i = 240; i < count; i++) {
      int at = random.nextInt(Halves.INFINITE);
      double next = at + 1 == Halves.INFINITE ? 65536 : Halves.number(at + 1);
      double x = i % 3 == 0 ? Halves.number(at) : (Halves.number(at) + next) / 2;
      numbers[i] = type.bits(i % 2 == 0 ? x : -x) + random.nextInt(3) - (x == 0 ? 0 : 1);
    }
    return numbers;
  }

  /**
   * 21 elements and 7 by groups of fewer and of more: of odd sizes, and of two dimensions and
   * three.
   */
  @Test
  void asynchronousCopiesMoveEveryElementOnce() throws IOException {
    String[] groups = {"[1]", "[7]", "[8]", "[4, 8]", "[3, 2, 2]", "[40]"};
    List<Memory> types = Memory.all();
    ByteBuffer input = random(64 * 128);
    int part = 64 * 128;
    for (Memory type : types) {
      for (int w = 0; w < WIDTHS.length; w++) {
        // So every type and every width meets every group.
        String group = groups[(types.indexOf(type) + w) % groups.length];
        run.launch(
            "grid: [1], block: " + group,
            HALF
                + """
                typedef %s V;
                __global const V *g = (__global const V *)in;
                __global V *o = (__global V *)(out + %d);
                __local V l[32], s[16];
                event_t e = async_work_group_copy(l, g, 21, 0);
                event_t all[2] = {e, async_work_group_strided_copy(s, g, 7, 3, e)};
                wait_group_events(2, all);
                e = async_work_group_copy(o, l, 21, 0);
                wait_group_events(1, &e);
                e = async_work_group_strided_copy(o + 24, s, 7, 5, 0);
                wait_group_events(1, &e);
                """
                    .formatted(
                        type.of(WIDTHS[w]), (types.indexOf(type) * WIDTHS.length + w) * part));
      }
    }
    ByteBuffer out = run.execute(input, types.size() * WIDTHS.length * part);
    for (Memory type : types) {
      for (int w = 0; w < WIDTHS.length; w++) {
        int n = WIDTHS[w];
        int size = (n == 3 ? 4 : n) * type.bits().bytes;
        for (int e = 0; e < 64; e++) {
          int source =
              e < 21 ? e : e >= 24 && (e - 24) % 5 == 0 && e < 24 + 35 ? (e - 24) / 5 * 3 : -1;
          for (int i = 0; i < n; i++) {
            int at = e * size + i * type.bits().bytes;
            long got = type.bits().get(out, (types.indexOf(type) * WIDTHS.length + w) * part + at);
            long expected =
                source < 0 ? 0 : type.bits().get(input, source * size + i * type.bits().bytes);
            compare(got, expected, "%s, element %d.%d", type.of(n), e, i);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void everyTypeIsPrefetched() throws IOException {
    StringBuilder body = new StringBuilder(HALF);
    for (Memory type : Memory.all()) {
      for (int n : WIDTHS) {
        body.append("prefetch((__global const %s *)in + i, 2);\n".formatted(type.of(n)));
      }
    }
    run.kernel(2, body + "out[i] = in[i];");
    ByteBuffer out = run.execute(ByteBuffer.wrap(new byte[] {5, 7}), 2);
    assertThat(out.array()).containsExactly(5, 7);
  }

  @Test
  void everyWorkItemKnowsItsPlace() throws IOException {
    List<String> functions =
        List.of(
            "global_id",
            "global_size",
            "local_id",
            "local_size",
            "group_id",
            "num_groups",
            "global_offset");
    StringBuilder body = new StringBuilder();
    body.append(
        """
        size_t x = i - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
        size_t z = get_global_id(2) - get_global_offset(2);
        size_t item = x + get_global_size(0) * (y + get_global_size(1) * z);
        __global int *o = (__global int *)out + item * 70;
        """);
    for (int f = 0; f < functions.size(); f++) {
      for (int d = 0; d < 5; d++) {
        // Known, and read from memory; dimensions beyond the third have the size 1.
        String call = "o[%d] = get_%s(%s);\n";
        String dimension = d == 4 ? "UINT_MAX" : "" + d;
        body.append(call.formatted(f * 10 + d, functions.get(f), dimension));
        String read = "((__global const uint *)in)[" + d + "]";
        body.append(call.formatted(f * 10 + d + 5, functions.get(f), read));
      }
    }
    int part = 288 * 280;
    run.launch("grid: [2, 3, 2], block: [4, 2, 3]", body.toString());
    ByteBuffer dimensions = ByteBuffer.allocate(20).order(ByteOrder.LITTLE_ENDIAN);
    for (int d : new int[] {0, 1, 2, 3, -1}) {
      dimensions.putInt(d);
    }
    places(run.execute(dimensions, part), functions, new int[5]);
    KernelRun moved = new KernelRun(folder, new LocalClang(folder));
    String range = "global_size: [8, 6, 6], global_offset: [5, 70, 9], block: [4, 2, 3]";
    moved.launch(range, body.toString());
    places(moved.execute(dimensions, part), functions, new int[] {5, 70, 9, 0, 0});
    assertThat(wrong).isEmpty();
  }

  private void places(ByteBuffer out, List<String> functions, int[] offset) {
    int[] block = {4, 2, 3, 1, 1};
    int[] grid = {2, 3, 2, 1, 1};
    for (int i = 0; i < 288; i++) {
      int[] id = {i % 8, i / 8 % 6, i / 48, 0, 0};
      for (int d = 0; d < 10; d++) {
        int k = d % 5;
        int[] expected = {
          id[k] + offset[k],
          grid[k] * block[k],
          id[k] % block[k],
          block[k],
          id[k] / block[k],
          grid[k],
          offset[k]
        };
        for (int f = 0; f < functions.size(); f++) {
          int got = out.getInt((i * 70 + f * 10 + d) * 4);
          String what = "get_%s(%d) of work-item %d";
          compare(got, expected[f], what, functions.get(f), k, i);
        }
      }
    }
  }
}
