// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockstep.io.InputException;
import io.lockstep.io.output.UserCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenedDriversTest {
  private static final Set<NativeDriver> ALL =
      EnumSet.of(NativeDriver.OPENCL, NativeDriver.CUDA_12, NativeDriver.CUDA_13);

  @TempDir private Path folder;
  @TempDir private Path cache;
  private final List<String> notes = new ArrayList<>();
  private OpenedDrivers drivers;

  @BeforeEach
  void newDrivers() {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(bin -> Files.isExecutable(Path.of(bin, "cc"))),
        "no C compiler");
    drivers = new OpenedDrivers(folder, cache, notes::add);
  }

  @Test
  void compilesADriverWhenAProcessOpensItIfTheProgramNamesNone() throws IOException {
    Map<String, String> environment = drivers.prepare(ALL, false, Map.of("LD_AUDIT", "other.so"));
    assertThat(environment.get("LD_AUDIT")).endsWith("/liblockstep-loader.so:other.so");
    assertThat(environment.get("LD_LIBRARY_PATH")).isEqualTo(folder.toString());
    assertThat(folder.resolve("lockstep.icd"))
        .hasContent(folder.resolve("liblockstep-opencl.so").toString());
    assertThat(notes).isEmpty();
    assertThat(Files.isSymbolicLink(folder.resolve("libcudart.so.12"))).isTrue();
    assertThat(Files.exists(folder.resolve("libcudart.so.12"))).isFalse();

    drivers.open("liblockstep-opencl.so");
    assertThat(folder.resolve("liblockstep-opencl.so")).isRegularFile();
    assertThat(Files.exists(folder.resolve("libcudart.so.12"))).isFalse();
    drivers.open("liblockstep-opencl.so");
    assertThat(notes).hasSize(1).allMatch(n -> n.startsWith("compiled liblockstep-opencl.so"));
  }

  @Test
  void aProcessThatHasOpenedARuntimeOfCudaGetsItsDriverInterfaceToo() throws IOException {
    drivers = new OpenedDrivers(folder, UserCache.folder(System.getenv()), notes::add);
    drivers.prepare(ALL, false, Map.of());
    drivers.open("libcudart.so.12");
    drivers.open("libcuda.so.1");
    assertThat(folder.resolve("libcuda.so.1").toRealPath())
        .isEqualTo(folder.resolve("libcudart.so.12").toRealPath());
  }

  @Test
  void compilesTheDriversThatTheProgramNamesBeforeItStarts() throws IOException {
    Map<String, String> environment =
        drivers.prepare(EnumSet.of(NativeDriver.OPENCL), true, Map.of());
    assertThat(environment).doesNotContainKeys("LD_AUDIT", "LD_LIBRARY_PATH");
    assertThat(folder.resolve("liblockstep-opencl.so")).isRegularFile();
  }

  @Test
  void refusesANameThatIsNoDrivers() {
    assertThatThrownBy(() -> drivers.open("../libm.so.6"))
        .isInstanceOf(InputException.class)
        .hasMessage("../libm.so.6: is no driver of Lockstep");
  }

  @Test
  void aPathBeforeOthersLeavesNoEmptyEntry() {
    assertThat(OpenedDrivers.before(Path.of("/run"), null)).isEqualTo("/run");
    assertThat(OpenedDrivers.before(Path.of("/run"), "")).isEqualTo("/run");
    assertThat(OpenedDrivers.before(Path.of("/run"), "/a:/b")).isEqualTo("/run:/a:/b");
  }
}
