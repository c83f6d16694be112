// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What hardware can and cannot do: run where it is legal, refused with the reason elsewhere. */
class LegalityTest {
  private static final String HEADER = ".version 7.5\n.target sm_75\n.address_size 64\n";

  @TempDir private Path folder;

  private static int count(String what, String text) {
    return text.split(Pattern.quote(what), -1).length - 1;
  }

  private String workload(String name, String ptx, String yaml) throws IOException {
    Files.writeString(folder.resolve(name + ".ptx"), HEADER + ptx);
    Path file = folder.resolve(name + ".yaml");
    Files.writeString(file, "name: " + name + "\nkernels: " + name + ".ptx\n" + yaml);
    return file.toString();
  }

  /** Element (x, y) of a surface of 16 x 8 words moves to (15 - x, 7 - y) of another one. */
  private String mirrored() throws IOException {
    return workload(
        "mirror",
        """
        .visible .entry mirror(.param .u64 a, .param .u64 b)
        {
          .reg .b32 %r<9>;
          .reg .b64 %rd<3>;
          ld.param.u64 %rd1, [a];
          ld.param.u64 %rd2, [b];
          mov.u32 %r1, %tid.x;
          mov.u32 %r2, %ctaid.x;
          shl.b32 %r3, %r1, 2;
          suld.b.2d.b32.trap {%r4}, [%rd1, {%r3, %r2}];
          sub.s32 %r5, 60, %r3;
          sub.s32 %r6, 7, %r2;
          sust.b.2d.b32.trap [%rd2, {%r5, %r6}], {%r4};
          ret;
        }
        """,
        """
        buffers:
          a: {type: u32, count: 128, init: {iota: {start: 0, step: 1}}}
          b: {type: u32, count: 128}
        steps:
          - launch: mirror
            grid: [8]
            block: [16]
            args: [{texture: {buffer: a, width: 16, height: 8}}, {texture: {buffer: b, width: 16, height: 8}}]
        expect:
          b: {file: mirror.bin}
        """);
  }

  @Test
  @DisplayName("surfaces: read as textures, written as typed elements, from Evergreen and Volta on")
  void surfacesReadAsTexturesWrittenAsTypedElements() throws IOException {
    byte[] want = new byte[512];
    for (int k = 0; k < 128; k++) {
      want[4 * k] = (byte) (127 - k);
    }
    Files.write(folder.resolve("mirror.bin"), want);
    String file = mirrored();
    Cli cli =
        Cli.run("compare", file, "-d", "hd5870,hd6970,hd4870,gtx280,mi300a,a100", "-f", "json");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(count("\"verified\" : true", cli.out())).as(cli.out()).isEqualTo(3);
    assertThat(cli.out()).contains("surfaces: R700 writes no typed elements");
    assertThat(cli.out()).contains("uses surfaces, which this device lacks", "has no surfaces");
    // 128 lanes read a word and write one.
    assertThat(count("\"texture.requests\" : 128,", cli.out())).isEqualTo(3);
    assertThat(count("\"memory.bytes_requested\" : " + 128 * 8 + ",", cli.out())).isEqualTo(3);
    Cli slow =
        Cli.run("run", file, "-d", "hd5870", "--set", "atomics.interval=300cycles", "-f", "csv");
    Cli fast = Cli.run("run", file, "-d", "hd5870", "-f", "csv");
    // Each typed word goes through CompletePath: two rows of 16 words reach one channel's slice.
    assertThat(cycles(slow) - cycles(fast)).as(slow.out()).isGreaterThan(16 * 290);
  }

  private static long cycles(Cli cli) {
    String[] lines = cli.out().split("\n");
    int column = java.util.List.of(lines[0].split(",")).indexOf("cycles");
    return Long.parseLong(lines[1].split(",")[column]);
  }

  private String barrier(String name, String sync) throws IOException {
    return workload(
        name,
        """
        .visible .entry KERNEL(.param .u64 p)
        {
          .reg .b32 %r<9>;
          .reg .b64 %rd<5>; .reg .pred %p<2>;
          ld.param.u64 %rd1, [p];
          mov.u32 %r1, %tid.x;
          mov.u32 %r2, 3;
          mov.u32 %r3, 128;
          SYNC
          mul.wide.u32 %rd2, %r1, 4;
          add.s64 %rd3, %rd1, %rd2;
          st.global.u32 [%rd3], %r1;
          ret;
        }
        """
            .replace("KERNEL", name)
            .replace("SYNC", sync),
        """
        buffers:
          d: {type: u32, count: 128}
        steps:
          - {launch: NAME, grid: [1], block: [128], args: [d]}
        """
            .replace("NAME", name));
  }

