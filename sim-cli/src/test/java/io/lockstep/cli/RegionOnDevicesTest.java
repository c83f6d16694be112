// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Region memory and barriers of launches in the simulated time of every device that has them. */
@Tag("slow")
class RegionOnDevicesTest {
  private static final int GROUPS = 16;
  private static final int SIZE = 128;

  /** Counts odd numbers with an append, in the order of the wavefronts, and by lane. */
  private static final String COUNT =
      """
      .version 7.0
      .target sm_70
      .address_size 64
      .visible .entry count(.param .u64 out)
      {
        .reg .pred %p<3>;
        .reg .b32 %r<12>;
        .reg .b64 %rd<4>;
        ld.param.u64 %rd1, [out];
        cvta.to.global.u64 %rd1, %rd1;
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %ntid.x;
        mov.u32 %r3, %tid.x;
        mad.lo.u32 %r4, %r1, %r2, %r3;
        region.ordered.u32 %r5, 0;
        and.b32 %r6, %r4, 1;
        setp.eq.u32 %p1, %r6, 0;
        @%p1 bra EVEN;
        mov.u32 %r7, 4;
        region.append.u32 %r8, %r7;
      EVEN:
        and.b32 %r9, %r4, 63;
        shl.b32 %r9, %r9, 2;
        add.u32 %r9, %r9, 64;
        region.add.u32 %r10, %r9, 1;
        shl.b32 %r10, %r10, 16;
        add.u32 %r5, %r5, %r10;
        mul.wide.u32 %rd2, %r4, 4;
        add.u64 %rd2, %rd1, %rd2;
        st.global.u32 [%rd2], %r5;
        ret;
      }
      """;

  /** Each work-item reads behind the barrier what one of the next group has written before it. */
  private static final String MEET =
      """
      .version 7.0
      .target sm_70
      .address_size 64
      .visible .entry meet(.param .u64 a, .param .u64 out)
      {
        .reg .b32 %r<9>;
        .reg .b64 %rd<5>;
        ld.param.u64 %rd1, [a];
        cvta.to.global.u64 %rd1, %rd1;
        ld.param.u64 %rd2, [out];
        cvta.to.global.u64 %rd2, %rd2;
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %ntid.x;
        mov.u32 %r3, %tid.x;
        mad.lo.u32 %r4, %r1, %r2, %r3;
        mul.lo.u32 %r5, %r4, 3;
        mul.wide.u32 %rd3, %r4, 4;
        add.u64 %rd4, %rd1, %rd3;
        st.global.u32 [%rd4], %r5;
        region.barrier;
        add.u32 %r6, %r4, %r2;
        mov.u32 %r7, %nctaid.x;
        mul.lo.u32 %r7, %r7, %r2;
        rem.u32 %r6, %r6, %r7;
        mul.wide.u32 %rd4, %r6, 4;
        add.u64 %rd4, %rd1, %rd4;
        ld.global.u32 %r8, [%rd4];
        add.u64 %rd4, %rd2, %rd3;
        st.global.u32 [%rd4], %r8;
        ret;
      }
      """;

  /** Counts work-items and adds their numbers; each returns its own count. */
  private static final String SHARE =
      """
      il_cs_2_0
      dcl_num_thread_per_group 128
      dcl_literal l0, 0, 1, 4, 2
      dcl_raw_uav_id(0)
      dcl_gds_id(1) 64
      ishl r0.x, vAbsTidFlat.x, l0.w
      gds_add_id(1) l0.z, vAbsTidFlat.x
      gds_read_add_id(1) r0._y__, l0.x, l0.y
      uav_raw_store_id(0) mem.x___, r0.x, r0.y
      endmain
      end
      """;

  @TempDir private Path folder;

