// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveFilesTest {
  @TempDir private Path folder;

  @Test
  void filesOfOneNameAreDistinguished() {
    LiveFiles files = new LiveFiles();
    for (String path : new String[] {"/a/k.cu", "/b/k.cu", "/a/k.cu", "/c/k.cu", "/c/plain"}) {
      files.add(path);
    }
    assertThat(files.name("/a/k.cu")).isEqualTo("k.cu");
    assertThat(files.name("/b/k.cu")).isEqualTo("k-2.cu");
    assertThat(files.name("/c/k.cu")).isEqualTo("k-3.cu");
    assertThat(files.name("/c/plain")).isEqualTo("plain");
  }

  @Test
  void keepsTheTextsThatCanBeRead() throws IOException {
    Path there = Files.writeString(folder.resolve("k.cu"), "one\ntwo\n");
    Path large = folder.resolve("large.cu");
    Files.write(large, new byte[(16 << 20) - 3]);
    LiveFiles files = new LiveFiles();
    files.add(there.toString());
    files.add(folder.resolve("missing.cu").toString());
    files.add(large.toString());
    assertThat(files.texts()).containsOnlyKeys("k.cu").containsValue("one\ntwo\n");
  }
}
