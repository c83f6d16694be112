// SPDX-License-Identifier: Apache-2.0
package io.lockstep.testsupport;

import java.util.Random;

/**
 * Generates random kernels and workloads that run them: arithmetic of all kinds, branches, loops
 * with different trip counts, early exits, barriers, coalesced, strided, scattered and shared
 * accesses. The kernels are free of races: a work-item writes only its own elements or adds to
 * counters.
 */
public final class RandomWorkload {
  private final Random random;
  private final boolean local;
  private final boolean atomics;
  private final StringBuilder text = new StringBuilder();
  private int labels;
  private int depth;
  private boolean converged = true;

  /**
   * @param local whether kernels use work-group memory and barriers
   * @param atomics whether kernels add to global counters
   */
  public RandomWorkload(long seed, boolean local, boolean atomics) {
    random = new Random(seed);
    this.local = local;
    this.atomics = atomics;
  }

  /** Returns the workload for a kernel in {@code name.ptx}. */
  public String workload(String name) {
    int size = new int[] {64, 96, 128, 200, 256}[random.nextInt(5)];
    int groups = 1 + random.nextInt(40);
    boolean flat = size % 16 != 0 || random.nextBoolean();
    String block = flat ? "[" + size + "]" : "[16, " + size / 16 + "]";
    return """
        name: %s
        kernels: %s.ptx
        buffers:
          in: {type: u32, count: 8192, init: {integers: {seed: %d, low: 0, high: 1000}}}
          out: {type: u32, count: %d}
          counters: {type: u32, count: 64}
        steps:
          - {launch: k, grid: [%d], block: %s, args: [in, out, counters]}
        """
        .formatted(name, name, random.nextInt(1000), size * groups, groups, block);
  }

  public String kernel() {
    text.append(
        """
        .version 7.0
        .target sm_50
        .address_size 64
        .visible .entry k(.param .u64 p0, .param .u64 p1, .param .u64 p2)
        {
          .reg .pred %p<4>;
          .reg .b32 %r<32>;
          .reg .f32 %f<16>;
          .reg .b64 %rd<16>;
        """);
    if (local) {
      text.append("  .shared .align 16 .b8 s[4096];\n");
    }
    // %r1 local id, %r2 global id, %r3 state, %r4 result, %r10 … loop counters by depth
    op("ld.param.u64 %rd1, [p0]");
    op("ld.param.u64 %rd2, [p1]");
    op("ld.param.u64 %rd3, [p2]");
    op("mov.u32 %r5, %tid.x");
    op("mov.u32 %r6, %tid.y");
    op("mov.u32 %r7, %ntid.x");
    op("mad.lo.s32 %r1, %r6, %r7, %r5");
    op("mov.u32 %r6, %ntid.y");
    op("mul.lo.s32 %r6, %r6, %r7");
    op("mov.u32 %r7, %ctaid.x");
    op("mad.lo.s32 %r2, %r7, %r6, %r1");
    op("shr.u32 %r3, %r2, " + new int[] {0, 1, 4, 6, 31}[random.nextInt(5)]);
    op("mad.lo.s32 %r3, %r3, 1103515245, " + random.nextInt(1 << 30));
    op("mov.u32 %r4, %r3");
    op("cvt.rn.f32.u32 %f1, %r1");
    op("mov.f32 %f2, 0f3F000000");
    statements(3 + random.nextInt(4));
    op("cvt.rzi.s32.f32 %r6, %f2");
    op("xor.b32 %r4, %r4, %r6");
    op("mul.wide.u32 %rd4, %r2, 4");
    op("add.s64 %rd4, %rd2, %rd4");
    op("st.global.u32 [%rd4], %r4");
    op("ret");
    return text.append("}\n").toString();
  }

  private void op(String instruction) {
    text.append("  ").append(instruction).append(";\n");
  }

  private String label() {
    return "L" + labels++;
  }

  private void mark(String label) {
    text.append(label).append(":\n");
  }

  private void stir() {
    op("mad.lo.s32 %r3, %r3, 1664525, " + random.nextInt(1 << 30));
    op("shr.u32 %r8, %r3, 13");
    op("xor.b32 %r3, %r3, %r8");
  }

  /** Sets %p1 depending on the state or the work-item's id. */
  private void chance() {
    if (random.nextInt(4) == 0) {
      op("setp.lt.u32 %p1, %r1, " + (1 + random.nextInt(64)));
    } else {
      op("shr.u32 %r8, %r3, " + (4 + random.nextInt(10)));
      op("and.b32 %r8, %r8, 7");
      op("setp.lt.u32 %p1, %r8, " + (1 + random.nextInt(7)));
    }
  }

  private void statements(int n) {
    for (int k = 0; k < n; k++) {
      arithmetic();
      stir();
      switch (random.nextInt(depth >= 2 ? 6 : 10)) {
        case 0, 1 -> load();
        case 2 -> own();
        case 3 -> exchange();
        case 4 -> count();
        case 5 -> leave();
        case 6, 7 -> branch();
        default -> loop();
      }
    }
  }

