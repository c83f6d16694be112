// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Temporary files go with their process; leftovers of killed ones go later. */
class ProcessFilesTest {
  /** No process has such an id: Linux has at most 2^22. */
  private static final String GONE = "99999999999";

  @TempDir Path folder;

  @AfterEach
  void removeLeftovers() throws IOException {
    String names = "lockstep-" + GONE + "-*";
    try (var left = Files.newDirectoryStream(ProcessFiles.systemFolder(), names)) {
      for (Path each : left) {
        OwnFolders.deleteTree(each);
      }
    }
  }

  private static Path leftover(String name) throws IOException {
    Path made = Files.createDirectories(ProcessFiles.systemFolder().resolve(name));
    Files.createDirectory(made.resolve("d1"));
    Files.writeString(made.resolve("d1").resolve("program.lkt"), "half");
    Files.createFile(made.resolve("lock"));
    Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwx------"));
    return made;
  }

  @Test
  @DisplayName("the folder of a killed process goes, that of a live one stays")
  void theFolderOfAKilledProcessGoesThatOfALiveOneStays() throws IOException {
    Path killed = leftover("lockstep-" + GONE + "-killed");
    Path here = leftover("lockstep-" + ProcessHandle.current().pid() + "-alive");
    Path elsewhere = leftover("lockstep-" + GONE + "-elsewhere"); // its id means nothing here
    try (FileChannel held = FileChannel.open(elsewhere.resolve("lock"), StandardOpenOption.WRITE)) {
      assertThat(held.tryLock()).isNotNull();
      ProcessFiles.collect();
      assertThat(killed).doesNotExist();
      assertThat(here).exists();
      assertThat(elsewhere.resolve("d1/program.lkt")).exists();
    } finally {
      for (Path made : new Path[] {here, elsewhere}) {
        Files.delete(made.resolve("d1/program.lkt"));
        Files.delete(made.resolve("d1"));
        Files.delete(made.resolve("lock"));
        Files.delete(made);
      }
    }
  }

  @Test
  @DisplayName("a folder that others can write stays, whatever its name")
  void aFolderThatOthersCanWriteStaysWhateverItsName() throws IOException {
    Path open = leftover("lockstep-" + GONE + "-open");
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    ProcessFiles.collect();
    assertThat(open.resolve("d1/program.lkt")).exists();
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwx------"));
    ProcessFiles.collect();
    assertThat(open).doesNotExist();
  }

  @Test
  @DisplayName("links in a leftover go, what they point to stays")
  void linksInALeftoverGoWhatTheyPointToStays() throws IOException {
    Path kept = Files.writeString(folder.resolve("important.txt"), "kept");
    Path killed = leftover("lockstep-" + GONE + "-links");
    Files.createSymbolicLink(killed.resolve("d1/folder"), folder);
    Files.createSymbolicLink(killed.resolve("file"), kept);
    Path link =
        Files.createSymbolicLink(
            ProcessFiles.systemFolder().resolve("lockstep-" + GONE + "-link"), folder);
    ProcessFiles.collect();
    assertThat(killed).doesNotExist();
    assertThat(kept).hasContent("kept");
    assertThat(link).isSymbolicLink();
  }

  @Test
  @DisplayName("a pipe in place of a lock or of a file half written keeps no process waiting")
  void aPipeInPlaceOfALockOrOfAFileHalfWrittenKeepsNoProcessWaiting()
      throws IOException, InterruptedException {
    Path killed = leftover("lockstep-" + GONE + "-pipe");
    Files.delete(killed.resolve("lock"));
    pipe(killed.resolve("lock"));
    Path beside = folder.resolve(".out.csv." + GONE + "-0.tmp");
    pipe(beside);
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          ProcessFiles.collect();
          ProcessFiles.collectBeside(folder, ".out.csv.");
        });
    assertThat(killed).exists();
    assertThat(beside).exists();
  }

  private static void pipe(Path path) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor()).isZero();
  }

  @Test
  @DisplayName("the process's folder goes with the last thing in it")
  void theProcesssFolderGoesWithTheLastThingInIt() throws IOException {
    Path first = ProcessFiles.newFolder();
    Path second = ProcessFiles.newFile(".spill");
    Files.writeString(first.resolve("x"), "x");
    assertThat(first.getParent()).isEqualTo(second.getParent());
    ProcessFiles.delete(first);
    assertThat(first).doesNotExist();
    assertThat(second).exists();
    ProcessFiles.delete(second);
    assertThat(second.getParent()).doesNotExist();
  }

  @Test
  @DisplayName("who writes a file removes what killed processes have left of it, and of no other")
  void whoWritesAFileRemovesWhatKilledProcessesHaveLeftOfItAndOfNoOther() throws IOException {
    Path left = Files.createFile(folder.resolve(".out.csv." + GONE + "-0.tmp"));
    Path other = Files.createFile(folder.resolve(".other.csv." + GONE + "-0.tmp"));
    try (OutputFile file = new OutputFile(folder.resolve("out.csv"))) {
      assertThat(left).doesNotExist();
      assertThat(other).exists();
      file.write(new byte[] {1});
      file.commit();
    }
    assertThat(folder.resolve("out.csv")).hasBinaryContent(new byte[] {1});
  }
}
