// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.trace.file.TraceDigest;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Inputs are the files that they stand for: mutations begin at what readers take. */
class SealTest {
  private static final Path ROOT = Path.of(System.getProperty("lockstep.root")).normalize();

  @TempDir Path folder;

  private Path write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("file"), bytes);
  }

  private static String digest(Path path) {
    try (TraceFile file = TraceFile.open(path);
        ProgramSource replay = file.replay()) {
      TraceDigest digest = new TraceDigest(file.program());
      ProgramSink.drain(replay, digest);
      return digest.identity();
    }
  }

  @Test
  @DisplayName("a trace taken apart and sealed again holds the same")
  void aTraceTakenApartAndSealedAgainHoldsTheSame() throws IOException {
    Map<String, byte[]> traces = Recordings.of(ROOT).traces();
    assertThat(traces).hasSizeGreaterThan(8);
    for (Map.Entry<String, byte[]> trace : traces.entrySet()) {
      String before = digest(write(trace.getValue()));
      byte[] input = TraceSeal.unseal(trace.getValue());
      assertThat(digest(write(TraceSeal.seal(input)))).as(trace.getKey()).isEqualTo(before);
    }
  }

  @Test
  @DisplayName("what is altered in between passes the checksums and meets the decoder")
  void whatIsAlteredInBetweenPassesTheChecksumsAndMeetsTheDecoder() throws IOException {
    byte[] input = TraceSeal.unseal(Recordings.of(ROOT).traces().get("narrow"));
    Frames.Content content = Frames.parse(input);
    content.frames().get(0).columns().get(2)[1] ^= 0x40; // the first constant's name
    Path file = write(TraceSeal.seal(Frames.join(content)));
    assertThatThrownBy(() -> digest(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("byte 12: damaged trace, column constant: a name of ");
  }

  @Property(tries = 300)
  @Label("any bytes fall into frames, and frames survive, whatever they hold")
  void anyBytesFallIntoFramesAndFramesSurvive(
      @ForAll("escapes") byte[] first, @ForAll byte[] second) {
    byte[] joined =
        Frames.join(
            new Frames.Content(
                new byte[] {2},
                List.of(
                    new Frames.Frame(1, List.of(first, second)),
                    new Frames.Frame(4, List.of(second)))));
    Frames.Content parsed = Frames.parse(joined);
    assertThat(parsed.options()).containsExactly(2);
    assertThat(parsed.frames()).hasSize(2);
    assertThat(parsed.frames().get(0).columns()).containsExactly(first, second);
    assertThat(parsed.frames().get(1).type()).isEqualTo(4);
    assertThat(parsed.frames().get(1).columns()).containsExactly(second);
    assertThat(Frames.parse(first)).isNotNull();
  }

  /** Bytes of which many are those of markers. */
  @Provide
  Arbitrary<byte[]> escapes() {
    return Arbitraries.bytes().between((byte) 0xF3, (byte) 0xF8).array(byte[].class);
  }
}