  private static Path workload(
      Path folder, String name, String text, String step, IntUnaryOperator expected)
      throws IOException {
    Files.writeString(folder.resolve(name + ".ptx"), text);
    ByteBuffer bytes = ByteBuffer.allocate(4 * GROUPS * SIZE).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < GROUPS * SIZE; i++) {
      bytes.putInt(expected.applyAsInt(i));
    }
    Files.write(folder.resolve(name + ".bin"), bytes.array());
    Path workload = folder.resolve(name + ".yaml");
    Files.writeString(
        workload,
        "name: %1$s\nkernels: %1$s.ptx\nbuffers:\n  a: {type: u32, count: %2$s}\n"
                .formatted(name, GROUPS * SIZE)
            + "  out: {type: u32, count: %s}\nsteps:\n  - {launch: %s, grid: [%s], block: [%s], %s}\n"
                .formatted(GROUPS * SIZE, name, GROUPS, SIZE, step)
            + "expect:\n  out: {file: %s.bin}\n".formatted(name));
    return workload;
  }

  private Path count() throws IOException {
    return workload(folder, "count", COUNT, "args: [out]", i -> i / 64 * 64 + (i / 64 << 16));
  }

  private Path meet() throws IOException {
    return meet(folder);
  }

  /** A workload with a barrier of its launch, in a folder. */
  static Path meet(Path folder) throws IOException {
    return workload(
        folder,
        "meet",
        MEET,
        "args: [a, out], cooperative: true",
        i -> 3 * ((i + SIZE) % (GROUPS * SIZE)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mi100", "hd5770", "hd6870", "hd6970"})
  void appendsAndAtomicsVerifyWithTheSameEventsWhateverTheThreadsAndTheRecord(String device)
      throws IOException {
    verifies(device, count(), "region.operations");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mi100", "mi250x", "mi300x", "hd5450", "hd5870", "hd6970"})
  void aBarrierOfTheLaunchVerifiesWithTheSameEventsWhateverTheThreadsAndTheRecord(String device)
      throws IOException {
    String out = verifies(device, meet(), "region.barriers");
    assertThat(found(out, "region\\.barriers +([0-9]+)")).isEqualTo("1");
  }

  private String verifies(String device, Path workload, String statistic) {
    Path trace = folder.resolve("r.lkt");
    assertThat(Cli.run("record", workload.toString(), "-o", trace.toString()).code()).isZero();
    Cli one = Cli.run("run", "--device", device, "--threads", "1", workload.toString());
    Cli two = Cli.run("run", "--device", device, "--threads", "2", workload.toString());
    Cli read = Cli.run("run", "--device", device, trace.toString());
    assertThat(one.code()).as(one.all()).isZero();
    assertThat(one.out()).containsPattern("verified +yes").contains(statistic);
    String fingerprint = found(one.out(), "fingerprint +([0-9a-f]{16})");
    assertThat(two.out()).contains(fingerprint);
    assertThat(read.out()).contains(fingerprint);
    return one.out();
  }

  private Path share() throws IOException {
    Path workload = workload(folder, "share", "", "bind: {uav0: out}", i -> i);
    Files.writeString(folder.resolve("share.il"), SHARE);
    String text = Files.readString(workload);
    return Files.writeString(
        workload, text.replace("share.ptx", "share.il").replace(", block: [" + SIZE + "]", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mi100", "hd5450", "hd5870", "hd6970"})
  void amdIlUsesTheGlobalDataShare(String device) throws IOException {
    String out = verifies(device, share(), "region.operations");
    assertThat(found(out, "region\\.operations +([0-9,]+)"))
        .isEqualTo(device.equals("hd5450") ? "128" : "64");
  }

  @Test
  void amdIlsGlobalDataShareIsRefusedByADeviceWithoutIt() throws IOException {
    assertThat(Cli.run("run", "--device", "hd4870", share().toString()).all())
        .contains("share.il:7:1: uses region memory, which the device lacks");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gtx280", "8800gtx", "hd4870", "hd2900xt", "mi210", "mi300x", "hd5450"})
  void aDeviceWithoutRegionMemoryOrWavefrontsOf64RefusesAppends(String device) throws IOException {
    Cli cli = Cli.run("run", "--device", device, count().toString());
    assertThat(cli.code()).isNotZero();
    assertThat(cli.all())
        .containsPattern(
            device.equals("hd5450")
                ? "fix the wavefront's width at 64, the device's is 32"
                : "refused: kernel 'count', .*: uses region memory, which the device lacks");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gtx280", "8800gtx", "hd4870", "8600gts"})
  void aDeviceWithoutARegionUnitRefusesBarriersOfTheLaunch(String device) throws IOException {
    Cli cli = Cli.run("run", "--device", device, meet().toString());
    assertThat(cli.code()).isNotZero();
    assertThat(cli.all()).contains("uses a barrier of the launch, which the device lacks");
  }

  @Test
  void aBarrierOfTheLaunchNeedsACooperativeLaunchThatFits() throws IOException {
    String plain = Files.readString(meet()).replace(", cooperative: true", "");
    Path workload = Files.writeString(folder.resolve("plain.yaml"), plain);
    assertThat(Cli.run("run", "--device", "mi100", workload.toString()).all())
        .contains("'meet' has a barrier of all work-groups, which needs a cooperative launch");
    String many =
        Files.readString(meet())
            .replace("grid: [16]", "grid: [500]")
            .replaceFirst("(?s)expect:.*", "")
            .replace("count: 2048", "count: 64000");
    Files.writeString(workload, many);
    assertThat(Cli.run("run", "--device", "hd5450", workload.toString()).all())
        .contains("a cooperative launch of 500 work-groups, of which the device holds ");
  }

  /** A chain of appends, each at an address that the one before it has returned: always 0. */
  @ParameterizedTest
  @CsvSource({"mi100, 240", "hd5870, 200", "hd6970, 200"})
  void eachOfDependentOperationsTakesTheLatencyOfTheRegionUnit(String device, long latency)
      throws IOException {
    String one = "region.append.u32 %r5, %r6;\nshr.u32 %r6, %r5, 31;\n";
    String text =
        COUNT.replaceFirst(
            "(?s)region\\.ordered.*ret;", "mov.u32 %r6, 0;\n" + one.repeat(32) + "ret;");
    Path workload = workload(folder, "count", text, "args: [out]", i -> 0);
    Files.writeString(
        workload,
        Files.readString(workload).replace("grid: [16], block: [128]", "grid: [1], block: [64]"));
    long cycles = cycles(device, workload, latency);
    assertThat(cycles).isGreaterThan(32 * latency);
    assertThat(cycles(device, workload, latency + 160) - cycles).isEqualTo(32 * 160);
  }

  private static long cycles(String device, Path workload, long latency) {
    String set = "region.latency=" + latency + "cycles";
    Cli cli = Cli.run("run", "--device", device, "--set", set, workload.toString());
    assertThat(cli.code()).as(cli.all()).isZero();
    return Long.parseLong(found(cli.out(), "cycles\\.kernels +([0-9,]+)").replace(",", ""));
  }

  @Test
  void anAccessBeyondTheDevicesRegionMemoryIsRefusedWithItsSize() throws IOException {
    String text = COUNT.replace("mov.u32 %r7, 4;", "mov.u32 %r7, 4096;");
    Path workload = workload(folder, "count", text, "args: [out]", i -> 0);
    assertThat(Cli.run("run", "--device", "mi100", workload.toString()).all())
        .contains("accesses byte 4099 of region memory, of which the device has 4096");
  }

  private static String found(String text, String pattern) {
    Matcher m = Pattern.compile(pattern).matcher(text);
    assertThat(m.find()).as(text).isTrue();
    return m.group(1);
  }
}
