// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.wave;

import static io.lockstep.parts.wave.RandomKernels.i;
import static io.lockstep.parts.wave.RandomKernels.of;
import static io.lockstep.parts.wave.RandomKernels.r;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.parts.access.Access;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.WorkGroupRecord;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WavefrontsTest {
  private static final int[] WIDTHS = {1, 16, 32, 64};

  private final RandomKernels kit = new RandomKernels(1, 31);
  private final Access access = new Access();
  private final long[] instructions = new long[1];
  private Kernel kernel;
  private WorkGroupRecord record;

  /** Ends the kernel, runs a group of it, and starts its wavefronts. */
  private Wavefronts started(int width, boolean takenFirst, int x, int y, int z) {
    kit.add(of(Op.EXIT, Type.I1));
    kernel = kit.builder.build();
    Geometry geometry = new Geometry(2, 1, 1, x, y, z);
    record = Walk.record(kernel, geometry, Walk.ONE_SEGMENT, instructions);
    return again(width, takenFirst, geometry);
  }

  private Wavefronts again(int width, boolean takenFirst, Geometry geometry) {
    int size = geometry.groupSize();
    Wavefronts wavefronts = new Wavefronts((size + width - 1) / width, width, takenFirst);
    wavefronts.begin(Walk.plan(kernel, geometry));
    for (int w = 0; w < wavefronts.slots(); w++) {
      wavefronts.start(w, record, w * width, Math.min(width, size - w * width));
    }
    return wavefronts;
  }

  /** Ends the current block by a branch: taken by the ids below a bound. */
  private void branchBelow(int register, int bound, int taken, int notTaken) {
    int p = kit.builder.register(Type.I1, "p");
    kit.add(of(Op.COMPARE, Type.I32).comparison(Comparison.LT).to(p).from(r(register), i(bound)));
    kit.add(of(Op.BRANCH, Type.I1).guard(p, false));
    kit.builder.successors(kit.block, notTaken, taken);
  }

  private void jump(int from, int to) {
    kit.builder.successors(from, to);
  }

  /** {@code if (id < bound) load; else { load; load } load}: blocks 0, then 1, else 2, end 3. */
  private void diamond(int bound) {
    int then = kit.builder.block();
    int otherwise = kit.builder.block();
    int end = kit.builder.block();
    branchBelow(kit.ids[0], bound, then, otherwise);
    kit.block = then;
    kit.global(kit.buffers[0], kit.linear(), 1);
    jump(then, end);
    kit.block = otherwise;
    kit.global(kit.buffers[0], kit.linear(), 1);
    kit.global(kit.buffers[0], kit.scaled(kit.bits(1023), 4), 1);
    jump(otherwise, end);
    kit.block = end;
    kit.global(kit.buffers[1], kit.scaled(kit.ids[0], 4), 1);
  }

  @Test
  void codeWithBlocksOfItsOwnCountsWhatThePortableKernelExecutes() {
    diamond(7);
    started(32, true, 64, 1, 1);
    Geometry geometry = new Geometry(2, 1, 1, 64, 1, 1);
    Walk walk = Walk.of(kernel, geometry, record, 32, true);
    RandomKernels other = new RandomKernels(1, 31);
    other.add(of(Op.EXIT, Type.I1));
    Kernel machine = other.builder.build();
    WorkGroupRecord own = Walk.record(machine, geometry, Walk.ONE_SEGMENT, new long[1]);
    WorkGroupRecord matched = new WorkGroupRecord(1, own.segments(), own.bytes(), record);

    Wavefronts w = new Wavefronts(2, 32, true);
    w.counts().byBlock(true);
    w.begin(Walk.plan(kernel, machine, geometry));
    for (int k = 0; k < 2; k++) {
      w.start(k, matched, 32 * k, 32);
      assertThat(w.advance(k)).isEqualTo(Wavefronts.ENDED);
    }
    assertThat(w.counts().operations()).isEqualTo(walk.operations);
    assertThat(w.counts().laneOperations()).isEqualTo(walk.laneOperations);
    assertThat(w.counts().executions()).containsExactly(2, 1, 2, 2);
  }

  @Test
  void unitsThatShareTablesFollowTheKernelOfEachLaunch() {
    ControlTables shared = new ControlTables();
    Geometry geometry = new Geometry(2, 1, 1, 32, 1, 1);
    RandomKernels straight = new RandomKernels(1, 31);
    straight.add(of(Op.EXIT, Type.I1));
    diamond(20);
    kit.add(of(Op.EXIT, Type.I1));
    for (Kernel launched : List.of(straight.builder.build(), kit.builder.build())) {
      WorkGroupRecord own = Walk.record(launched, geometry, Walk.ONE_SEGMENT, instructions);
      for (int unit = 0; unit < 2; unit++) {
        Wavefronts w = new Wavefronts(1, 32, true, shared);
        w.begin(Walk.plan(launched, geometry));
        w.start(0, own, 0, 32);
        assertThat(w.advance(0) & Wavefronts.DIVERGED)
            .isEqualTo(launched.blocks().size() == 1 ? 0 : Wavefronts.DIVERGED);
      }
    }
  }

  @Test
  @DisplayName("a uniform kernel costs the same per wavefront at every width")
  void aUniformKernelCostsTheSamePerWavefrontAtEveryWidth() {
    kit.statements(0);
    kit.global(kit.buffers[0], kit.linear(), 1);
    started(64, true, 256, 1, 1);
    Geometry geometry = new Geometry(2, 1, 1, 256, 1, 1);
    for (int width : WIDTHS) {
      Walk walk = Walk.of(kernel, geometry, record, width, true);
      assertThat(walk.operations * width).isEqualTo(instructions[0]);
      assertThat(walk.deepest).isEqualTo(1);
    }
  }

  @Test
  @DisplayName("both sides of a branch run by the device's order and meet behind it")
  void bothSidesOfABranchRunByTheDevicesOrderAndMeetBehindIt() {
    diamond(20);
    for (boolean takenFirst : new boolean[] {false, true}) {
      Wavefronts w =
          takenFirst
              ? again(32, true, new Geometry(2, 1, 1, 32, 1, 1))
              : started(32, false, 32, 1, 1);
      long then = (1L << 20) - 1;
      long otherwise = 0xFFFFFFFFL & ~then;
      assertThat(w.advance(0)).isEqualTo(Wavefronts.DIVERGED | Wavefronts.JUMPED);
      assertThat(w.depth(0)).isEqualTo(3);
      for (int side = 0; side < 2; side++) {
        boolean taken = takenFirst == (side == 0);
        assertThat(w.block(0)).isEqualTo(taken ? 1 : 2);
        assertThat(w.mask(0)).isEqualTo(taken ? then : otherwise);
        assertThat(w.liveMask(0)).isEqualTo(0xFFFFFFFFL);
        accessAll(w, 0);
        int jumped = taken ? Wavefronts.JUMPED : 0;
        assertThat(w.advance(0)).isEqualTo(Wavefronts.SWITCHED | jumped);
      }
      assertThat(w.block(0)).isEqualTo(3);
      assertThat(w.mask(0)).isEqualTo(0xFFFFFFFFL);
      assertThat(w.depth(0)).isEqualTo(1);
      assertThat(w.advance(0)).isEqualTo(Wavefronts.ENDED);
      assertThat(w.isResident(0)).isFalse();
    }
  }

  private void accessAll(Wavefronts w, int slot) {
    kernel.blocks().get(w.block(slot)).instructions().stream()
        .filter(in -> in.isRecorded())
        .forEach(in -> w.access(slot, in.memory().slot(), access));
  }

  @Test
  @DisplayName("lanes that came by different ways still answer with one formula where they can")
  void formulaAcrossClasses() {
    diamond(20);
    Wavefronts w = started(64, true, 64, 1, 1);
    for (int block = 0; block < 3; block++) {
      accessAll(w, 0);
      w.advance(0);
    }
    accessAll(w, 0);
    assertThat(access.mask()).isEqualTo(-1L);
    assertThat(access.isAffine(4)).isTrue();
    assertThat(access.origin()).isEqualTo(Walk.BUFFER_ADDRESS[1]);
  }

  @Test
  @DisplayName("lanes before a buffer's start are idle and do not move the others elsewhere")
  void behindTheStart() {
    int then = kit.builder.block();
    int end = kit.builder.block();
    branchBelow(kit.ids[0], 5, end, then);
    kit.block = then;
    int back = kit.builder.register(Type.I32, "back");
    kit.add(of(Op.SUB, Type.I32).to(back).from(r(kit.ids[0]), i(5)));
    kit.global(kit.buffers[1], kit.scaled(back, 4), 1);
    jump(then, end);
    kit.block = end;
    Wavefronts w = started(32, false, 32, 1, 1);
    w.advance(0);
    assertThat(w.mask(0)).isEqualTo(0xFFFFFFE0L);
    accessAll(w, 0);
    assertThat(access.isAffine(4)).isTrue();
    assertThat(access.address(5)).isEqualTo(Walk.BUFFER_ADDRESS[1]);
    assertThat(access.origin()).isEqualTo(Walk.BUFFER_ADDRESS[1] - 20);
  }

  @Test
  @DisplayName("one access may reach two buffers that the device keeps far apart")
  void twoBuffers() {
    int p = kit.builder.register(Type.I1, "p");
    int either = kit.builder.register(Type.PTR, "either");
    kit.add(of(Op.COMPARE, Type.I32).comparison(Comparison.LT).to(p).from(r(kit.ids[0]), i(7)));
    kit.add(of(Op.SELECT, Type.PTR).to(either).from(r(kit.buffers[0]), r(kit.buffers[1]), r(p)));
    kit.global(either, kit.scaled(kit.ids[0], 4), 1);
    Wavefronts w = started(16, false, 16, 1, 1);
    accessAll(w, 0);
    assertThat(access.isAffine()).isFalse();
    for (int lane = 0; lane < 16; lane++) {
      assertThat(access.address(lane)).isEqualTo(Walk.BUFFER_ADDRESS[lane < 7 ? 0 : 1] + 4 * lane);
    }
  }

  @Test
  @DisplayName("a generic address is placed in global memory and keeps its window elsewhere")
  void aGenericAddressIsPlacedInGlobalMemoryOrKeepsItsWindow() {
    int p = kit.builder.register(Type.I1, "p");
    int base = kit.builder.register(Type.PTR, "base");
    int at = kit.builder.register(Type.PTR, "at");
    long window = Address.LOCAL_WINDOW << Address.OFFSET_BITS;
    kit.add(of(Op.COMPARE, Type.I32).comparison(Comparison.LT).to(p).from(r(kit.ids[0]), i(7)));
    kit.add(of(Op.SELECT, Type.PTR).to(base).from(r(kit.buffers[1]), i(window), r(p)));
    int offset = kit.scaled(kit.ids[0], 4);
    kit.add(of(Op.ADD, Type.PTR).to(at).from(r(base), r(offset)));
    kit.add(
        of(Op.LOAD, Type.I32)
            .to(kit.builder.register(Type.I32, "v"))
            .from(r(at))
            .memory(new MemoryAccess(Space.GENERIC, Type.I32, 1, -1, 0)));
    Wavefronts w = started(16, false, 16, 1, 1);
    accessAll(w, 0);
    for (int lane = 0; lane < 16; lane++) {
      assertThat(access.address(lane))
          .isEqualTo((lane < 7 ? Walk.BUFFER_ADDRESS[1] : window) + 4 * lane);
    }
  }

  @Test
  @DisplayName("a wavefront over several rows is affine where the rows adjoin")
  void aWavefrontOverSeveralRowsIsAffineWhereTheRowsAdjoin() {
    kit.global(kit.buffers[0], kit.scaled(kit.ids[0], 4), 1);
    int pitch = kit.builder.register(Type.I32, "pitch");
    kit.add(of(Op.MAD, Type.I32).to(pitch).from(r(kit.ids[2]), i(100), r(kit.ids[1])));
    kit.global(kit.buffers[0], kit.scaled(pitch, 4), 1);
    Wavefronts w = started(64, false, 16, 16, 1);
    w.access(3, 0, access);
    assertThat(access.isAffine(4)).isTrue();
    assertThat(access.origin()).isEqualTo(Walk.BUFFER_ADDRESS[0] + 4 * 192);
    w.access(3, 1, access);
    assertThat(access.isAffine()).isFalse();
    assertThat(access.address(17)).isEqualTo(Walk.BUFFER_ADDRESS[0] + 4 * (13 * 100 + 1));
    access.window(16, 16);
    assertThat(access.isAffine(4)).isTrue();
  }

  @Test
  @DisplayName("a loop that lanes leave one by one needs no deeper stack, and runs once for all")
  void divergentTrips() {
    int n = kit.builder.register(Type.I32, "n");
    int head = kit.builder.block();
    int body = kit.builder.block();
    int end = kit.builder.block();
    kit.add(of(Op.MOVE, Type.I32).to(n).from(r(kit.ids[0])));
    jump(kit.block, head);
    kit.block = head;
    branchBelow(n, 1, end, body);
    kit.block = body;
    kit.add(of(Op.SUB, Type.I32).to(n).from(r(n), i(1)));
    jump(body, head);
    kit.block = end;
    started(64, true, 64, 1, 1);
    for (boolean takenFirst : new boolean[] {false, true}) {
      Walk walk = Walk.of(kernel, new Geometry(2, 1, 1, 64, 1, 1), record, 64, takenFirst);
      assertThat(walk.deepest).isEqualTo(2);
      int entry = kernel.blocks().get(0).instructions().size();
      assertThat(walk.operations).isEqualTo(entry + 64 * 2 + 63 + 1);
      assertThat(walk.laneOperations).isEqualTo(instructions[0]);
    }
  }

  @Test
  void aRememberedFigureHoldsUntilLanesLeaveAndForThoseThatRemainAnew() {
    int n = kit.builder.register(Type.I32, "n");
    int head = kit.builder.block();
    int body = kit.builder.block();
    int end = kit.builder.block();
    kit.add(of(Op.AND, Type.I32).to(n).from(r(kit.ids[0]), i(2)));
    kit.add(of(Op.ADD, Type.I32).to(n).from(r(n), i(2)));
    jump(kit.block, head);
    kit.block = head;
    branchBelow(n, 1, end, body);
    kit.block = body;
    kit.global(kit.buffers[0], kit.linear(), 1);
    kit.add(of(Op.SUB, Type.I32).to(n).from(r(n), i(1)));
    jump(body, head);
    kit.block = end;
    Wavefronts w = started(64, true, 64, 1, 1);
    int[] known = new int[4];
    for (int trip = 0; trip < 4; ) {
      if (w.block(0) == body) {
        known[trip] = w.again(0, 0);
        if (known[trip] < 0) {
          w.access(0, 0, access);
          w.remember(0, 0, 4, trip);
        }
        assertThat(Long.bitCount(w.mask(0))).isEqualTo(trip < 2 ? 64 : 32);
        trip++;
      }
      w.advance(0);
    }
    assertThat(known).containsExactly(-1, 0, -1, 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 256})
  void aRememberedFigureHoldsForAlternatingAddressesIfTheirDistanceIsAMultiple(int unit) {
    int n = kit.builder.register(Type.I32, "n");
    int stage = kit.builder.register(Type.I32, "stage");
    int head = kit.builder.block();
    int body = kit.builder.block();
    int end = kit.builder.block();
    kit.add(of(Op.AND, Type.I32).to(n).from(r(kit.ids[0]), i(0)));
    kit.add(of(Op.ADD, Type.I32).to(n).from(r(n), i(6)));
    jump(kit.block, head);
    kit.block = head;
    branchBelow(n, 1, end, body);
    kit.block = body;
    kit.add(of(Op.AND, Type.I32).to(stage).from(r(n), i(1)));
    kit.add(of(Op.MAD, Type.I32).to(stage).from(r(stage), i(32), r(kit.ids[0])));
    kit.global(kit.buffers[0], kit.scaled(stage, 4), 1);
    kit.add(of(Op.SUB, Type.I32).to(n).from(r(n), i(1)));
    jump(body, head);
    kit.block = end;
    Wavefronts w = started(64, true, 64, 1, 1);
    int[] known = new int[6];
    for (int trip = 0; trip < 6; ) {
      if (w.block(0) == body) {
        known[trip] = w.again(0, 0);
        if (known[trip] < 0) {
          w.access(0, 0, access);
          w.remember(0, 0, unit, trip);
        }
        trip++;
      }
      w.advance(0);
    }
    int next = unit == 4 ? 0 : -1;
    assertThat(known).containsExactly(-1, next, next, next, next, next);
  }

  @Test
  @DisplayName("leaving two loops at once piles up no pending sides")
  void breakOfTwoLoops() {
    int outer = kit.builder.register(Type.I32, "outer");
    int inner = kit.builder.register(Type.I32, "inner");
    int start = kit.builder.block();
    int head = kit.builder.block();
    int body = kit.builder.block();
    int rest = kit.builder.block();
    int latch = kit.builder.block();
    int end = kit.builder.block();
    kit.add(of(Op.MOVE, Type.I32).to(outer).from(i(0)));
    jump(kit.block, start);
    kit.block = start;
    kit.add(of(Op.ADD, Type.I32).to(inner).from(r(kit.ids[0]), i(1)));
    jump(start, head);
    kit.block = head;
    branchBelow(inner, 1, latch, body);
    kit.block = body;
    kit.stir();
    branchBelow(kit.bits(63), 1, end, rest);
    kit.block = rest;
    kit.add(of(Op.SUB, Type.I32).to(inner).from(r(inner), i(1)));
    jump(rest, head);
    kit.block = latch;
    kit.add(of(Op.ADD, Type.I32).to(outer).from(r(outer), i(1)));
    kit.add(of(Op.XOR, Type.I32).to(kit.state).from(r(kit.state), r(kit.ids[0])));
    branchBelow(outer, 30, start, end);
    kit.block = end;
    started(64, true, 64, 1, 1);
    Geometry geometry = new Geometry(2, 1, 1, 64, 1, 1);
    for (boolean takenFirst : new boolean[] {false, true}) {
      Walk walk = Walk.of(kernel, geometry, record, 64, takenFirst);
      assertThat(walk.deepest).isBetween(2, 6);
      assertThat(walk.items).isEqualTo(Walk.expected(kernel, geometry, record));
    }
  }

  @Test
  @DisplayName("lanes that exit early are live no more, and the others go on")
  void earlyExit() {
    int away = kit.builder.block();
    int stay = kit.builder.block();
    branchBelow(kit.ids[0], 10, away, stay);
    kit.builder.add(away, of(Op.EXIT, Type.I1).build());
    kit.block = stay;
    Wavefronts w = started(32, true, 40, 1, 1);
    assertThat(w.lanes(1)).isEqualTo(8);
    assertThat(w.firstWorkItem(1)).isEqualTo(32);
    assertThat(w.group(0)).isEqualTo(1);
    w.advance(0);
    assertThat(w.advance(0)).isEqualTo(Wavefronts.SWITCHED);
    assertThat(w.liveMask(0)).isEqualTo(0xFFFFFC00L);
    assertThat(w.mask(0)).isEqualTo(0xFFFFFC00L);
    assertThat(w.advance(0)).isEqualTo(Wavefronts.ENDED);
  }

  @Test
  @DisplayName("a record that ends too soon is told, not walked")
  void aRecordThatEndsTooSoonIsTold() {
    diamond(3);
    started(32, true, 32, 1, 1);
    WorkGroupRecord empty = new WorkGroupRecord(7, List.of());
    Wavefronts w = new Wavefronts(1, 32, true);
    w.begin(Walk.plan(kernel, new Geometry(2, 1, 1, 32, 1, 1)));
    assertThatThrownBy(() -> w.start(0, empty, 0, 32))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("work-group 7 ends before its work-items do");
  }

  @Test
  @DisplayName("nothing is allocated once the deepest divergence has been seen")
  void nothingIsAllocatedOnceTheDeepestDivergenceHasBeenSeen() throws ReflectiveOperationException {
    RandomKernels kernels = new RandomKernels(4, 0);
    kernel = kernels.nested();
    Geometry geometry = new Geometry(2, 1, 1, 256, 1, 1);
    record = Walk.record(kernel, geometry, Walk.ONE_SEGMENT, instructions);
    int[][] slots = new int[kernel.blocks().size()][];
    for (int b = 0; b < slots.length; b++) {
      slots[b] =
          kernel.blocks().get(b).instructions().stream()
              .filter(in -> in.isRecorded())
              .mapToInt(in -> in.memory().slot())
              .toArray();
    }
    Wavefronts w = new Wavefronts(1, 64, true);
    w.begin(Walk.plan(kernel, geometry));
    Object threads =
        Class.forName("java.lang.management.ManagementFactory")
            .getMethod("getThreadMXBean")
            .invoke(null);
    Method bytes =
        Class.forName("com.sun.management.ThreadMXBean")
            .getMethod("getThreadAllocatedBytes", long.class);
    long before = 0;
    for (int turn = 0; turn < 400; turn++) {
      if (turn == 200) {
        before = (long) bytes.invoke(threads, Thread.currentThread().getId());
      }
      for (int first = 0; first < 256; first += 64) {
        w.start(0, record, first, 64);
        while (w.isResident(0)) {
          for (int slot : slots[w.block(0)]) {
            w.access(0, slot, access);
          }
          w.advance(0);
        }
      }
    }
    long after = (long) bytes.invoke(threads, Thread.currentThread().getId());
    assertThat(w.counts().blocks()).isGreaterThan(10_000);
    assertThat(after - before).isLessThan(20_000);
  }
}
