// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.TagFilter.includeTags;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.Device;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Geometry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A machine whose kernels have wavefronts of 32 or of 64 work-items. */
@Tag("slow")
class WidthsTest {
  private static final String WIDTH = "unit.wavefront";
  private static final String ONLY = "pair.only"; // one width, 32
  private static final Path EXAMPLES = Path.of("..", "examples");

  @TempDir static Path folder;

  private static final Map<String, DeviceProvider> PROVIDERS = new HashMap<>();

  private static DeviceProvider tested;

  /** The kit for the machine that is being tested; run by a launcher. */
  static final class Kit extends DeviceKit {
    @Override
    protected DeviceProvider provider() {
      return tested;
    }

    @Override
    protected Map<String, String> withoutEffect() {
      Map<String, String> all = new TreeMap<>(new MistakesTest.Kit().withoutEffect());
      all.put("unit.narrowest_wavefront", "no kernel of the corpus requires a narrower one");
      all.put("l2.misses", "wide wavefronts of the corpus have few lines under way");
      all.put("unit.widest_wavefront", "no kernel of the corpus requires a wider one");
      return all;
    }
  }

  @BeforeAll
  static void compile() throws Exception {
    String only = "wavefront: {value: 16,";
    DeviceVariants variants =
        DeviceVariants.of(
            folder,
            DeviceVariants.PAIR,
            Map.of(
                "pair.both32",
                DeviceVariants.widths("Pair", "pair", 32, 32, 64),
                "pair.both64",
                DeviceVariants.widths("Pair", "pair", 64, 32, 64),
                ONLY,
                List.of(new DeviceVariants.Edit("pair.yaml", only, only.replace("16", "32")))));
    for (String name : List.of("pair.both32", "pair.both64", ONLY)) {
      PROVIDERS.put(name, variants.provider(name));
    }
  }

