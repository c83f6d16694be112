// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sub-groups of OpenCL C as wide as the device's wavefronts. */
@Tag("slow")
class SubGroupTest {
  private static final int VALUES = 48;
  private static final int GROUP = 100; // no multiple of a width
  private static final int ITEMS = 3 * GROUP;

  private static final String KERNEL =
      """
      #pragma OPENCL EXTENSION cl_khr_subgroups : enable
      uint mix(uint i) { i = i * 2654435761u + 12345u; return i ^ i >> 15; }
      __kernel void k(__global uint *out) {
        __global uint *o = out + get_global_id(0) * 48;
        uint i = mix(get_global_id(0));
        int x = (int)i;
        uint lane = get_sub_group_local_id(), size = get_sub_group_size();
        o[0] = size;
        o[1] = lane;
        o[2] = get_sub_group_id();
        o[3] = get_num_sub_groups();
        o[4] = sub_group_reduce_add(x);
        o[5] = sub_group_scan_inclusive_max(x);
        o[6] = sub_group_scan_exclusive_min(x);
        o[7] = sub_group_broadcast(x, 1);
        o[8] = sub_group_shuffle_xor(x, 1);
        o[9] = sub_group_shuffle(x, lane * 5 % size);
        uint up = sub_group_shuffle_up(x, 2), down = sub_group_shuffle_down(x, 1);
        o[10] = lane >= 2 ? up : 0;
        o[11] = lane + 1 < size ? down : 0;
        uint turned = sub_group_rotate(x, 3);
        o[12] = size == get_max_sub_group_size() ? turned : 0;
        o[13] = sub_group_clustered_rotate(x, 1, 4);
        uint4 b = sub_group_ballot(i % 3 == 0);
        o[14] = b.x;
        o[15] = b.y;
        o[16] = sub_group_ballot_bit_count(b);
        o[17] = sub_group_ballot_inclusive_scan(b);
        o[18] = sub_group_ballot_exclusive_scan(b);
        o[19] = (b.x | b.y) == 0
            ? 0 : sub_group_ballot_find_lsb(b) * 100 + sub_group_ballot_find_msb(b);
        uint4 eq = get_sub_group_eq_mask(), lt = get_sub_group_lt_mask(),
              ge = get_sub_group_ge_mask(), gt = get_sub_group_gt_mask(),
              le = get_sub_group_le_mask();
        o[20] = eq.x + 3 * lt.x + 5 * ge.x + 7 * gt.x + 11 * le.x;
        o[21] = eq.y + 3 * lt.y + 5 * ge.y + 7 * gt.y + 11 * le.y;
        o[22] = sub_group_any(i % 7 == 0) * 2 + sub_group_all(i % 7 != 0);
        o[23] = sub_group_inverse_ballot(b) * 2 + sub_group_ballot_bit_extract(b, size - 1);
        o[24] = get_max_sub_group_size();
        for (int v = 25; v < 40; v++) {
          o[v] = 0;
        }
        if ((i & 3) != 0) {
          o[25] = sub_group_non_uniform_reduce_add(i);
          o[26] = sub_group_non_uniform_reduce_mul(i | 1);
          o[27] = sub_group_non_uniform_reduce_xor(i);
          o[28] = sub_group_non_uniform_scan_inclusive_max(x);
          o[29] = sub_group_non_uniform_scan_exclusive_and(i | 0xff);
          o[30] = sub_group_non_uniform_reduce_min(x);
          o[31] = sub_group_non_uniform_reduce_logical_xor(i & 4);
          o[32] = sub_group_non_uniform_scan_inclusive_logical_or(i % 16 == 5);
          o[33] = sub_group_elect();
          o[34] = sub_group_broadcast_first(i);
          o[35] = sub_group_non_uniform_all_equal(i & 3);
          o[36] = sub_group_clustered_reduce_add(i, 4);
          o[37] = sub_group_clustered_reduce_max(x, 8);
          o[38] = sub_group_clustered_reduce_logical_and(i & 1, 4);
          o[39] = sub_group_ballot(1).x;
        }
        o[40] = sub_group_clustered_reduce_or(i, 4);
        o[41] = sub_group_reduce_add((ulong)i << 20) >> 20;
        o[42] = sub_group_reduce_add((float)(i & 1023));
        o[43] = (uint)(int)sub_group_reduce_max((char)i);
        o[44] = sub_group_shuffle_xor((ulong)i << 32 | lane, 1) >> 32;
        o[45] = sub_group_non_uniform_scan_exclusive_add(i);
        o[46] = (uint)(int)sub_group_scan_inclusive_add((short)i);
        o[47] = sub_group_non_uniform_reduce_or(i);
      }
      """;

