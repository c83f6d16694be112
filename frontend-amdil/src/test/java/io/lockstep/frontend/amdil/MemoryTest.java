// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** g[], constant buffers, arrays of registers, views and both kinds of work-group memory. */
class MemoryTest {
  private static int[] iota(int n) {
    return IntStream.range(0, n).toArray();
  }

  private static Kernel kernel(int group, String body) {
    return Il.kernel(
        "il_cs_2_0\ndcl_num_thread_per_group "
            + group
            + "\ndcl_literal l0, 0, 1, 2, 3\ndcl_literal l1, 4, 8, 16, 63\n"
            + body
            + "\nendmain\nend\n");
  }

  @Test
  @DisplayName("g[] is read and written by element, with offset and mask")
  void gIsReadAndWrittenByElement() {
    Kernel kernel =
        kernel(
            4,
            """
            mov r0.x, vAbsTidFlat.x
            umul r0.y, r0.x, l0.z
            mov r1, g[r0.y+1].wzyx
            iadd g[r0.y], r1, g[r0.y]
            mov g[r0.y+1]._yz_, l1
            mov g[r0.y + 1].w, g[0].x
            """);
    int[] g = Il.run(kernel, 1, Map.of("g", iota(32))).get("g");
    assertThat(Arrays.copyOf(g, 16))
        .containsExactly(7, 7, 7, 7, 4, 8, 16, 7, 23, 23, 23, 23, 12, 8, 16, 7);
  }

  @Test
  @DisplayName("vectors of g[] are one access of 16 bytes, single components four")
  void vectorsOfGAreOneAccessOf16Bytes() {
    Kernel kernel = kernel(1, "mov r0, g[3]\nmov g[0], r0\nmov g[1].y, r0.z\nmov g[2].zw, r0\n");
    assertThat(Il.code(kernel, Op.LOAD).stream().filter(i -> i.memory().space() == Space.GLOBAL))
        .extracting(i -> i.memory().width())
        .containsExactly(4);
    assertThat(Il.code(kernel, Op.STORE))
        .extracting(i -> i.memory().width() + "@" + i.memory().offset())
        .containsExactly("4@0", "1@20", "2@40");
  }

  @Test
  @DisplayName("constant buffers: fixed elements are loaded once, relative ones where they stand")
  void constantBuffersFixedElementsAreLoadedOnce() {
    Map<String, int[]> buffers = new LinkedHashMap<>();
    buffers.put("cb0", iota(16));
    buffers.put("cb3", new int[] {100, 200, 300, 400});
    buffers.put("g", new int[8]);
    Kernel kernel =
        kernel(
            1,
            """
            dcl_cb cb0[4]
            dcl_cb cb3[1]
            mov r0, cb0[2]
            iadd r0, r0, cb3[0].wzyx
            iadd r0, r0, cb0[2]
            mov g[0], r0
            mov r1.x, l0.y
            mov g[1], cb0[r1.x+2]
            """);
    assertThat(Il.run(kernel, 1, buffers).get("g"))
        .containsExactly(416, 318, 220, 122, 12, 13, 14, 15);
    assertThat(Il.code(kernel, Op.LOAD).stream().filter(i -> i.memory().space() == Space.CONSTANT))
        .hasSize(3)
        .allMatch(i -> i.memory().readOnly());
  }

  @Test
  @DisplayName("cb[n] is element n of cb0, cb[b][n] that of another buffer")
  void looseNames() {
    Map<String, int[]> buffers = new LinkedHashMap<>();
    buffers.put("cb0", iota(8));
    buffers.put("cb1", new int[] {50, 60, 70, 80});
    buffers.put("g", new int[4]);
    Kernel kernel =
        kernel(1, "dcl_cb cb0[2]\ndcl_cb cb1[1]\niadd r0, cb[1], cb[1][0]\nmov g[0], r0\n");
    assertThat(Il.run(kernel, 1, buffers).get("g")).containsExactly(54, 65, 76, 87);
  }

  @Test
  @DisplayName("arrays of registers are private and indexed at run time")
  void arraysOfRegistersArePrivateAndIndexedAtRunTime() {
    Kernel kernel =
        kernel(
            4,
            """
            dcl_indexed_temp_array x0[5]
            dcl_indexed_temp_array x1[2]
            mov r0.x, vAbsTidFlat.x
            mov x0[r0.x], r0.xxxx
            mov x0[r0.x+1]._y__, l1.w
            mov x1[1], l1
            iadd r1, x0[r0.x], x1[1]
            mov r1.w, x0[r0.x+1].y
            mov g[r0.x], r1
            """);
    int[] g = Il.run(kernel, 1, Map.of("g", new int[16])).get("g");
    assertThat(g).containsExactly(4, 8, 16, 63, 5, 9, 17, 63, 6, 10, 18, 63, 7, 11, 19, 63);
    assertThat(kernel.privateBytes()).isEqualTo(112);
  }

