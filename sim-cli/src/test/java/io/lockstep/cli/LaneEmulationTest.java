package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --emulate lanes}: lane exchange through local memory. */
class LaneEmulationTest {
  private static final String KERNEL =
      """
      .version 8.0
      .target sm_70
      .address_size 64
      .shared .align 4 .b8 other[512];
      .visible .entry k(.param .u64 p0)
      {
        .reg .pred %%p<8>;
        .reg .b32 %%r<40>;
        .reg .b64 %%rd<8>;
        ld.param.u64 %%rd1, [p0];
        mov.u32 %%r1, %%tid.x;
        mul.lo.u32 %%r2, %%r1, 40503;
        shr.u32 %%r3, %%r2, 4;
        shl.b32 %%r20, %%r1, 2;
        mov.u32 %%r21, other;
        add.u32 %%r21, %%r21, %%r20;
        st.shared.u32 [%%r21], %%r2;
        shfl.sync.up.b32 %%r4|%%p1, %%r2, 3, 0, -1;
        shfl.sync.down.b32 %%r5|%%p2, %%r4, 5, 0x1807, -1;
        shfl.sync.bfly.b32 %%r6, %%r5, 9, 31, -1;
        and.b32 %%r7, %%r3, 31;
        shfl.sync.idx.b32 %%r8|%%p3, %%r6, %%r7, 0x101f, -1;
        setp.lt.u32 %%p4, %%r7, 13;
        vote.sync.ballot.b32 %%r9, %%p4, -1;
        vote.sync.any.pred %%p5, %%p4, 0xff;
        vote.sync.all.pred %%p6, %%p4, 0x11;
        redux.sync.add.s32 %%r10, %%r8, -1;
        redux.sync.min.s32 %%r11, %%r8, -1;
        and.b32 %%r22, %%r7, 3;
        cvt.u64.u32 %%rd4, %%r22;
        shl.b64 %%rd5, %%rd4, 33;
        add.s64 %%rd4, %%rd4, %%rd5;
        match.any.sync.b32 %%r23, %%r22, -1;
        match.any.sync.b64 %%r24, %%rd4, -1;
        match.all.sync.b32 %%r25|%%p7, %%r22, -1;
        match.all.sync.b32 %%r26, %%r23, %%r23;
        selp.b32 %%r27, 3, 5, %%p7;
        redux.sync.add.s32 %%r28, %%r8, %%r23;
        redux.sync.max.s32 %%r29, %%r8, %%r23;
        redux.sync.min.u32 %%r30, %%r8, %%r23;
        redux.sync.xor.b32 %%r31, %%r8, %%r23;
        redux.sync.and.b32 %%r32, %%r8, 0xf0f0f0f;
        elect.sync %%r33|%%p7, 0x70;
        selp.b32 %%r34, 7, 9, %%p7;
        activemask.b32 %%r12;
        mov.u32 %%r13, %%laneid;
        mov.u32 %%r14, %%lanemask_lt;
        ld.shared.u32 %%r15, [%%r21];
        selp.b32 %%r16, 3, 5, %%p1;
        selp.b32 %%r17, 7, 11, %%p5;
        selp.b32 %%r18, 13, 17, %%p6;
        mul.lo.u32 %%r19, %%r16, %%r17;
        mad.lo.u32 %%r19, %%r18, %%r19, %%r8;
        mad.lo.u32 %%r19, %%r19, 31, %%r9;
        mad.lo.u32 %%r19, %%r19, 31, %%r10;
        mad.lo.u32 %%r19, %%r19, 31, %%r11;
        mad.lo.u32 %%r19, %%r19, 31, %%r12;
        mad.lo.u32 %%r19, %%r19, 31, %%r13;
        mad.lo.u32 %%r19, %%r19, 31, %%r14;
        mad.lo.u32 %%r19, %%r19, 31, %%r15;
        mad.lo.u32 %%r19, %%r19, 31, %%r23;
        mad.lo.u32 %%r19, %%r19, 31, %%r24;
        mad.lo.u32 %%r19, %%r19, 31, %%r25;
        mad.lo.u32 %%r19, %%r19, 31, %%r26;
        mad.lo.u32 %%r19, %%r19, 31, %%r27;
        mad.lo.u32 %%r19, %%r19, 31, %%r28;
        mad.lo.u32 %%r19, %%r19, 31, %%r29;
        mad.lo.u32 %%r19, %%r19, 31, %%r30;
        mad.lo.u32 %%r19, %%r19, 31, %%r31;
        mad.lo.u32 %%r19, %%r19, 31, %%r32;
        mad.lo.u32 %%r19, %%r19, 31, %%r33;
        mad.lo.u32 %%r19, %%r19, 31, %%r34;
        mul.wide.u32 %%rd2, %%r1, 4;
        add.s64 %%rd3, %%rd1, %%rd2;
        st.global.u32 [%%rd3], %%r19;
        ret;
      }
      """
          .replace("%%", "%");

  @TempDir private Path folder;

  private Path workload() throws IOException {
    Files.writeString(folder.resolve("k.ptx"), KERNEL);
    return Files.writeString(
        folder.resolve("w.yaml"),
        """
        name: lanes
        kernels: k.ptx
        buffers:
          out: {type: u32, count: 96}
        steps:
          - {launch: k, grid: [1], block: [96], args: [out]}
        """);
  }

  @Test
  @DisplayName(
      "shuffles, votes, matches, reductions and lane numbers give the same through local memory")
  void computesTheSame() throws IOException {
    String workload = workload().toString();
    Path own = folder.resolve("own.bin");
    Path emulated = folder.resolve("emulated.bin");
    Cli cli = Cli.run("record", workload, "-o", folder + "/a.lkt", "--dump", "out=" + own);
    assertThat(cli.code()).as(cli.all()).isZero();
    cli =
        Cli.run(
            "record",
            workload,
            "-o",
            folder + "/b.lkt",
            "--dump",
            "out=" + emulated,
            "--emulate",
            "lanes");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(Files.readAllBytes(emulated)).isEqualTo(Files.readAllBytes(own));
  }

  @Test
  @DisplayName("a device without lane exchange runs the kernel, and the result says how")
  void runsWhereLanesCannotBeExchanged() throws IOException {
    String workload = workload().toString();
    assertThat(Cli.run("run", workload, "-d", "hd5870").all()).contains("refused");
    Cli cli = Cli.run("run", workload, "-d", "hd5870", "--emulate", "lanes");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.all()).contains("kernel 'k' exchanges lanes through local memory");
  }
}