  private static final String SMALL =
      """
      __kernel void small(__global uint *out) {
        uint i = get_global_id(0);
        out[i] = sub_group_reduce_add(i) * 100 + get_max_sub_group_size();
      }
      """;

  /** Observes the width without an exchange between lanes, so that every device runs it. */
  private static final String WIDTH =
      """
      __kernel void width(__global uint *out) {
        out[get_global_id(0)] = get_max_sub_group_size();
      }
      """;

  private static final String PLAIN =
      """
      __kernel void plain(__global uint *out) { out[get_global_id(0)] = get_global_id(0); }
      """;

  @TempDir private static Path folder; // one for all: what is compiled is kept by its path

  @BeforeAll
  static void write() throws IOException {
    Files.writeString(folder.resolve("k.cl"), KERNEL);
    Files.writeString(folder.resolve("small.cl"), SMALL);
    Files.writeString(folder.resolve("width.cl"), WIDTH);
    Files.writeString(folder.resolve("plain.cl"), PLAIN);
    Cli cli = Cli.run("inspect", folder.resolve("plain.cl").toString());
    assertThat(cli.code()).as(cli.all()).isZero();
  }

  private static String workload(String kernel, String file) throws IOException {
    return Files.writeString(
            folder.resolve(kernel + ".yaml"),
            """
            name: groups
            kernels: {file: %s, options: ["-cl-std=CL3.0"]}
            buffers:
              out: {type: u32, count: %d}
            steps:
              - {launch: %s, grid: [3], block: [%d], args: [out]}
            """
                .formatted(file, ITEMS * VALUES, kernel, GROUP))
        .toString();
  }

  // ------------------------------------------------------------------ a reference of our own

  private static int mix(int i) {
    int m = i * (int) 2654435761L + 12345;
    return m ^ m >>> 15;
  }

  /** One sub-group: its values, and who is in a branch or cluster. */
  private record SubGroup(int[] x, boolean[] there) {
    SubGroup only(int first, int count) {
      boolean[] some = new boolean[x.length];
      for (int l = first; l < Math.min(first + count, x.length); l++) {
        some[l] = there[l];
      }
      return new SubGroup(x, some);
    }

    int fold(int identity, IntBinaryOperator join) {
      int all = identity;
      for (int l = 0; l < x.length; l++) {
        all = there[l] ? join.applyAsInt(all, x[l]) : all;
      }
      return all;
    }

    long mask(IntPredicate which) {
      long mask = 0;
      for (int l = 0; l < x.length; l++) {
        mask |= there[l] && which.test(x[l]) ? 1L << l : 0;
      }
      return mask;
    }
  }

  private static int[] expected(int width) {
    int[] out = new int[ITEMS * VALUES];
    for (int group = 0; group < ITEMS / GROUP; group++) {
      for (int first = 0; first < GROUP; first += width) {
        int size = Math.min(width, GROUP - first);
        int[] x = new int[size];
        boolean[] all = new boolean[size];
        boolean[] some = new boolean[size];
        for (int l = 0; l < size; l++) {
          x[l] = mix(group * GROUP + first + l);
          all[l] = true;
          some[l] = (x[l] & 3) != 0;
        }
        for (int l = 0; l < size; l++) {
          int[] o = item(width, first / width, l, new SubGroup(x, all), new SubGroup(x, some));
          System.arraycopy(o, 0, out, (group * GROUP + first + l) * VALUES, VALUES);
        }
      }
    }
    return out;
  }

