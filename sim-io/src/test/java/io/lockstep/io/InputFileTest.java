// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class InputFileTest {
  @TempDir private Path folder;

  @Test
  void readsAFileOfTheLargestSizeAndRefusesALargerOne() throws Exception {
    Path file = Files.writeString(folder.resolve("f"), "12345");
    assertThat(InputFile.text(file, 5)).isEqualTo("12345");
    assertThatThrownBy(() -> InputFile.bytes(file, 4))
        .isInstanceOf(InputException.class)
        .hasMessage(file + ": has 5 bytes; at most 4 are read");
  }

  @Test
  void refusesADeviceWithoutAnEnd() {
    Path zero = Path.of("/dev/zero");
    assumeTrue(Files.exists(zero));
    assertThatThrownBy(() -> InputFile.bytes(zero, 1000))
        .isInstanceOf(InputException.class)
        .hasMessage("/dev/zero: has more than 1000 bytes; at most 1000 are read");
  }

  @Test
  void readsAPipeUpToTheLimit() throws Exception {
    Path pipe = folder.resolve("pipe");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no mkfifo");
    Process writer = new ProcessBuilder("sh", "-c", "printf 12345 > " + pipe).start();
    assertThat(InputFile.bytes(pipe, 5)).isEqualTo("12345".getBytes(StandardCharsets.UTF_8));
    writer.waitFor();
  }

  @Test
  void refusesWhatIsNotUtf8() throws Exception {
    Path file = Files.write(folder.resolve("f"), new byte[] {(byte) 0xC3, 'a'});
    assertThatThrownBy(() -> InputFile.text(file, 5)).isInstanceOf(CharacterCodingException.class);
  }
}