  private static TestBench bench(String machine, Path workloads) {
    return new TestBench(PROVIDERS.get(machine), workloads);
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 64})
  @DisplayName("it passes the kit, whichever width is the usual one")
  void itPassesTheKit(int usual) {
    tested = PROVIDERS.get("pair.both" + usual);
    KitRun run = KitRun.of(includeTags("any() | none()"), selectClass(Kit.class));
    assertThat(run.failures()).isEmpty();
    assertThat(run.passed()).isGreaterThan(45);
  }

  @TestFactory
  @DisplayName("examples are verified, and take the time of the machine that has that width alone")
  Stream<DynamicTest> examplesTakeTheTimeOfTheMachineWithOneWidth() throws Exception {
    TestBench only = bench(ONLY, EXAMPLES);
    List<Path> files;
    try (Stream<Path> all = Files.list(EXAMPLES)) {
      files = all.filter(WidthsTest::isOfPtx).sorted().toList();
    }
    assertThat(files).hasSizeGreaterThan(15);
    return files.stream().flatMap(file -> Stream.of(32, 64).map(width -> twin(only, file, width)));
  }

  private static DynamicTest twin(TestBench only, Path file, int width) {
    TestBench both = bench("pair.both" + width, EXAMPLES);
    return DynamicTest.dynamicTest(
        file.getFileName() + " at " + width,
        () -> {
          RunResult own = run(both, file, both.spec("pair"));
          DeviceSpec one = only.spec("pair").with(WIDTH, "" + width);
          RunResult other = run(only, file, one);
          assertThat(own.status()).as(own.message()).isEqualTo(other.status());
          assertThat(own.picos()).isEqualTo(other.picos());
          assertThat(own.statistics()).isEqualTo(other.statistics());
          assertThat(own.status() == RunStatus.REFUSED || own.verified()).isTrue();
        });
  }

  private static RunResult run(TestBench bench, Path file, DeviceSpec device) {
    return bench.run(file, Map.of(), device, TestBench.options());
  }

  private static boolean isOfPtx(Path file) {
    try {
      return file.toString().endsWith(".yaml") && Files.readString(file).contains(".ptx");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({"32, 16, 32", "32, 32, 32", "32, 64, 64", "64, 32, 32", "64, 64, 64", "64, 8, 64"})
  @DisplayName("sub-groups choose the width if the machine has it, else it is the usual one")
  void subGroupsChooseTheWidth(int usual, int subGroup, int width) {
    Device device = bench("pair.both" + usual, corpus()).device(spec("pair.both" + usual));
    assertThat(width(device, sized(subGroup))).isEqualTo(width);
  }

  @Test
  @DisplayName("unit.wavefront requests another usual width; kernels that require one keep theirs")
  void aSettingRequestsAnotherUsualWidth() {
    TestBench bench = bench("pair.both32", corpus());
    Device device = bench.device(bench.spec("pair").with(WIDTH, "64"));
    Kernel plain = bench.kernels(Corpus.ADDS).get(0);
    assertThat(width(device, plain)).isEqualTo(64);
    assertThat(width(device, sized(32))).isEqualTo(32);
    assertThat(device.capabilities().wavefronts()).containsExactly(32, 64);
  }

  @Test
  @DisplayName("residency follows the kernel's width: slots hold wavefronts, not work-items")
  void residencyFollowsTheWidth() {
    TestBench bench = bench("pair.both32", corpus());
    Device device = bench.device(bench.spec("pair"));
    assertThat(held(device, sized(32))).isEqualTo(16 / 4);
    assertThat(held(device, sized(64))).isEqualTo(16 / 2);
  }

  private static int held(Device device, Kernel kernel) {
    Device own = device.forKernel(kernel);
    Geometry geometry = new Geometry(1, 1, 1, 128, 1, 1);
    return own.occupancy(own.lower(kernel), geometry, 0).groups();
  }

  @Test
  @DisplayName("a size of sub-groups that the machine lacks is refused with those that it has")
  void otherSizesAreRefused() {
    TestBench bench = bench("pair.both32", corpus());
    Path file =
        bench.write(
            "sixteen",
            """
            name: sixteen
            kernels: sized.ptx
            buffers: {out: {type: i32, count: 64}}
            steps:
              - {launch: sized16, grid: [1], block: [64], args: [out]}
            """);
    assertThat(run(bench, file, bench.spec("pair")).message())
        .startsWith(
            "kernel 'sized16': has sub-groups of 16 work-items, the device's have 32 or 64");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = '|',
      value = {
        "unit.wavefront=16 | 'unit.wavefront' is 16; expected widths that double from the narrowest"
            + " to unit.wavefront to the widest (unit.narrowest_wavefront is 32,"
            + " unit.widest_wavefront is 64); nearest legal: 32",
        "unit.widest_wavefront=16 | 'unit.widest_wavefront' is 16; expected widths that double",
        "unit.narrowest_wavefront=64 | 'unit.narrowest_wavefront' is 64; expected widths that",
        "unit.widest_wavefront=48 | is not a power of two; nearest legal: 32",
        "unit.widest_wavefront=absent | expected unit.widest_wavefront beside it"
      })
  @DisplayName("widths that do not double are refused with the nearest one")
  void otherWidthsAreRefused(String setting, String message) {
    TestBench bench = bench("pair.both32", corpus());
    String[] parts = setting.split("=");
    assertThatThrownBy(() -> bench.device(bench.spec("pair").with(parts[0], parts[1])))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message);
  }

  private static DeviceSpec spec(String machine) {
    return bench(machine, folder).spec("pair");
  }

  private static int width(Device device, Kernel kernel) {
    Capabilities can = device.forKernel(kernel).capabilities();
    return can.wavefront();
  }

  private static Kernel sized(int width) {
    return bench(ONLY, corpus()).kernels(Corpus.SIZED).get(Corpus.SIZES.indexOf(width));
  }

  private static Path corpus() {
    try {
      return Corpus.copy(Files.createTempDirectory(folder, "corpus"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