  private static int[] item(int width, int number, int lane, SubGroup all, SubGroup some) {
    int[] x = all.x;
    int size = x.length;
    int[] o = new int[VALUES];
    SubGroup upto = all.only(0, lane + 1);
    SubGroup below = all.only(0, lane);
    o[0] = size;
    o[1] = lane;
    o[2] = number;
    o[3] = (GROUP + width - 1) / width;
    o[4] = all.fold(0, Integer::sum);
    o[5] = upto.fold(Integer.MIN_VALUE, Math::max);
    o[6] = below.fold(Integer.MAX_VALUE, Math::min);
    o[7] = x[1];
    o[8] = x[lane ^ 1];
    o[9] = x[lane * 5 % size];
    o[10] = lane >= 2 ? x[lane - 2] : 0;
    o[11] = lane + 1 < size ? x[lane + 1] : 0;
    o[12] = size == width ? x[(lane + 3) % width] : 0;
    o[13] = x[lane & ~3 | lane + 1 & 3];
    long b = all.mask(v -> Integer.remainderUnsigned(v, 3) == 0);
    o[14] = (int) b;
    o[15] = (int) (b >>> 32);
    o[16] = Long.bitCount(b);
    long whole = -1L >>> 64 - width;
    long eq = 1L << lane;
    long lt = eq - 1;
    long le = lt | eq;
    o[17] = Long.bitCount(b & le);
    o[18] = Long.bitCount(b & lt);
    o[19] = b == 0 ? 0 : Long.numberOfTrailingZeros(b) * 100 + 63 - Long.numberOfLeadingZeros(b);
    long[] masks = {eq, lt, whole & ~lt, whole & ~le, le};
    int[] times = {1, 3, 5, 7, 11};
    for (int m = 0; m < masks.length; m++) {
      o[20] += times[m] * (int) masks[m];
      o[21] += times[m] * (int) (masks[m] >>> 32);
    }
    boolean seventh = all.mask(v -> Integer.remainderUnsigned(v, 7) == 0) != 0;
    o[22] = seventh ? 2 : 1;
    o[23] = (int) (b >>> lane & 1) * 2 + (int) (b >>> size - 1 & 1);
    o[24] = width;
    if (some.there[lane]) {
      branch(o, lane, some);
    }
    int cluster = lane & ~3;
    o[40] = all.only(cluster, 4).fold(0, (p, q) -> p | q);
    o[41] = all.fold(0, Integer::sum);
    o[42] = all.fold(0, (p, q) -> p + (q & 1023));
    o[43] = all.fold(Byte.MIN_VALUE, (p, q) -> Math.max(p, (byte) q));
    o[44] = x[lane ^ 1];
    o[45] = below.fold(0, Integer::sum);
    o[46] = upto.fold(0, (p, q) -> (short) (p + (short) q));
    o[47] = all.fold(0, (p, q) -> p | q);
    return o;
  }

  private static void branch(int[] o, int lane, SubGroup some) {
    SubGroup upto = some.only(0, lane + 1);
    SubGroup below = some.only(0, lane);
    long there = some.mask(v -> true);
    int lowest = Long.numberOfTrailingZeros(there);
    SubGroup four = some.only(lane & ~3, 4);
    o[25] = some.fold(0, Integer::sum);
    o[26] = some.fold(1, (p, q) -> p * (q | 1));
    o[27] = some.fold(0, (p, q) -> p ^ q);
    o[28] = upto.fold(Integer.MIN_VALUE, Math::max);
    o[29] = below.fold(-1, (p, q) -> p & (q | 0xff));
    o[30] = some.fold(Integer.MAX_VALUE, Math::min);
    o[31] = Long.bitCount(some.mask(v -> (v & 4) != 0)) & 1;
    o[32] = upto.mask(v -> (v & 15) == 5) != 0 ? 1 : 0;
    o[33] = lane == lowest ? 1 : 0;
    o[34] = some.x[lowest];
    o[35] = some.mask(v -> (v & 3) == (some.x[lowest] & 3)) == there ? 1 : 0;
    o[36] = four.fold(0, Integer::sum);
    o[37] = some.only(lane & ~7, 8).fold(Integer.MIN_VALUE, Math::max);
    o[38] = four.mask(v -> (v & 1) == 0) == 0 ? 1 : 0;
    o[39] = (int) there;
  }

