// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files are complete or not there, and nothing but a regular file is ever replaced. */
class OutputFileTest {
  private static final byte[] TEXT = "new\n".getBytes(StandardCharsets.UTF_8);

  @TempDir Path folder;

  private static void write(Path target) {
    try (OutputFile out = new OutputFile(target)) {
      out.write(TEXT);
      out.commit();
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  @DisplayName("a file appears with its commit; until then a file beside it carries the process id")
  void aFileAppearsWithItsCommitUntilThenAFileBesideItCarriesTheProcessId() throws IOException {
    Path file = folder.resolve("a.csv");
    try (OutputFile out = new OutputFile(file)) {
      out.write(TEXT);
      assertThat(names()).containsExactly(".a.csv." + ProcessHandle.current().pid() + "-0.tmp");
      out.commit();
    }
    assertThat(names()).containsExactly("a.csv");
    assertThat(file).hasBinaryContent(TEXT);
  }

  @Test
  @DisplayName("what is not committed leaves the old file and nothing else")
  void whatIsNotCommittedLeavesTheOldFileAndNothingElse() throws IOException {
    Path file = Files.writeString(folder.resolve("a.csv"), "old");
    try (OutputFile out = new OutputFile(file)) {
      out.write(new byte[1 << 20]);
    }
    assertThat(names()).containsExactly("a.csv");
    assertThat(file).hasContent("old");
  }

  @Test
  @DisplayName("two that write the same file do not meet; the last to commit stays")
  void twoThatWriteTheSameFileDoNotMeetTheLastToCommitStays() throws IOException {
    Path file = folder.resolve("a.csv");
    try (OutputFile one = new OutputFile(file);
        OutputFile other = new OutputFile(file)) {
      one.write(TEXT);
      other.write("other".getBytes(StandardCharsets.UTF_8));
      other.commit();
      one.commit();
    }
    assertThat(file).hasBinaryContent(TEXT);
    assertThat(names()).containsExactly("a.csv");
  }

  @Test
  @DisplayName("the longest name that a folder takes can be written")
  void longName() throws IOException {
    write(folder.resolve("n".repeat(255)));
    assertThat(names()).containsExactly("n".repeat(255));
  }

  @Test
  @DisplayName("a symbolic link stays, and what it leads to is replaced in that one's folder")
  void aSymbolicLinkStaysAndWhatItLeadsToIsReplacedInThatOnesFolder() throws IOException {
    Path other = Files.createDirectory(folder.resolve("other"));
    Path real = Files.writeString(other.resolve("real"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("other/../other/real"));
    Path chain = Files.createSymbolicLink(folder.resolve("chain"), link);
    try (OutputFile out = new OutputFile(chain)) {
      assertThat(other).isDirectoryContaining(f -> f.toString().endsWith("-0.tmp"));
      out.write(TEXT);
      out.commit();
    }
    assertThat(chain).isSymbolicLink();
    assertThat(link).isSymbolicLink();
    assertThat(Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS)).isTrue();
    assertThat(real).hasBinaryContent(TEXT);
  }

  @Test
  @DisplayName("a symbolic link to nothing makes the file that it names")
  void danglingLink() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("real"));
    write(link);
    assertThat(link).isSymbolicLink();
    assertThat(folder.resolve("real")).hasBinaryContent(TEXT);
  }

  @Test
  @DisplayName(
      "links in a circle, folders and files in no folder are wrong names, not lost results")
  void wrongNames() throws IOException {
    Path circle = Files.createSymbolicLink(folder.resolve("circle"), Path.of("circle"));
    assertThatThrownBy(() -> new OutputFile(circle))
        .isInstanceOf(InputException.class)
        .hasMessage(circle + ": cannot be written: its symbolic links lead in a circle");
    assertThatThrownBy(() -> new OutputFile(folder))
        .isInstanceOf(InputException.class)
        .hasMessage(folder + ": cannot be written: it is a folder");
    Path none = folder.resolve("none/a.csv");
    assertThatThrownBy(() -> new OutputFile(none))
        .isInstanceOf(InputException.class)
        .hasMessage(none + ": cannot be written: there is no folder " + none.getParent());
    Path below = Files.writeString(folder.resolve("file"), "").resolve("a.csv");
    assertThatThrownBy(() -> new OutputFile(below))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("there is no folder");
  }

  @Test
  @DisplayName("a replaced file keeps its permissions")
  void aReplacedFileKeepsItsPermissions() throws IOException {
    Path file = Files.writeString(folder.resolve("a.csv"), "old");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    write(file);
    assertThat(file).hasBinaryContent(TEXT);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r-----");
  }

  @Test
  @DisplayName("a file of several names keeps them all, and all have the new content")
  void hardLink() throws IOException {
    Path file = Files.writeString(folder.resolve("a.csv"), "longer than what comes");
    Path second = Files.createLink(folder.resolve("b.csv"), file);
    write(file);
    assertThat(second).hasBinaryContent(TEXT);
    assertThat(Files.isSameFile(file, second)).isTrue();
    assertThat(names()).containsExactly("a.csv", "b.csv");
  }

  @Test
  @DisplayName("a full device fails with its reason and stays the device that it was")
  void fullDevice() {
    Path full = Path.of("/dev/full");
    assertThatThrownBy(() -> write(full))
        .isInstanceOf(OutputException.class)
        .hasMessage("/dev/full: cannot be written: no space left on device");
    assertThat(Files.isRegularFile(full)).isFalse();
    assertThat(full).exists();
  }

  @Test
  @DisplayName("/dev/null takes everything and stays a device")
  void nullDevice() {
    write(Path.of("/dev/null"));
    assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
  }

  @Test
  @DisplayName("a FIFO hands the bytes to its reader and stays a FIFO")
  void afifoHandsTheBytesToItsReaderAndStaysAFIFO() throws Exception {
    Path fifo = folder.resolve("fifo");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    CompletableFuture<byte[]> reader =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Files.readAllBytes(fifo);
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    write(fifo);
    assertThat(reader.get()).isEqualTo(TEXT);
    assertThat(names()).containsExactly("fifo");
    assertThat(Files.readAttributes(fifo, "isOther")).containsEntry("isOther", true);
  }

  @Test
  @DisplayName("a descriptor that is open, as /dev/fd/N, is written at its end and not replaced")
  void aDescriptorThatIsOpenAsDevFdNIsWrittenAtItsEndAndNotReplaced() throws IOException {
    Path file = Files.writeString(folder.resolve("log"), "first\n");
    try (FileInputStream held = new FileInputStream(file.toFile());
        Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      Path own = all.filter(f -> leadsTo(f, file)).findFirst().map(Path::getFileName).orElseThrow();
      write(Path.of("/dev/fd").resolve(own));
      assertThat(held.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("first\nnew\n");
    }
  }

  private static boolean leadsTo(Path link, Path file) {
    try {
      return Files.readSymbolicLink(link).equals(file.toRealPath());
    } catch (IOException e) {
      return false; // a descriptor that was closed meanwhile
    }
  }

  @Test
  @DisplayName("reasons are told without the path that exceptions of the system repeat")
  void reasonsAreToldWithoutThePathThatExceptionsOfTheSystemRepeat() {
    assertThat(OutputException.reason(new AccessDeniedException("a")))
        .isEqualTo("permission denied");
    assertThat(OutputException.reason(new FileSystemException("a", null, "Read-only file system")))
        .isEqualTo("read-only file system");
    assertThat(OutputException.reason(new IOException("Broken pipe"))).isEqualTo("broken pipe");
    assertThat(OutputException.reason(new IOException())).isEqualTo("IOException");
  }
}
