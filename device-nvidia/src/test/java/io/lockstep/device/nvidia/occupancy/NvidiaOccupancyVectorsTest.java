// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.occupancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.sm.occupancy.SmOccupancy;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.spec.DeviceSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Residency against the occupancy calculator of the CUDA toolkit: 2,000 seeded vectors of threads,
 * registers, static and dynamic shared memory and carve-outs for each capability. vectors.cpp says
 * how vectors.txt was made.
 */
class NvidiaOccupancyVectorsTest {
  private static final int VECTORS = 2000;
  private static final int DEFAULT = -1; // no carve-out is preferred

  /** The generator of vectors.cpp. */
  private static final class Numbers {
    private long state;

    Numbers(long seed) {
      state = seed;
    }

    int below(int bound) {
      state += 0x9E3779B97F4A7C15L;
      long z = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
      z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
      return (int) (((z ^ z >>> 31) >>> 33) % bound);
    }
  }

  private static String text(String name) throws IOException {
    try (InputStream in = NvidiaOccupancyVectorsTest.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  static Stream<String> lines() throws IOException {
    return text("vectors.txt").lines();
  }

  @ParameterizedTest
  @MethodSource("lines")
  void blocksAreThoseOfTheToolkitsCalculator(String line) {
    String capability = line.substring(0, line.indexOf(' '));
    String blocks = line.substring(capability.length() + 1);
    assertThat(blocks).hasSize(VECTORS);
    DeviceSpec board = TestDevices.of(Capability.of(capability));
    Map<Integer, SmOccupancy> rules = new HashMap<>(); // by preferred carve-out
    Numbers numbers = new Numbers(Integer.parseInt(capability.replace(".", "")));
    for (int i = 0; i < VECTORS; i++) {
      int threads = 1 + numbers.below(1024 >> numbers.below(4));
      threads = numbers.below(2) == 0 ? threads : (threads + 31) / 32 * 32;
      int registers = 1 + numbers.below(255 >> numbers.below(3));
      int fixed = numbers.below(4) == 0 ? 0 : numbers.below(48 * 1024 + 1);
      int most = board.integer("lds.group_size");
      int dynamic = numbers.below(4) == 0 ? 0 : numbers.below(most + 1);
      int part = 1 << 2 * numbers.below(4);
      int shared = fixed / part + dynamic / part;
      int percent = numbers.below(3) == 0 ? DEFAULT : numbers.below(101);
      SmOccupancy rule = rules.computeIfAbsent(percent, p -> rule(board, p));
      Needs block = rule.needs(threads, registers, shared);
      assertThat(rule.fit(block).groups())
          .as(
              "%s, vector %s: %s threads, %s registers, %s bytes, carve-out %s %%",
              capability, i, threads, registers, shared, percent)
          .isEqualTo(blocks.charAt(i) - '0');
    }
  }

  private static SmOccupancy rule(DeviceSpec board, int percent) {
    DeviceSpec spec = board;
    if (percent != DEFAULT) {
      spec = board.with("lds.carve_out", percent * board.value("lds.size") / 100 + "B");
    }
    return new SmOccupancy(spec);
  }

  @Test
  void theGeneratorIsSplitMix64() {
    SplittableRandom known = new SplittableRandom(80);
    Numbers numbers = new Numbers(80);
    for (int i = 0; i < 100; i++) {
      assertThat(numbers.below(1000)).isEqualTo((int) ((known.nextLong() >>> 33) % 1000));
    }
  }

  @Test
  void theVectorsAreThoseOfAnInstalledToolkit(@TempDir Path folder) throws Exception {
    String home = System.getenv().getOrDefault("CUDA_HOME", "/usr/local/cuda");
    Path headers = Path.of(home, "include");
    assumeTrue(Files.exists(headers.resolve("cuda_occupancy.h")), "no CUDA toolkit");
    Files.writeString(folder.resolve("vectors.cpp"), text("vectors.cpp"));
    String[] compiler = {"c++", "-I", headers.toString(), "vectors.cpp", "-o", "vectors"};
    assumeTrue(run(folder, compiler) == 0, "no C++ compiler, or an older toolkit");
    assertThat(run(folder, folder.resolve("vectors").toString())).isZero();
    assertThat(Files.readString(folder.resolve("output"))).isEqualTo(text("vectors.txt"));
  }

  private static int run(Path folder, String... command) throws Exception {
    try {
      return new ProcessBuilder(command)
          .directory(folder.toFile())
          .redirectErrorStream(true)
          .redirectOutput(folder.resolve("output").toFile())
          .start()
          .waitFor();
    } catch (IOException e) {
      return -1; // no such program
    }
  }
}
