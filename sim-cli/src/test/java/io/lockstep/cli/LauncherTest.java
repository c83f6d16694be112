// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ./lockstep and bin/lockstep: what they build, when, and how they start Java. */
@Tag("slow")
class LauncherTest {
  private static final Map<String, String> PLAIN = Map.of();

  /** All that the launchers need. */
  private static final String TOOLS =
      "bash cat cksum dirname env find grep head locale mkdir mv readlink rm sed sleep sort tail touch"
          + " tr xargs";

  @TempDir Path folder;
  private final List<Path> links = new ArrayList<>();
  private Shell shell;

  @AfterEach
  void unlink() throws IOException { // the folder's cleaner warns of links that lead out of it
    for (Path link : links) {
      Files.delete(link);
    }
  }

  @BeforeEach
  void copy() throws IOException {
    shell = Shell.in(folder);
  }

  @Test
  @DisplayName("the first call builds, the second finds it built")
  void firstCall() throws Exception {
    Cli first = shell.run(PLAIN, "./lockstep", "one", "two words");
    assertThat(first.code()).as(first.all()).isZero();
    assertThat(first.out()).isEqualTo("ran one two words\n");
    assertThat(first.err())
        .matches("(?s)lockstep: nothing is built yet; building .*\nlockstep: built in \\d+ s\n")
        .doesNotContain("\u001B");
    Cli second = shell.run(PLAIN, "./lockstep");
    assertThat(second.err()).isEmpty();
    assertThat(shell.calls()).hasSize(1).first().asString().contains("-pl sim-cli -am package");
  }

  @Test
  @DisplayName("sources with newer times, as a copied tree has them, are not built again")
  void aCopiedTreeIsNotBuiltAgain() throws Exception {
    shell.run(PLAIN, "./lockstep");
    shell.touch();
    Cli copied = shell.run(PLAIN, "./lockstep", "copied");
    assertThat(copied.out()).isEqualTo("ran copied\n");
    assertThat(copied.err()).isEmpty();
    assertThat(shell.calls()).hasSize(1);
    shell.change();
    assertThat(shell.run(PLAIN, "./lockstep").err()).contains("sources are newer than the last");
    assertThat(shell.calls()).hasSize(2);
  }

  @Test
  @DisplayName("of two first calls at once one builds, the other waits, says so and uses the build")
  void twoAtOnce() throws Exception {
    twoAtOnce(PLAIN);
  }

  @Test
  @DisplayName("where flock is missing two first calls at once build once all the same")
  void twoAtOnceWithoutFlock() throws Exception {
    twoAtOnce(Map.of("PATH", shell.tools() + ":" + path(TOOLS)));
    assertThat(shell.root().resolve(".lockstep-lock.d")).doesNotExist();
  }

  private void twoAtOnce(Map<String, String> environment) throws Exception {
    shell.maven("slow");
    Process one = shell.start(environment, "./lockstep", "one");
    while (shell.calls().isEmpty()) {
      Thread.sleep(20);
    }
    Process two = shell.start(environment, "./lockstep", "two");
    assertThat(read(two.getErrorStream(), "\n"))
        .isEqualTo("lockstep: another call is building; waiting for its end …\n");
    shell.maven("works");
    Cli first = Shell.ended(one);
    Cli second = Shell.ended(two);
    assertThat(first.out()).as(first.all()).isEqualTo("ran one\n");
    assertThat(second.out()).as(second.all()).isEqualTo("ran two\n");
    assertThat(shell.calls()).hasSize(1);
  }