  @Test
  @DisplayName("a named barrier of all work-items is the group's, whatever names and counts it")
  void wholeBarriers() throws IOException {
    String file = barrier("whole", "bar.sync %r2, %r3;");
    Cli cli = Cli.run("run", file, "-d", "hd5870,hd6970,gtx280,mi300a,a100", "-f", "json");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(count("\"status\" : \"ok\"", cli.out())).isEqualTo(5);
    // 128 work-items: four warps, two wavefronts of 64; the last of them does not wait.
    assertThat(count("\"barrier.waits\" : 0", cli.out())).isZero();
  }

  @Test
  @DisplayName("a named barrier of all work-items has its number in a register too")
  void wholeBarriersByRegister() throws IOException {
    for (String with : new String[] {"bar.sync %r1", "bar.sync %r1, 128", "barrier.sync %r1"}) {
      String number = "and.b32 %r1, %r1, 0;\nadd.u32 %r1, %r1, 5;\n";
      String file = barrier("named", number + with + ";");
      Cli cli = Cli.run("run", file, "-d", "hd5870,hd6970,gtx280,mi300a,a100", "-f", "json");
      assertThat(cli.code()).as(cli.all()).isZero();
      assertThat(count("\"status\" : \"ok\"", cli.out())).isEqualTo(5);
      assertThat(count("\"barrier.waits\" : 0", cli.out())).isZero();
    }
  }

  @Test
  @DisplayName("a barrier of a part, one only arrived at, one that reduces: refused by line")
  void partialBarriers() throws IOException {
    String[][] cases = {
      {"part", "bar.sync 1, 64;", "a barrier of a part of the work-group"},
      {
        "unknown", "mov.u32 %r4, %ntid.x; bar.sync 1, %r4;", "a barrier of a part of the work-group"
      },
    };
    for (String[] c : cases) {
      Cli cli = Cli.run("compare", barrier(c[0], c[1]), "-d", "hd5870,gtx280,mi300a");
      assertThat(cli.out() + cli.err()).as(c[0]).contains(c[0] + ".ptx:12").contains(c[2]);
    }
  }

  @Test
  @DisplayName("boards with barriers of a part run them unless their number is computed")
  void partialBarriersOnBoardsThatHaveThem() throws IOException {
    String[] texts = {"bar.sync 1, 64;", "bar.arrive 1, 128;", "bar.red.popc.u32 %r1, 0, %p1;"};
    for (String text : texts) {
      Cli cli = Cli.run("run", barrier("has", text), "-d", "v100,rtx5090", "-f", "json");
      assertThat(count("\"status\" : \"ok\"", cli.out())).as(text + cli.all()).isEqualTo(2);
    }
    Cli cli =
        Cli.run("run", barrier("computed", "mov.u32 %r4, %ntid.x; bar.sync 1, %r4;"), "-d", "a100");
    assertThat(cli.code()).isEqualTo(5);
    assertThat(cli.all()).contains("computed.ptx:12", "whose number or size is no constant");
  }

  @Test
  @DisplayName("R600 runs pixels and no compute shaders, in wavefronts of 16 and clauses of 8")
  void r600RunsPixelsAndNoComputeShaders() throws IOException {
    Path device = folder.resolve("rv610.yaml");
    Files.writeString(
        device,
        "device: rv610\nextends: hd4870\n"
            + "unit: {isa: r600, wavefront: 16, stream_cores: 8}\nissue: {latency: 4cycles}\n");
    Cli pixels =
        Cli.run("run", Cli.workload("il_scaleadd_ps"), "-d", device.toString(), "-f", "json");
    assertThat(pixels.code()).as(pixels.all()).isZero();
    assertThat(pixels.out()).contains("\"verified\" : true");
    Cli compute = Cli.run("run", Cli.workload("il_copy"), "-d", device.toString());
    assertThat(compute.code()).isEqualTo(5);
    assertThat(compute.out() + compute.err())
        .contains(
            "copy.il:7:1: is a compute shader (il_cs)", "the device runs pixel shaders (il_ps)");
  }
}
