// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Temporary files go with their process; leftovers of killed ones go later. */
class ProcessFilesTest {
  /** No process has such an id: Linux has at most 2^22. */
  private static final String GONE = "99999999999";

  @TempDir Path folder;

  private static Path leftover(String name) throws IOException {
    Path made = Files.createDirectories(ProcessFiles.systemFolder().resolve(name));
    Files.createDirectory(made.resolve("d1"));
    Files.writeString(made.resolve("d1").resolve("program.lkt"), "half");
    Files.createFile(made.resolve("lock"));
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