  /** What a stream says up to a text. */
  private static String read(InputStream in, String text) throws IOException {
    byte[] end = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      said.write(b);
      if (b == end[end.length - 1] && said.toString(StandardCharsets.UTF_8).endsWith(text)) {
        break;
      }
    }
    return said.toString(StandardCharsets.UTF_8);
  }

  @Test
  @DisplayName(
      "newer sources in a folder that cannot be written: the older build runs, one warning")
  void readOnly() throws Exception {
    shell.run(PLAIN, "./lockstep");
    shell.change();
    List<Path> all;
    try (Stream<Path> files = Files.walk(folder)) {
      all = files.toList();
    }
    for (Path file : all) {
      Files.setPosixFilePermissions(
          file,
          PosixFilePermissions.fromString(
              Files.isDirectory(file) || Files.isExecutable(file) ? "r-xr-xr-x" : "r--r--r--"));
    }
    try {
      Cli cli = shell.run(PLAIN, asUser("./lockstep", "old"));
      assertThat(cli.out()).as(cli.all()).isEqualTo("ran old\n");
      assertThat(cli.err())
          .isEqualTo(
              "lockstep: warning: sources are newer than the build, but "
                  + shell.root()
                  + " cannot be written: running the older build\n");
      assertThat(shell.calls()).hasSize(1);
    } finally {
      for (Path file : all) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxrwxrwx"));
      }
    }
  }

  /** Root may write everywhere. */
  private static String[] asUser(String... command) throws Exception {
    List<String> all = new ArrayList<>();
    if (new String(new ProcessBuilder("id", "-u").start().getInputStream().readAllBytes())
        .startsWith("0\n")) {
      all.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
    }
    all.addAll(List.of(command));
    return all.toArray(String[]::new);
  }

  @Test
  @DisplayName("newer sources without Maven: the older build runs, one warning; none is a failure")
  void withoutMaven() throws Exception {
    Files.delete(shell.tools().resolve("mvn"));
    Map<String, String> path = Map.of("PATH", path(TOOLS));
    Cli nothing = shell.run(path, "./lockstep");
    assertThat(nothing.code()).isEqualTo(1);
    assertThat(nothing.err())
        .isEqualTo("lockstep: nothing is built yet, and Maven (mvn) is not on the PATH\n");
    Path bin = Files.createDirectories(shell.root().resolve("sim-cli/target/lockstep/bin"));
    Files.writeString(bin.resolve("lockstep"), "echo older");
    Files.createFile(shell.root().resolve("sim-cli/target/lockstep.built"));
    shell.change();
    Cli older = shell.run(path, "./lockstep");
    assertThat(older.out()).isEqualTo("older\n");
    assertThat(older.err())
        .isEqualTo(
            "lockstep: warning: sources are newer than the build, but Maven (mvn) is not on the"
                + " PATH: running the older build\n");
  }

  /** A folder for the PATH that holds so many of the system's tools. */
  private String path(String tools) throws IOException {
    Path few = Files.createDirectories(folder.resolve("few"));
    for (String tool : tools.split(" ")) {
      Path there = Path.of("/usr/bin", tool);
      links.add(
          Files.createSymbolicLink(
              few.resolve(tool), Files.exists(there) ? there : Path.of("/bin", tool)));
    }
    return few.toString();
  }

  @Test
  @DisplayName("a build that fails says what Maven said and does not run the older build")
  void aBuildThatFailsSaysWhatMavenSaidAndDoesNotRunTheOlderBuild() throws Exception {
    shell.run(PLAIN, "./lockstep");
    shell.change();
    shell.maven("fail");
    Cli cli = shell.run(PLAIN, "./lockstep");
    assertThat(cli.code()).isEqualTo(1);
    assertThat(cli.out()).isEmpty();
    assertThat(cli.err().lines().skip(1))
        .containsExactly(
            "[ERROR] A.java:[3,5] no semicolon",
            "lockstep: the older build is not run: it is not what the sources say",
            "lockstep: the build failed; all that Maven said: "
                + shell.root()
                + "/.lockstep-build.log");
    shell.maven("works");
    assertThat(shell.run(PLAIN, "./lockstep", "again").out()).isEqualTo("ran again\n");
    assertThat(shell.calls()).last().asString().doesNotContain("clean");
  }

  @Test
  @DisplayName("an interrupted build stops Maven, says so, and the next call builds anew")
  void anInterruptedBuildStopsMavenSaysSoAndTheNextCallBuildsAnew() throws Exception {
    shell.maven("hang");
    Process process = shell.start(PLAIN, "./lockstep");
    while (shell.calls().isEmpty()) {
      Thread.sleep(20);
    }
    List<ProcessHandle> children = process.descendants().toList();
    process.toHandle().destroy(); // Process.destroy would close what it says
    Cli cli = Shell.ended(process);
    assertThat(cli.code()).as(cli.all()).isEqualTo(143);
    assertThat(cli.err())
        .endsWith("lockstep: the build was interrupted; the next call builds anew\n");
    assertThat(children).isNotEmpty();
    for (ProcessHandle child : children) { // killed; how soon it is gone is the system's affair
      child.onExit().get(10, TimeUnit.SECONDS);
    }
    shell.maven("works");
    Cli next = shell.run(PLAIN, "./lockstep", "next");
    assertThat(next.out()).as(next.all()).isEqualTo("ran next\n");
    assertThat(next.err()).startsWith("lockstep: the last build was interrupted; building");
    assertThat(shell.calls()).last().asString().contains("-am clean package");
  }

  @Test
  @DisplayName("on a terminal a build shows the module at work, of how many, and the time")
  void onATerminalABuildShowsTheModuleAtWorkOfHowManyAndTheTime() throws Exception {
    shell.maven("slow");
    Process process =
        shell.start(Map.of("TERM", "xterm"), "script", "-qec", "./lockstep there", "/dev/null");
    String building = "\r\u001B[Klockstep: building, module 2 of 14: sim-trace, ";
    assertThat(read(process.getInputStream(), building)).endsWith(building);
    shell.maven("works");
    Cli cli = Shell.ended(process);
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out())
        .containsPattern("^\\d+ s")
        .contains("\r\u001B[Klockstep: built in ")
        .endsWith("ran there\r\n");
  }

  @ParameterizedTest
  @DisplayName("an old Java is one line, before a build and before a run")
  @ValueSource(strings = {"1.8.0_402", "11.0.25"})
  void oldJava(String version) throws Exception {
    Path jdk = shell.jdk(version);
    String line =
        "lockstep: JAVA_HOME (" + jdk + ") is Java " + version + "; Lockstep needs 17 or newer\n";
    Map<String, String> home = Map.of("JAVA_HOME", jdk.toString());
    for (String launcher : List.of("./lockstep", "sim-cli/src/main/dist/bin/lockstep")) {
      Cli cli = shell.run(home, launcher);
      assertThat(cli.code()).isEqualTo(1);
      assertThat(cli.err()).isEqualTo(line);
    }
    assertThat(shell.calls()).isEmpty();
  }

  @Test
  @DisplayName("a JAVA_HOME that is none is one line")
  void noJava() throws Exception {
    Cli cli = shell.run(Map.of("JAVA_HOME", "/none"), "sim-cli/src/main/dist/bin/lockstep");
    assertThat(cli.code()).isEqualTo(1);
    assertThat(cli.err())
        .isEqualTo(
            "lockstep: JAVA_HOME (/none) has no bin/java; it should name a JDK, 17 or newer\n");
  }

  @ParameterizedTest
  @DisplayName("Java starts with whatever collector and heap its own variables ask for")
  @ValueSource(
      strings = {
        "-XX:+UseParallelGC",
        "-XX:+UseG1GC",
        "-XX:+UseSerialGC -Xmx48m",
        "-Xmx32m",
        "-XX:MaxHeapSize=16m",
        "-Xms96m -Xmx128m",
        "-Xmx64m",
        "-Xmn200m",
        "-Xms32m",
      })
  void javaStartsWithWhateverCollectorAndHeapItsOwnVariablesAskFor(String options)
      throws Exception {
    for (String command : List.of("run", "sweep", "record")) {
      Cli cli =
          shell.run(
              Map.of("JAVA_TOOL_OPTIONS", options),
              "bash",
              "-c",
              "name=x; . sim-cli/src/main/dist/lib/java.sh; find_java; choose_heap "
                  + command
                  + "; exec \"$java\" \"${heap[@]}\" -version");
      assertThat(cli.code()).as(cli.all()).isZero();
    }
  }

  @Test
  @DisplayName("with nothing said the serial collector and a small heap are chosen")
  void usualHeap() throws Exception {
    Path jdk = shell.jdk("17.0.1");
    Cli cli =
        shell.run(Map.of("JAVA_HOME", jdk.toString()), "sim-cli/src/main/dist/bin/lockstep", "a b");
    assertThat(cli.err()).startsWith("java -XX:+UseSerialGC -Xms64m ").contains("Main a b LC_ALL");
  }

  @Test
  @DisplayName("where all processors simulate they all collect, from a larger heap")
  void whereAllProcessorsSimulateTheyAllCollectFromALargerHeap() throws Exception {
    Path jdk = shell.jdk("17.0.1");
    for (String command :
        List.of("sweep", "validate", "check", "explain", "whatif", "sensitivity")) {
      Cli cli =
          shell.run(
              Map.of("JAVA_HOME", jdk.toString()), "sim-cli/src/main/dist/bin/lockstep", command);
      assertThat(cli.err()).startsWith("java -XX:+UseParallelGC -Xms256m ");
    }
  }

  @Test
  @DisplayName("where kernels are executed first, their records are collected while they are young")
  void whereKernelsAreExecutedFirstTheirRecordsAreCollectedWhileTheyAreYoung() throws Exception {
    Path jdk = shell.jdk("17.0.1");
    for (List<String> words : List.of(List.of("record", "a"), List.of("run", "--", "./app"))) {
      List<String> command = new ArrayList<>(List.of("sim-cli/src/main/dist/bin/lockstep"));
      command.addAll(words);
      Cli cli = shell.run(Map.of("JAVA_HOME", jdk.toString()), command.toArray(String[]::new));
      assertThat(cli.err()).startsWith("java -XX:+UseSerialGC -Xms256m -Xmn128m ");
    }
  }

  @Test
  @DisplayName("in an ASCII locale, or one that is not there, Java still reads file names as UTF-8")
  void inAnASCIILocaleOrOneThatIsNotThereJavaStillReadsFileNamesAsUTF8() throws Exception {
    for (String locale : List.of("C", "POSIX", "xx_XX.UTF-8")) {
      Cli cli =
          shell.run(
              Map.of("LC_ALL", locale),
              "bash",
              "-c",
              "name=x; . sim-cli/src/main/dist/lib/java.sh; find_java;"
                  + " exec \"$java\" -XshowSettings:properties -version");
      assertThat(cli.err()).as(locale).contains("sun.jnu.encoding = UTF-8");
    }
  }

  @Test
  @DisplayName("folders with blanks and other scripts' letters can be built in and run from")
  void foldersWithBlanksAndOtherScriptsLettersCanBeBuiltInAndRunFrom() throws Exception {
    Path other = Files.createDirectories(folder.resolve("Größe и 大 $x 'q'"));
    Files.move(shell.root(), other.resolve("tree"));
    Shell moved = new Shell(other.resolve("tree"), shell.tools());
    Cli cli = moved.run(Map.of("LC_ALL", "C"), "./lockstep", "x");
    assertThat(cli.out()).as(cli.all()).isEqualTo("ran x\n");
  }

  @Test
  @DisplayName("a standard output that is closed is none of the files that Java opens")
  void aStandardOutputThatIsClosedIsNoneOfTheFilesThatJavaOpens() throws Exception {
    Path jdk = shell.jdk("17.0.1");
    Files.writeString(
        jdk.resolve("bin/java"), "#!/usr/bin/env bash\nreadlink /proc/$$/fd/1 >&2; echo text\n");
    Cli cli =
        shell.run(
            Map.of("JAVA_HOME", jdk.toString()),
            "bash",
            "-c",
            "sim-cli/src/main/dist/bin/lockstep >&-");
    assertThat(cli.err()).startsWith("/dev/null\n").contains("Bad file descriptor");
  }
}
