// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
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

  private final List<String> notes = new ArrayList<>();

  private Path unusable() throws IOException {
    return Files.createFile(folder.resolve("home")).resolve(".cache/lockstep");
  }

  @Test
  void aFolderInTheTemporaryOneIsKeptForLaterCommandsIfTheUsualOneCannotBeWritten()
      throws IOException {
    Path wanted = unusable();
    Path first = UserCache.choose(wanted, folder, notes::add);
    assertThat(first.getParent()).isEqualTo(folder);
    assertThat(first.getFileName().toString()).startsWith("lockstep-cache-");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(first)))
        .isEqualTo("rwx------");
    assertThat(notes)
        .containsExactly(
            "%s cannot be written, so compilers, drivers and compiled kernels are kept in %s"
                .formatted(wanted, first));
    assertThat(UserCache.choose(wanted, folder, notes::add)).isEqualTo(first);
  }

  @Test
  void aTemporaryFolderIsNotUsedIfOthersCanWriteItOrItIsALink() throws IOException {
    Path wanted = unusable();
    Path first = UserCache.choose(wanted, folder, notes::add);
    Files.setPosixFilePermissions(first, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path second = UserCache.choose(wanted, folder, notes::add);
    assertThat(second).isNotEqualTo(first).isDirectory();
    assertThat(notes.get(1)).endsWith(second + " and for this command alone");
    Files.delete(first);
    Files.createSymbolicLink(first, Files.createDirectory(folder.resolve("other")));
    Path third = UserCache.choose(wanted, folder, notes::add);
    assertThat(third).isNotEqualTo(first);
    ProcessFiles.delete(second); // the process's folder, of which another test sees the end
    ProcessFiles.delete(third);
  }

  @Test
  void aFolderThatOthersCanWriteIsNotUsed() throws IOException {
    Path wanted = Files.createDirectory(folder.resolve("cache"));
    assertThat(UserCache.choose(wanted, folder, notes::add)).isEqualTo(wanted);
    assertThat(notes).isEmpty();
    Files.setPosixFilePermissions(wanted, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThat(UserCache.choose(wanted, folder, notes::add)).isNotEqualTo(wanted);
    assertThat(notes.get(0)).contains("belongs to another user or can be written by one");
  }

  @Test
  void theUsualFolderIsChosenOnceInAProcess() {
    Map<String, String> variables = Map.of("XDG_CACHE_HOME", folder.resolve("new").toString());
    Path usable = UserCache.usable(variables, notes::add);
    assertThat(usable).isEqualTo(folder.resolve("new/lockstep")).isDirectory();
    assertThat(UserCache.usable(variables, notes::add)).isSameAs(usable);
    assertThat(notes).isEmpty();
  }
}