  private static int[] words(Path file) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    int[] words = new int[bytes.remaining() / Integer.BYTES];
    bytes.asIntBuffer().get(words);
    return words;
  }

  private static List<String> differences(int[] found, int[] expected) {
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < expected.length; i++) {
      if (found[i] != expected[i]) {
        wrong.add(
            "item %d value %d: %d, expected %d"
                .formatted(i / VALUES, i % VALUES, found[i], expected[i]));
      }
    }
    return wrong.subList(0, Math.min(20, wrong.size()));
  }

  // ------------------------------------------------------------------ tests

  @ParameterizedTest(name = "{0} lanes")
  @ValueSource(ints = {8, 16, 32, 64})
  @DisplayName("all functions of sub-groups give what a reference computes, at each width")
  void computesAsTheReference(int width) throws IOException {
    Path buffer = folder.resolve("out.bin");
    List<String> call = new ArrayList<>(List.of("record", workload("k", "k.cl")));
    call.addAll(List.of("-o", folder + "/k.lkt", "--sub-groups", "" + width));
    call.addAll(List.of("--dump", "out=" + buffer));
    Cli cli = Cli.run(call.toArray(String[]::new));
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(differences(words(buffer), expected(width))).isEmpty();
  }

  /** What {@link #SMALL} leaves for the first work-item. */
  private static int sums(int width) {
    return width * (width - 1) / 2 * 100 + width;
  }

  private static List<String> identities(Cli cli) {
    return Pattern.compile("\"trace_sha256\" : \"(\\w+)\"")
        .matcher(cli.out())
        .results()
        .map(m -> m.group(1))
        .toList();
  }

  private static String identity(String workload, int width) {
    List<String> call = new ArrayList<>(List.of("record", workload, "-o"));
    call.addAll(List.of(folder + "/i.lkt", "--sub-groups", "" + width));
    Cli cli = Cli.run(call.toArray(String[]::new));
    return cli.out().substring(cli.out().indexOf("sha256 ") + 7).strip();
  }

  @Test
  @DisplayName("a comparison executes a kernel with sub-groups once for each width, others once")
  void executesOncePerWidth() throws IOException {
    String workload = workload("width", "width.cl");
    Cli cli = Cli.run("compare", workload, "-d", "mi300a,gtx280,hd5450,hd5870", "--format", "json");
    assertThat(cli.code()).as(cli.all()).isZero();
    String wide = identity(workload, 64);
    String narrow = identity(workload, 32);
    assertThat(identities(cli)).containsExactly(wide, narrow, narrow, wide);

    Cli plain =
        Cli.run(
            "compare", workload("plain", "plain.cl"), "-d", "mi300a,gtx280", "--format", "json");
    assertThat(identities(plain)).hasSize(2);
    assertThat(identities(plain).get(0)).isEqualTo(identities(plain).get(1));
  }

  @Test
  @DisplayName("variants of one workload are each simulated at their device's width")
  void variantsHaveTheirWidths() throws IOException {
    String workload = workload("width", "width.cl");
    Cli cli =
        Cli.run(
            "compare",
            workload,
            workload("plain", "plain.cl"),
            "-d",
            "mi300a,hd5450",
            "--format",
            "json");
    assertThat(identities(cli)).as(cli.all()).hasSize(4);
    assertThat(identities(cli)).contains(identity(workload, 64), identity(workload, 32));
    Cli narrow =
        Cli.run("run", workload, "-d", "hd5450", "--set", "unit.wavefront=16", "--format", "json");
    assertThat(identities(narrow)).as(narrow.all()).containsExactly(identity(workload, 16));
  }

  @Test
  @DisplayName("a trace is refused by a device of another width, with the command that records it")
  void refusesTracesOfAnotherWidth() throws IOException {
    String trace = folder + "/w.lkt";
    Cli.run("record", workload("small", "small.cl"), "-o", trace, "--sub-groups", "32");
    assertThat(Cli.run("inspect", trace).out()).contains("wavefronts of 32 (sub-groups)");
    Cli cli = Cli.run("run", trace, "-d", "mi300a");
    assertThat(cli.code()).isEqualTo(ExitCode.REFUSED);
    assertThat(cli.all())
        .contains("has sub-groups of 32 work-items, the device's have 64")
        .contains("record --sub-groups 64");
    assertThat(
            Cli.run("record", workload("small", "small.cl"), "-o", trace, "--sub-groups", "24")
                .err())
        .contains("expected a power of two from 1 to 64, found 24");
  }

  @Test
  @DisplayName("buffers are not dumped where devices of several widths have results of their own")
  void refusesDumpsOfSeveralWidths() throws IOException {
    Path buffer = folder.resolve("b.bin");
    String workload = workload("width", "width.cl");
    Cli cli = Cli.run("run", workload, "-d", "mi300a,hd5450", "--dump", "out=" + buffer);
    assertThat(cli.all())
        .contains(
            "texts for sub-groups of 32 or sub-groups of 64, and each has results of its own");
    assertThat(buffer).doesNotExist();
    Cli.run("run", workload, "-d", "mi300a", "--dump", "out=" + buffer);
    assertThat(words(buffer)[0]).isEqualTo(64);
  }

  @Test
  @DisplayName("intel_reqd_sub_group_size is kept: other widths refuse it")
  void keepsTheRequiredSize() throws IOException {
    Files.writeString(
        folder.resolve("r.cl"),
        "__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(100, 1, 1)))\n"
            + SMALL);
    String workload = workload("small", "r.cl");
    Cli refused = Cli.run("run", workload, "-d", "mi300a");
    assertThat(refused.all()).contains("has sub-groups of 16 work-items, the device's have 64");
    Files.writeString(
        folder.resolve("r.cl"),
        Files.readString(folder.resolve("r.cl")).replace("size(16)", "size(64)"));
    assertThat(Cli.run("run", workload, "-d", "mi300a").code()).isZero();
  }
}
