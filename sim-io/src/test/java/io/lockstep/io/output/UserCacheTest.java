// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserCacheTest {
  private final String systemHome = System.getProperty("user.home");

  @TempDir Path folder;

  @AfterEach
  void restoreTheSystemsHome() {
    System.setProperty("user.home", systemHome);
  }

  @Test
  void theFolderIsWhereXdgSaysIfThatIsAbsolute() {
    assertThat(UserCache.folder(Map.of("XDG_CACHE_HOME", "/c", "HOME", "/h")))
        .isEqualTo(Path.of("/c/lockstep"));
    assertThat(UserCache.folder(Map.of("XDG_CACHE_HOME", "c", "HOME", "/h")))
        .isEqualTo(Path.of("/h/.cache/lockstep"));
    assertThat(UserCache.folder(Map.of("HOME", " ")))
        .isEqualTo(Path.of(systemHome, ".cache/lockstep"));
  }

  @Test
  void theFolderOfAUserThatTheSystemDoesNotKnowIsNeverRelative() {
    System.setProperty("user.home", "?"); // as the JDK has it for a user id without an entry
    assertThat(UserCache.folder(Map.of("HOME", "/h"))).isEqualTo(Path.of("/h/.cache/lockstep"));
    assertThat(UserCache.folder(Map.of("HOME", "h"))).isAbsolute();
    assertThat(UserCache.folder(Map.of())).isAbsolute();
  }

  @Test
  void aFolderIsWritableIfFilesCanBeMadeInIt() throws IOException {
    assertThat(UserCache.isWritable(folder.resolve("a/b"))).isTrue();
    assertThat(folder.resolve("a/b")).isEmptyDirectory();
    Path file = Files.createFile(folder.resolve("file"));
    assertThat(UserCache.isWritable(file.resolve("cache"))).isFalse();
  }
}
