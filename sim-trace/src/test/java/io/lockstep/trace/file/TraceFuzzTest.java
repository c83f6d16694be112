// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.trace.file.RandomPrograms.Script;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No damage gets through: a trace is read as it was written, or refused with the byte's offset. */
class TraceFuzzTest {
  @TempDir Path folder;
  private Path path;
  private byte[] bytes;
  private List<String> content;

  @BeforeEach
  void smallFile() throws IOException {
    path = folder.resolve("small.lkt");
    Script script = new RandomPrograms(0).script(6, 3, 2);
    for (int seed = 1; script.items().size() < 12; seed++) {
      script = new RandomPrograms(seed).script(6, 3, 2);
    }
    try (TraceWriter writer = new TraceWriter(path, script.program())) {
      script.play(writer);
    }
    bytes = Files.readAllBytes(path);
    content = read();
  }

  /** Reads everything there is. */
  private List<String> read() {
    try (TraceFile file = TraceFile.openUnverified(path);
        ProgramSource replay = file.replay()) {
      Dump dump = new Dump(file.program());
      ProgramSink.drain(replay, dump);
      return dump.lines();
    }
  }

  private void assertRefused(byte[] altered, String what) throws IOException {
    Files.write(path, altered);
    assertThatThrownBy(this::read)
        .as(what)
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(path + ": byte ");
  }

  @Test
  @DisplayName("cut off anywhere, it is refused")
  void cutOffAnywhereItIsRefused() throws IOException {
    for (int length = 0; length < bytes.length; length++) {
      assertRefused(java.util.Arrays.copyOf(bytes, length), "cut to " + length);
    }
  }

  @Test
  @DisplayName("with any bit flipped, it is refused")
  void bitFlips() throws IOException {
    for (int i = 0; i < bytes.length; i++) {
      byte[] altered = bytes.clone();
      altered[i] ^= (byte) (1 << i * 5 % 8);
      assertRefused(altered, "bit " + i * 5 % 8 + " of byte " + i);
    }
  }

  @Test
  @DisplayName("with bytes inserted, left out, appended or exchanged, it is refused")
  void editedBytesAreRefused() throws IOException {
    Random random = new Random(3);
    for (int i = 0; i < 200; i++) {
      int at = random.nextInt(bytes.length);
      byte[] longer = new byte[bytes.length + 1];
      System.arraycopy(bytes, 0, longer, 0, at);
      System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
      longer[at] = (byte) ~bytes[at];
      assertRefused(longer, "a byte more at " + at);
      byte[] shorter = new byte[bytes.length - 1];
      System.arraycopy(bytes, 0, shorter, 0, at);
      System.arraycopy(bytes, at + 1, shorter, at, shorter.length - at);
      assertRefused(shorter, "a byte less at " + at);
    }
    assertRefused(java.util.Arrays.copyOf(bytes, bytes.length + 100), "zeros at the end");
  }

  @Test
  @DisplayName("garbage is not a trace")
  void garbageIsNoTrace() throws IOException {
    Random random = new Random(5);
    for (int i = 0; i < 100; i++) {
      byte[] garbage = new byte[random.nextInt(400)];
      random.nextBytes(garbage);
      assertRefused(garbage, "garbage " + i);
      // With a trace's head and tail, so that the inner checks are reached.
      if (garbage.length > TraceFormat.HEADER_BYTES + TraceFormat.TRAILER_BYTES) {
        System.arraycopy(bytes, 0, garbage, 0, TraceFormat.HEADER_BYTES);
        System.arraycopy(
            bytes,
            bytes.length - TraceFormat.TRAILER_BYTES,
            garbage,
            garbage.length - TraceFormat.TRAILER_BYTES,
            TraceFormat.TRAILER_BYTES);
        assertRefused(garbage, "wrapped garbage " + i);
      }
    }
  }

  @Test
  @DisplayName("untouched, it reads the same again")
  void anUntouchedFileReadsTheSameAgain() throws IOException {
    Files.write(path, bytes);
    assertThat(read()).isEqualTo(content);
  }
}
