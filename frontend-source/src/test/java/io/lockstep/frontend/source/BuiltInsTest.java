// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Examples of built-in functions at arguments where other libraries go wrong. */
class BuiltInsTest {
  @TempDir private Path folder;

  /** Stores longs, one after the other, by a work-item; in is its own byte. */
  private long[] longs(int n, String body, String... options) throws IOException {
    KernelRun run = new KernelRun(folder, new LocalClang(folder));
    run.kernel(1, "__global long *o = (__global long *)out;\n" + body);
    ByteBuffer out = run.execute(ByteBuffer.allocate(8), 8 * n, options);
    long[] all = new long[n];
    out.asLongBuffer().get(all);
    return all;
  }

  @Test
  void functionsAreRightAtTheEdgesOfTheirTypes() throws IOException {
    // in[0] is zero, which the compiler does not know.
    long[] got =
        longs(
            10,
            """
            long z = in[0];
            o[0] = sub_sat(z, LONG_MIN);
            o[1] = mad_sat(z - 3970756079419874400, z, z + 5);
            o[2] = as_int(convert_float_rtz((int)z + INT_MAX));
            o[3] = as_int(convert_float_rtn((ulong)z + ULONG_MAX));
            o[4] = convert_int_sat(as_double(z + 0x7ff8000000000000));
            o[5] = as_long(ldexp(as_double(z + 0x7ff8000000000000), 61)) == 0x7ff8000000000000;
            o[6] = as_int(lgamma(-1.3e-21f + z)) > as_int(48.0f) && lgamma(-1.3e-21f + z) < 48.1f;
            o[7] = as_long(sinpi(-1.0 + z));
            o[8] = fabs(sin(1e22 + z) + 0.8522008497671888) < 1e-15;
            o[9] = isnan(sinh(as_double(z + 0x7ff8000000000000)));
            """);
    assertThat(got)
        .containsExactly(
            Long.MAX_VALUE, 5, 0x4effffffL, 0x5f7fffffL, 0, 1, 1, Long.MIN_VALUE, 1, 1);
  }

  /** Each in a program of its own, which links the functions that it calls. */
  @ParameterizedTest
  @CsvSource({
    "o[0] = as_long(nan((ulong)z)), 0x7ff8000000000000",
    "o[0] = as_long(nan((ulong2)(z + 1)).y), 0x7ff8000000000001",
    "'o[0] = as_long(smoothstep(0.0, 4.0, (double2)(z + 2)).x)', 0x3fe0000000000000",
    "o[0] = as_long(atanpi(-0.0 * (z + 1))), -0x8000000000000000"
  })
  void aFunctionIsLinkedWithoutAnother(String body, String bits) throws IOException {
    assertThat(longs(1, "long z = in[0];\n" + body + ";")).containsExactly(Long.decode(bits));
  }

  @Test
  void printfPrintsVectorsOfAllSizes() throws IOException {
    KernelRun run = new KernelRun(folder, new LocalClang(folder));
    run.kernel(
        1,
        """
        uchar z = in[0];
        printf("%d %v2hhd %v3hd %v4hld %v8ld %c\\n", z + 7, (char2)(z + 1, -2),
            (short3)(z + 1, -2, 3), (int4)(z + 1, -2, 3, 4), (long8)(z + 9), 'x');
        printf("%v3hlf %v16hlg %v2lf %v4hhx %d\\n", (float3)(z + 1.5f), (float16)(z + 2),
            (double2)(z + 0.25, -1), (uchar4)(z + 255, 1, 2, 3), 5);
        printf("%d %v16la %s\\n", z, (double16)(z + 1), "end");
        """);
    run.execute(ByteBuffer.allocate(8), 8);
    assertThat(run.printed())
        .containsExactly(
            "7 1,-2 1,-2,3 1,-2,3,4 9,9,9,9,9,9,9,9 x",
            "1.500000,1.500000,1.500000 2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 0.250000,-1.000000 ff,1,2,3 5",
            "0 " + String.join(",", Collections.nCopies(16, "0x1p+0")) + " end");
  }

  @Test
  void longsHaveAtomicsUnderTheNamesOfTheirExtensions() throws IOException {
    long[] got =
        longs(
            9,
            """
            #pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
            #pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
            __global ulong *u = (__global ulong *)out + 8;
            o[0] = 40; o[1] = 0x100000000; o[2] = -5;
            o[3] = atom_add(o, 5L) + atom_inc(o) - atom_sub(o, 3L) - atom_dec(o);
            o[4] = atom_xchg(o + 1, 7L);
            o[5] = atom_cmpxchg(o + 1, 7L, 1L << 40);
            o[6] = atom_min(o + 2, -9L) + atom_max(o + 2, 3L);
            o[7] = atom_or(o + 2, 12L) + atom_and(o + 2, 6L) + atom_xor(o + 2, 1L);
            *u = 1;
            atom_max(u, ULONG_MAX);
            """);
    assertThat(got)
        .containsExactly(42, 1L << 40, 7, 40 + 45 - 46 - 43, 1L << 32, 7, -5 - 9, 3 + 15 + 6, -1);
  }

  @Test
  void aLaunchTellsTheNumberOfItsDimensions() throws IOException {
    KernelRun run = new KernelRun(folder, new LocalClang(folder));
    String body = "((__global int *)out)[%d] = get_work_dim();";
    run.launch("grid: [1], block: [1]", body.formatted(0));
    run.launch("grid: [1, 1], block: [1, 1]", body.formatted(1));
    run.launch("grid: [1, 1, 1], block: [1, 1, 1]", body.formatted(2));
    ByteBuffer out = run.execute(ByteBuffer.allocate(8), 12);
    assertThat(new int[] {out.getInt(0), out.getInt(4), out.getInt(8)}).containsExactly(1, 2, 3);
  }

  @Test
  void productsOf24BitsTakeSizes() throws IOException {
    long[] got =
        longs(
            6,
            """
            size_t n = get_local_size(0);
            o[0] = mul24(n + 6, 5);
            o[1] = (int)mul24(n, -3);
            o[2] = mul24(n + 6, n + 1);
            o[3] = mad24(n + 9, 4u, 2);
            o[4] = mad24(3, 4, n);
            o[5] = mul24(-3, 4);
            """);
    assertThat(got).containsExactly(35, -3, 14, 42, 13, -12);
  }

  @Test
  void subGroupsNeedNoLaterStandard() throws IOException {
    long[] got =
        longs(
            3,
            """
            #pragma OPENCL EXTENSION cl_khr_subgroups : enable
            o[0] = get_num_sub_groups();
            o[1] = sub_group_reduce_add((int)i + 7);
            o[2] = sub_group_broadcast((int)i + 9, 0);
            """);
    assertThat(got).containsExactly(1, 7, 9);
  }
}