  @Test
  @DisplayName("views are addressed in bytes; atomics return the old value where asked")
  void viewsAreAddressedInBytesAndAtomicsReturnTheOldValue() {
    Map<String, int[]> buffers = new LinkedHashMap<>();
    buffers.put("uav0", iota(16));
    buffers.put("uav2", new int[16]);
    Kernel kernel =
        kernel(
            4,
            """
            dcl_raw_uav_id(0)
            dcl_arena_uav_id(2)
            mov r0.x, vAbsTidFlat.x
            ishl r0.y, r0.x, l1.x
            uav_raw_load_id(0)_cached r1, r0.y
            uav_raw_store_id(2) mem.xy__, r0.y, r1.zw
            uav_read_add_id(2) r2.x, l1.z, l0.y
            uav_max_id(2) l1.y, r2.x
            iadd r0.z, r0.y, l1.y
            iadd r0.z, r0.z, l1.x
            uav_arena_store_id(2)_size(byte) r0.z, r1.y
            uav_arena_load_id(2)_size(short) r3.x, r0.y
            """);
    int[] after = Il.run(kernel, 1, buffers).get("uav2");
    assertThat(after[0]).isEqualTo(2);
    assertThat(after[1]).isEqualTo(3);
    assertThat(after[3]).isEqualTo(1);
    // Element 4 holds 6 and counted four additions; the maximum of the old values is 9.
    assertThat(after[4]).isEqualTo(10);
    assertThat(after[2]).isEqualTo(9);
    assertThat(Il.code(kernel, Op.ATOMIC))
        .extracting(Instruction::atomic)
        .containsExactly(AtomicOp.ADD, AtomicOp.MAX);
    assertThat(Il.code(kernel, Op.ATOMIC).get(1).destinations()).isEmpty();
  }

  @Test
  @DisplayName("compare and exchange takes the new value first")
  void compareExchange() {
    Map<String, int[]> buffers = new LinkedHashMap<>();
    buffers.put("uav0", new int[] {5, 7, 0, 0});
    Kernel kernel =
        kernel(
            1,
            """
            dcl_raw_uav_id(0)
            dcl_literal l2, 5, 9, 0, 4
            uav_read_cmp_xchg_id(0) r0.x, l2.z, l2.y, l2.x
            uav_read_cmp_xchg_id(0) r0.x, l2.w, l2.y, l2.x
            """);
    assertThat(Il.run(kernel, 1, buffers).get("uav0")).startsWith(9, 7);
  }

  @Test
  @DisplayName("work-group memory: dwords, vectors, bytes, atomics and barriers")
  void workGroupMemoryHoldsDwordsVectorsAndBytes() {
    Kernel kernel =
        kernel(
            8,
            """
            dcl_lds_id(0) 64
            dcl_lds_id(1) 16
            mov r0.x, vTidInGrpFlat.x
            ishl r0.y, r0.x, l0.z
            lds_store_id(0) r0.y, r0.x
            lds_add_id(1) l0.x, r0.x
            lds_read_umax_id(1) r5.x, l1.x, r0.x
            lds_store_byte_id(1) l1.y, l1.w
            fence_threads_lds
            ixor r1.x, r0.y, l1.y
            iand r1.x, r1.x, l1.x_neg(x)
            iand r1.x, r1.x, l1.y
            lds_load_vec_id(0) r2.xy__, r1.x, r1.x
            lds_load_id(1) r2.__z_, l0.x
            lds_load_ubyte_id(1) r2.___w, l1.y
            mov g[r0.x], r2
            """);
    int[] g = Il.run(kernel, 1, Map.of("g", new int[32])).get("g");
    // Work-item i reads dwords (4 i xor 8) and 8: 2, 3 or 0, 1; 28 = 0 + … + 7.
    assertThat(Arrays.copyOf(g, 4)).containsExactly(2, 3, 28, 63);
    assertThat(Arrays.copyOfRange(g, 8, 12)).containsExactly(0, 1, 28, 63);
    assertThat(kernel.localBytes()).isEqualTo(80);
  }

  @Test
  @DisplayName("structures in work-group memory are addressed by index and offset")
  void structuresInWorkGroupMemoryAreAddressedByIndexAndOffset() {
    Kernel kernel =
        kernel(
            4,
            """
            dcl_struct_lds_id(0) 16, 4
            mov r0.x, vTidInGrpFlat.x
            lds_store_vec_id(0) mem.xyz_, r0.x, l0.x, r0.xxx0
            fence_threads_lds
            ixor r1.x, r0.x, l0.w
            lds_load_vec_id(0) r2, r1.x, l0.x
            lds_load_id(0) r2.___w, r1.x0
            mov g[r0.x], r2
            """);
    int[] g = Il.run(kernel, 1, Map.of("g", new int[16])).get("g");
    assertThat(g).containsExactly(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0);
  }

