// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.testsupport.Repository;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * CUDA kernels with textures, constant tables, calls and printf, compiled by nvcc 13 and verified
 * against outputs of the same source compiled by g++; OpenCL C kernels with images (img_...),
 * compiled by clang-19 and verified against pocl; and pixels in AMD IL.
 */
@Tag("slow")
class TexturesTest {
  @TempDir private Path folder;

  private static int count(String what, String text) {
    return text.split(Pattern.quote(what), -1).length - 1;
  }

  @ParameterizedTest
  @DisplayName("textures: verified where there are texture units, refused by CDNA")
  @ValueSource(strings = {"cu_texconst", "cu_texconst_wrap"})
  void texturesVerifiedWhereThereAreTextureUnits(String name) {
    Cli cli = Cli.run("compare", Cli.workload(name), "-d", "all", "-f", "json");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(count("\"verified\" : true", cli.out())).as(cli.out()).isEqualTo(42);
    assertThat(count("\"status\" : \"refused\"", cli.out())).isEqualTo(5);
    assertThat(count("uses texture fetches, which the device lacks", cli.out())).isEqualTo(5);
    int lanes = name.equals("cu_texconst") ? 3 * 29 * 24 : 5 * 31 * 5;
    assertThat(count("\"texture.requests\" : " + lanes + ",", cli.out())).isEqualTo(42);
    assertThat(count("\"texture.texels\" : " + 4 * lanes, cli.out())).isEqualTo(42);
  }

  @ParameterizedTest
  @DisplayName("images through samplers: verified against pocl where there are texture units")
  @CsvSource({"img_sample, 42", "img_volume, 42", "img_blur, 31", "img_bits, 31"})
  void imagesThroughSamplersVerifiedAgainstPoclWhereThereAreTextureUnits(
      String name, int verified) {
    Cli cli = Cli.run("compare", Cli.workload(name), "-d", "all", "-f", "json");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(count("\"verified\" : true", cli.out())).as(cli.out()).isEqualTo(verified);
    assertThat(count("\"status\" : \"refused\"", cli.out())).isEqualTo(47 - verified);
    String reason = "uses images, which the device lacks: it has no texture units";
    assertThat(count(reason, cli.out())).as("CDNA").isEqualTo(5);
    boolean writes =
        verified == 31; // Tesla has no writes to surfaces, R600 and R700 no typed writes
    assertThat(count("uses writes to images", cli.out())).isEqualTo(writes ? 7 : 0);
    assertThat(count("R700 writes no typed elements", cli.out())).isEqualTo(writes ? 4 : 0);
  }

  @Test
  @DisplayName("printf: printed and verified; refused below compute capability 2.0")
  void printedLinesAreVerifiedAndRefusedBelowComputeCapability2() {
    Cli cli = Cli.run("compare", Cli.workload("cu_call"), "-d", "all", "-f", "json");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(count("\"verified\" : true", cli.out())).as(cli.out()).isEqualTo(40);
    assertThat(count("uses printf, which this device lacks", cli.out())).isEqualTo(7);
    String trace = folder.resolve("call.lkt").toString();
    Cli record = Cli.run("record", Cli.workload("cu_call"), "-o", trace);
    assertThat(record.out()).contains("verified: yes", "first -815564482\nfirst 1668772070\n");
    assertThat(Cli.run("inspect", trace).out()).contains("first -815564482");
  }

  @Test
  @DisplayName("modern NVIDIA: four texels a clock, and a fetch that hits 25 clocks after a load")
  void modernTextureUnitsAddressFourTexelsAClock() {
    Cli cubic = Cli.run("run", kept("bicubic"), "-d", "a100", "-f", "json");
    int fetches = 16 * 512 * 512;
    assertThat(cubic.out()).contains("\"texture.requests\" : " + fetches + ",");
    assertThat(cubic.out()).contains("\"texture.busy_cycles\" : " + fetches / 4 + ",");
    long near = hops(4096) - hops(2048);
    long soon =
        hops(4096, "--set", "texture.latency=10cycles")
            - hops(2048, "--set", "texture.latency=10cycles");
    assertThat(near - soon).isCloseTo(2048 * 15, within(4L));
  }

  private static String kept(String name) {
    return Repository.ROOT.resolve("validation/workloads/" + name + ".yaml").toString();
  }

  private static long hops(int hops, String... options) {
    List<String> all =
        new ArrayList<>(List.of("run", kept("chase_texture"), "-d", "a100", "-f", "json"));
    all.addAll(List.of("-p", "hops=" + hops));
    all.addAll(List.of(options));
    Cli cli = Cli.run(all.toArray(String[]::new));
    Matcher cycles = Pattern.compile("\"kernel_cycles\" : (\\d+)").matcher(cli.out());
    assertThat(cycles.find()).as(cli.all()).isTrue();
    return Long.parseLong(cycles.group(1));
  }

  @Test
  @DisplayName("pixels: an odd domain, verified; helpers fetch and write nothing")
  void anOddDomainOfPixelsIsVerified() {
    Cli cli = Cli.run("compare", Cli.workload("il_pixels_odd"), "-d", "all", "-f", "json");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(count("\"verified\" : true", cli.out())).as(cli.out()).isEqualTo(42);
    // 34 x 18 quads, each pixel with two fetches.
    assertThat(count("\"texture.requests\" : " + 2 * 4 * 34 * 18 + ",", cli.out())).isEqualTo(42);
    Cli one = Cli.run("run", Cli.workload("il_pixels_odd"), "-d", "gtx280", "-f", "json");
    int asked =
        16 * (67 * 35); // one store of 16 bytes a pixel; constants have a cache of their own
    assertThat(one.out()).contains("\"memory.bytes_requested\" : " + asked + ",");
  }

  @ParameterizedTest
  @DisplayName("a recording replays to the byte; ties and threads change nothing")
  @ValueSource(
      strings = {
        "cu_texconst",
        "cu_texconst_wrap",
        "cu_call",
        "il_pixels_odd",
        "img_blur",
        "img_sample"
      })
  void aRecordingReplaysToTheByte(String name) {
    String trace = folder.resolve(name + ".lkt").toString();
    assertThat(Cli.run("record", Cli.workload(name), "-o", trace).code()).isZero();
    String devices = "hd4870,hd5870,hd6970,mi300a,gtx280";
    String[] words = {"compare", Cli.workload(name), "-d", devices, "-f", "json", "--threads", "1"};
    String direct = Cli.run(words).out();
    words[7] = "2";
    assertThat(Cli.run(words).out()).isEqualTo(direct);
    words[1] = trace;
    assertThat(Cli.run(words).out()).isEqualTo(direct).contains("\"fingerprint\"");
    String[] some = {"run", Cli.workload(name), "-d", "hd5870,hd6970,gtx280", "-f", "json"};
    String run = Cli.run(some).out();
    String[] shuffled = Arrays.copyOf(some, some.length + 2);
    shuffled[some.length] = "--shuffle-ties";
    shuffled[some.length + 1] = "3";
    assertThat(Cli.run(shuffled).out()).isEqualTo(run).contains("\"fingerprint\"");
  }
}