  private void arithmetic() {
    String[] some = {
      "mad.lo.s32 %r4, %r4, %r1, %r3",
      "mul.hi.u32 %r4, %r4, %r3",
      "min.u32 %r4, %r4, %r3",
      "add.s32 %r4, %r4, %r3",
      "shl.b32 %r4, %r4, 3",
      "xor.b32 %r4, %r4, %r3",
      "fma.rn.f32 %f2, %f2, %f1, %f2",
      "mul.f32 %f2, %f2, %f1",
      "add.f32 %f1, %f1, %f2",
      "cvt.rn.f32.s32 %f1, %r4",
      "sqrt.approx.f32 %f2, %f1",
      "ex2.approx.f32 %f2, %f2",
      "rcp.approx.f32 %f2, %f1",
    };
    for (int k = 1 + random.nextInt(6); k > 0; k--) {
      op(some[random.nextInt(some.length)]);
    }
  }

  private void load() {
    String index =
        switch (random.nextInt(5)) {
          case 0 -> "%r2";
          case 1 -> "%r1";
          case 2 -> {
            op("mad.lo.s32 %r6, %r1, " + (2 + random.nextInt(30)) + ", " + random.nextInt(64));
            yield "%r6";
          }
          case 3 -> {
            op("mov.u32 %r6, " + random.nextInt(4000));
            yield "%r6";
          }
          default -> "%r3";
        };
    boolean four = random.nextInt(4) == 0;
    op("and.b32 %r6, " + index + ", " + (four ? 2047 : 8191));
    op("mul.wide.u32 %rd4, %r6, " + (four ? 16 : 4));
    op("add.s64 %rd4, %rd1, %rd4");
    if (four) {
      op("ld.global.v4.u32 {%r20, %r21, %r22, %r23}, [%rd4]");
      op("add.s32 %r20, %r20, %r23");
    } else {
      op("ld.global.u32 %r20, [%rd4]");
    }
    op("xor.b32 %r4, %r4, %r20");
    if (random.nextBoolean()) {
      op("xor.b32 %r3, %r3, %r20");
    }
  }

  private void own() {
    op("mul.wide.u32 %rd4, %r2, 4");
    op("add.s64 %rd4, %rd2, %rd4");
    op("st.global.u32 [%rd4], %r4");
  }

  /** Emits an exchange with a barrier, only where all live work-items pass. */
  private void exchange() {
    if (!local || !converged) {
      return;
    }
    int stride = new int[] {4, 8, 16}[random.nextInt(3)];
    op("mul.lo.s32 %r6, %r1, " + stride);
    op("mov.u32 %r9, s");
    op("add.s32 %r6, %r6, %r9");
    op("st.shared.u32 [%r6], %r4");
    op("bar.sync 0");
    op((random.nextBoolean() ? "xor.b32 %r6, %r1, 1" : "and.b32 %r6, %r3, 63"));
    op("mul.lo.s32 %r6, %r6, " + stride);
    op("and.b32 %r6, %r6, 4092");
    op("add.s32 %r6, %r6, %r9");
    op("ld.shared.u32 %r20, [%r6]");
    op("add.s32 %r4, %r4, %r20");
    op("bar.sync 0");
  }

  private void count() {
    if (!atomics) {
      return;
    }
    op("and.b32 %r6, %r3, " + ((1 << random.nextInt(7)) - 1));
    op("mul.wide.u32 %rd4, %r6, 4");
    op("add.s64 %rd4, %rd3, %rd4");
    op("red.global.add.u32 [%rd4], 1");
  }

  private void leave() {
    if (random.nextInt(3) == 0) {
      String stay = label();
      chance();
      op("@%p1 bra " + stay);
      op("ret");
      mark(stay);
    }
  }

  private void nest(Runnable body) {
    boolean before = converged;
    converged = false;
    depth++;
    body.run();
    depth--;
    converged = before;
  }

  private void branch() {
    String otherwise = label();
    String end = label();
    chance();
    op("@%p1 bra " + otherwise);
    nest(() -> statements(1 + random.nextInt(2)));
    if (random.nextBoolean()) {
      op("bra " + end);
      mark(otherwise);
      nest(() -> statements(1));
      mark(end);
    } else {
      mark(otherwise);
    }
  }

  private void loop() {
    String head = label();
    String end = label();
    String counter = "%r" + (10 + depth);
    if (random.nextInt(3) == 0) {
      op("mov.u32 " + counter + ", " + (1 + random.nextInt(5)));
    } else {
      op("shr.u32 " + counter + ", %r3, 7");
      op("and.b32 " + counter + ", " + counter + ", 7");
    }
    mark(head);
    op("setp.eq.s32 %p2, " + counter + ", 0");
    op("@%p2 bra " + end);
    nest(
        () -> {
          statements(1);
          if (random.nextInt(3) == 0) {
            chance();
            op("@%p1 bra " + end);
          }
          statements(1);
        });
    op("sub.s32 " + counter + ", " + counter + ", 1");
    op("bra " + head);
    mark(end);
  }
}