  @Test
  @DisplayName("R700: every work-item writes its own memory and reads any")
  void everyWorkItemWritesItsOwnMemoryAndReadsAnyOnR700() {
    Kernel kernel =
        kernel(
            8,
            """
            dcl_lds_size_per_thread 8
            dcl_lds_sharing_mode _wavefrontRel
            mov r0.x, vTidInGrpFlat.x
            iadd r1, r0.xxxx, l1
            lds_write_vec mem.xyzw, r1
            lds_write_vec_lOffset(4) mem.xy__, r0.xx
            fence_threads_lds
            ixor r2.x, r0.x, l0.y
            mov r2.y, l1.x
            lds_read_vec r3, r2.x0
            lds_read_vec r4, r2.xy
            mov r3.w, r4.y
            mov g[r0.x], r3
            """);
    int[] g = Il.run(kernel, 1, Map.of("g", new int[32])).get("g");
    assertThat(Arrays.copyOf(g, 8)).containsExactly(5, 9, 17, 1, 4, 8, 16, 0);
    assertThat(kernel.localBytes()).isEqualTo(256);
  }

  @Test
  @DisplayName("ids of groups and work-items in three dimensions")
  void idsOfGroupsAndWorkItemsInThreeDimensions() {
    Kernel kernel =
        Il.kernel(
            """
            il_cs_2_0
            dcl_num_thread_per_group 4, 2, 1
            mov r0.x, vAbsTidFlat.x
            mov r1.xy__, vTidInGrp.xy
            mov r1.__z_, vThreadGrpIDFlat
            mov r1.___w, vAbsTid.x
            mov g[vAbsTidFlat.x], r1
            end
            """);
    int[] g = Il.run(kernel, 2, Map.of("g", new int[64])).get("g");
    assertThat(Arrays.copyOfRange(g, 36, 40)).containsExactly(1, 0, 1, 5);
    assertThat(Arrays.copyOfRange(g, 60, 64)).containsExactly(3, 1, 1, 7);
  }

  @Test
  @DisplayName("an element behind the buffer is an error that names kernel and line")
  void anElementBehindTheBufferIsAnErrorThatNamesKernelAndLine() {
    Kernel kernel = kernel(1, "mov r0.x, l1.w\nmov g[r0.x], l0");
    assertThatThrownBy(() -> Il.run(kernel, 1, Map.of("g", new int[4])))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("k.il")
        .hasMessageContaining("6");
  }

  @Test
  @DisplayName("registers that only floats use are floats, mixed ones bits")
  void registersThatOnlyFloatsUseAreFloats() {
    Kernel kernel =
        kernel(
            1,
            "add r0, l0, l0\nmov r1, r0\nadd r2.x, r1.x, r1.y\niadd r3.x, r2.x, l0.x\n"
                + "mov g[0], r1\nmov g[1].x, r3.x");
    for (int r = 0; r < kernel.registers().size(); r++) {
      String name = kernel.registerNames().get(r);
      if (name.startsWith("r0") || name.startsWith("r1")) {
        assertThat(kernel.registers().get(r)).as(name).isEqualTo(Type.F32);
      }
      if (name.startsWith("r2") || name.startsWith("r3")) {
        assertThat(kernel.registers().get(r)).as(name).isEqualTo(Type.I32);
      }
    }
  }

  @Test
  void theGlobalDataShareIsOneMemoryForAllGroupsAndItsAtomicsReturnTheOldValueWhereAsked() {
    Kernel kernel =
        kernel(
            4,
            """
            dcl_gds_id(1) 16
            dcl_struct_gds_id(0) 8, 2
            mov r0.x, vAbsTidFlat.x
            gds_read_add_id(1) r1.x, l1.x, l0.z
            gds_add_id(1) l1.y, r0.x
            gds_load_id(1) r1._y__, l1.y
            gds_store_id(0) l0.yx, r0.x
            gds_read_umax_id(0) r1.__z_, l0.y0, l1.w
            gds_read_cmp_xchg_id(1) r1.___w, l0.x, l0.y, l0.x
            mov g[r0.x], r1
            """);
    int[] g = Il.run(kernel, 2, Map.of("g", new int[32])).get("g");
    // The lanes of a group take turns at each operation: 0 + … + 3, and then 0 + … + 7.
    assertThat(Arrays.copyOf(g, 8)).containsExactly(0, 6, 3, 0, 2, 6, 63, 1);
    assertThat(Arrays.copyOfRange(g, 16, 24)).containsExactly(8, 28, 7, 1, 10, 28, 63, 1);
    assertThat(Il.code(kernel, Op.ATOMIC))
        .allMatch(i -> i.memory().space() == Space.REGION)
        .extracting(i -> i.destinations().size())
        .containsExactly(1, 0, 1, 1);
    assertThat(kernel.localBytes()).isZero();
  }

  @Test
  void theGlobalDataShareIsDeclaredAndHas64KiB() {
    assertThatThrownBy(() -> kernel(1, "gds_add_id(2) l0.x, l0.y\n"))
        .hasMessageContaining("k.il:5:1: gds 2 is not declared; dcl_gds_id(2) BYTES declares it");
    assertThatThrownBy(() -> kernel(1, "dcl_gds_id(0) 65536\ndcl_struct_gds_id(1) 4, 1\n"))
        .hasMessageContaining("k.il:6:1: more than 64 KiB of global data share");
    assertThatThrownBy(() -> kernel(1, "dcl_gds_id(0) 64\ngds_mskor_id(0) l0.x, l0.y\n"))
        .hasMessageContaining(
            "dcl_gds_id, gds_load, gds_store and the other atomics of dwords are supported");
  }
}
