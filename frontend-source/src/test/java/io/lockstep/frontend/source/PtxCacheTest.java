// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names and life of the files that are kept. */
class PtxCacheTest {
  @TempDir private Path folder;

  private static String key(String... parts) {
    return PtxCache.key(Stream.of(parts).map(p -> p.getBytes(StandardCharsets.UTF_8)).toList());
  }

  @Test
  @DisplayName("where one part ends and the next begins makes another key")
  void whereOnePartEndsAndTheNextBeginsMakesAnotherKey() {
    assertThat(key("ab", "c")).isNotEqualTo(key("a", "bc")).isNotEqualTo(key("abc"));
    assertThat(key("ab", "c")).isEqualTo(key("ab", "c")).hasSize(64);
  }

  @Test
  @DisplayName("what is framed comes back, what another frame holds does not")
  void whatIsFramedComesBackWhatAnotherFrameHoldsDoesNot() throws IOException {
    PtxCache cache = new PtxCache(folder);
    String framed = PtxCache.framed("// text\n");
    assertThat(cache.put("a", framed)).isTrue();
    assertThat(cache.get("a")).contains(framed);
    assertThat(cache.get("b")).isEmpty();
    Files.writeString(cache.file("a"), framed.replace("text", "test"));
    assertThat(cache.get("a")).isEmpty();
  }

  @Test
  @DisplayName("beyond as many files as are kept, the one goes that was used longest ago")
  void longestAgo() throws IOException {
    PtxCache cache = new PtxCache(folder, 3);
    List<String> keys = List.of("a", "b", "c");
    for (int k = 0; k < keys.size(); k++) {
      cache.put(keys.get(k), PtxCache.framed(keys.get(k)));
      Files.setLastModifiedTime(cache.file(keys.get(k)), FileTime.fromMillis(1000L * (k + 1)));
    }
    assertThat(cache.get("a")).as("read, and so used").isPresent();
    cache.put("d", PtxCache.framed("d"));
    assertThat(Stream.of("a", "b", "c", "d").filter(k -> cache.get(k).isPresent()))
        .containsExactly("a", "c", "d");
  }

  @Test
  @DisplayName("what a crash left half written goes ten minutes later, what is being written stays")
  void whatACrashLeftHalfWrittenGoesTenMinutesLaterWhatIsBeingWrittenStays() throws IOException {
    PtxCache cache = new PtxCache(folder);
    cache.put("a", PtxCache.framed("a"));
    Path there = cache.file("a").getParent();
    Path left = Files.writeString(there.resolve("write1.tmp"), "half");
    Path begun = Files.writeString(there.resolve("write2.tmp"), "half");
    Path other = Files.writeString(there.resolve("other.tmp"), "mine");
    long now = System.currentTimeMillis();
    Files.setLastModifiedTime(left, FileTime.fromMillis(now - 601_000));
    Files.setLastModifiedTime(begun, FileTime.fromMillis(now - 540_000));
    Files.setLastModifiedTime(other, FileTime.fromMillis(now - 601_000));
    assertThat(cache.put("b", PtxCache.framed("b"))).isTrue();
    assertThat(left).doesNotExist();
    assertThat(List.of(begun, other)).allSatisfy(f -> assertThat(f).exists());
    assertThat(cache.get("a")).isPresent();
  }
}
