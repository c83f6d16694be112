// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.path.PathResource;
import io.lockstep.spi.path.PathSum;
import io.lockstep.testsupport.PtxBoard;
import io.lockstep.testsupport.PtxBoard.Run;
import io.lockstep.testsupport.Repository;
import io.lockstep.testsupport.TexturePlaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Kernels for each mechanism of a multiprocessor, on a machine with control bits and on one with a
 * scoreboard: what time is spent on, by warps and on the critical path. {@code
 * -Dlockstep.write.docs=true} writes the record.
 */
class RecordedTimesTest {
  private static final String MODULE =
      """
      .shared .align 16 .b8 s[16384];
      .shared .align 8 .b64 bar[2];
      .const .align 8 .b32 c[256] = {1, 2, 3};
      """;

  /** Lets the compiler keep shared memory, whose addresses the kernels know: s begins at 0. */
  private static final String KEEPS = "\nst.shared.u32 [s+16380], %r1;\nmov.u64 %rd39, bar;\n";

  private static final Path FOLDER =
      Repository.ROOT.resolve("sm/src/test/resources/io/lockstep/sm/machine");
  private static final Path TIMES = FOLDER.resolve("times.txt");
  private static final List<String> RECORDED =
      List.of(
          "issue.",
          "lds.accesses",
          "lds.cycles",
          "lds.conflict_free",
          "machine_",
          "memory.",
          "atomic.",
          "barrier.",
          "branch.",
          "texture.",
          "scalar.",
          "l1.",
          "network.request_bytes");

  /** A kernel of the list, with its launch. */
  private record Launch(
      String name, int blocks, int threads, PlainRows.Feature feature, Kernel kernel) {
    static Launch of(String section) {
      String[] parts = section.split("\n", 2);
      String[] head = parts[0].split(" ");
      Kernel kernel =
          PtxBoard.kernel(MODULE, KEEPS + parts[1].replace("TEXTURE", "" + Address.texture(0)));
      PlainRows.Feature feature =
          head.length < 4 ? PlainRows.Feature.NONE : PlainRows.Feature.valueOf(head[3]);
      return new Launch(
          head[0], Integer.parseInt(head[1]), Integer.parseInt(head[2]), feature, kernel);
    }
  }

  private static List<Launch> launches() throws IOException {
    return Stream.of(Files.readString(FOLDER.resolve("kernels.txt")).split("\n\n"))
        .map(Launch::of)
        .toList();
  }

  private static OlderBoard board(String id) {
    OlderBoard board = new OlderBoard(id);
    TextureInfo texture = TexturePlaces.texture(4, 32, 32, 1);
    board.textures = List.of(texture);
    return board;
  }

  private static String times(Launch launch, String id) {
    OlderBoard board = board(id);
    board.followed = true;
    board.feature = launch.feature();
    Run run = board.run(launch.kernel(), launch.blocks(), launch.threads());
    PathSum path = board.path();
    assertThat(path.length()).as(launch.name()).isEqualTo(run.clocks());
    Map<String, Long> found = new TreeMap<>();
    run.statistics()
        .forEach(
            (name, value) -> {
              if (value != 0 && RECORDED.stream().anyMatch(name::startsWith)) {
                found.put(name, value);
              }
            });
    for (PathResource resource : PathResource.values()) {
      if (path.ticks(resource) != 0) {
        found.put("path." + resource, path.ticks(resource));
      }
    }
    return found.entrySet().stream()
        .map(e -> "  " + e.getKey() + " " + e.getValue() + "\n")
        .collect(Collectors.joining("", launch.name() + " " + id + " " + run.clocks() + "\n", ""));
  }

  @Test
  @DisplayName("clocks, stalls, counts and critical paths of each mechanism are those recorded")
  void timesAreThoseRecorded() throws IOException {
    StringBuilder found = new StringBuilder();
    for (Launch launch : launches()) {
      found.append(times(launch, "p100")).append(times(launch, "gtx480"));
    }
    if (Boolean.getBoolean("lockstep.write.docs")) {
      Files.writeString(TIMES, found);
    }
    assertThat(found.toString()).isEqualTo(Files.readString(TIMES));
  }
}
