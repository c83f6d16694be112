// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentAccessTest {
  private static final int SEGMENTS = 70; // more than are held open

  @TempDir Path root;

  /** Returns the byte after the first line. */
  private static int first(byte[] bytes) {
    int end = 0;
    while (bytes[end] != '\n') {
      end++;
    }
    return end + 1;
  }

  @Test
  void linesOfMoreSegmentsThanAreHeldOpenAreRead() throws IOException {
    SweepFolder sweep = Outcomes.folder(root, SEGMENTS);
    try (SegmentAccess access = new SegmentAccess(sweep)) {
      for (int round = 0; round < 2; round++) {
        for (int s = 0; s < SEGMENTS; s++) {
          Path file = sweep.results().resolve("s" + s + SegmentFile.ENDING);
          if (round == 0) {
            Outcomes.segment(sweep, "s" + s, Stream.of(Outcomes.ok(s)));
          }
          byte[] bytes = Files.readAllBytes(file);
          int at = first(bytes);
          assertThat(access.read(file.getFileName().toString(), at, bytes.length - at))
              .isEqualTo(Outcomes.ok(s));
        }
      }
      try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
        assertThat(open.filter(f -> isSegment(f))).hasSize(64);
      }
    }
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      assertThat(open.filter(f -> isSegment(f))).isEmpty();
    }
  }

  private boolean isSegment(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).startsWith(root);
    } catch (IOException e) {
      return false; // closed meanwhile
    }
  }

  @Test
  void aLineThatIsGoneCutOrDamagedHasNoOutcome() throws IOException {
    SweepFolder sweep = Outcomes.folder(root, 1);
    Path file = Outcomes.segment(sweep, "s", Stream.of(Outcomes.ok(0)));
    byte[] bytes = Files.readAllBytes(file);
    int at = first(bytes);
    String name = file.getFileName().toString();
    int length = bytes.length - at;
    try (SegmentAccess access = new SegmentAccess(sweep)) {
      assertThat(access.read(name, at, length)).isEqualTo(Outcomes.ok(0));
      assertThat(access.read(name, at, length - 1)).isNull(); // ends within the line
      assertThat(access.read(name, at + 1, length - 1)).isNull();
      assertThat(access.read(name, at, length + 1)).isNull();
      assertThat(access.read("none" + SegmentFile.ENDING, at, length)).isNull();
      bytes[at + length / 2] ^= 1;
      Files.write(file, bytes);
      assertThat(access.read(name, at, length)).isNull();
    }
  }
}
