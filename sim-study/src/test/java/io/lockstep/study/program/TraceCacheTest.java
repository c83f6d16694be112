// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.io.OutputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("the cache of traces")
class TraceCacheTest {
  @TempDir Path folder;

  private static void put(TraceCache cache, String key, int bytes) {
    cache.add(
        key,
        path -> {
          try {
            Files.write(path, new byte[bytes]);
            return true;
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private void age(String key, long millis) throws IOException {
    Files.setLastModifiedTime(folder.resolve(key + ".lkt"), FileTime.fromMillis(millis));
  }

  @Test
  @DisplayName("lets those go that were used longest ago, where all take more than they may")
  void letsThoseGoThatWereUsedLongestAgoWhereAllTakeMoreThanTheyMay() throws Exception {
    TraceCache cache = new TraceCache(folder, 250);
    put(cache, "a", 100);
    put(cache, "b", 100);
    age("a", 1000);
    age("b", 2000);
    assertThat(cache.find("a")).isPresent(); // used: b is the older one now
    put(cache, "c", 100);
    assertThat(cache.find("a")).isPresent();
    assertThat(cache.find("b")).isEmpty();
    assertThat(cache.find("c")).isPresent();
  }

  @Test
  @DisplayName("keeps all traces as long as they take no more than the limit, to the byte")
  void keepsAllTracesAsLongAsTheyTakeNoMoreThanTheLimitToTheByte() throws Exception {
    TraceCache cache = new TraceCache(folder, 200);
    put(cache, "a", 100);
    age("a", 1000);
    put(cache, "b", 100);
    age("b", 2000);
    assertThat(folder.resolve("a.lkt")).exists();
    put(cache, "c", 1);
    assertThat(folder.resolve("a.lkt")).doesNotExist();
    assertThat(folder.resolve("b.lkt")).exists();
  }

  @Test
  @DisplayName("forgets what is damaged, and goes without what cannot be written")
  void forgetsWhatIsDamagedAndGoesWithoutWhatCannotBeWritten() {
    TraceCache cache = new TraceCache(folder, 250);
    put(cache, "a", 10);
    cache.damaged("a");
    assertThat(cache.find("a")).isEmpty();
    cache.add(
        "b",
        path -> {
          throw new OutputException(path.toString(), new IOException("no space left"));
        });
    assertThat(cache.find("b")).isEmpty();
  }
}
