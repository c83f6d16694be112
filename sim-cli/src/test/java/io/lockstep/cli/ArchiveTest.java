// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** bin/lockstep's class archive: when one is made, used, refused. */
class ArchiveTest {
  private static final String LAUNCHER = "sim-cli/src/main/dist/bin/lockstep";

  /** Says how it was called, and writes the files that Java would. */
  private static final String JAVA =
      """
      #!/usr/bin/env bash
      for option; do
        case "$option" in
          -XX:DumpLoadedClassList=*) echo list > "${option#*=}"; quiet=1 ;;
          -Xshare:dump) echo "$*" >> "$TOOLS/made"; quiet=1; dump=1 ;;
          -XX:AOTCacheOutput=*) echo "$*" >> "$TOOLS/made"; echo archive $$ > "${option#*=}"; quiet=1 ;;
          -XX:SharedArchiveFile=*) [ -z "${dump:-}" ] || echo archive $$ > "${option#*=}" ;;
        esac
      done
      [ -e "$TOOLS/broken" ] && [ -n "${quiet:-}" ] && exit 1
      [ -n "${quiet:-}" ] || echo "java $*"
      """;

  @TempDir Path folder;
  private Shell shell;
  private Path dist;
  private Path cache;

  @BeforeEach
  void copy() throws IOException {
    shell = Shell.in(folder);
    dist = shell.root().resolve("sim-cli/src/main/dist");
    cache = folder.resolve("cache");
    Files.createDirectories(dist.resolve("modules"));
    Files.writeString(dist.resolve("modules/a.jar"), "a");
  }

  private Map<String, String> environment(String version) throws IOException {
    return environment(shell.jdk(version));
  }

  private Map<String, String> environment(Path jdk) throws IOException {
    Files.writeString(jdk.resolve("bin/java"), JAVA);
    return Map.of(
        "JAVA_HOME", jdk.toString(), "XDG_CACHE_HOME", cache.toString(), "LOCKSTEP_ARCHIVE", "");
  }

  private Cli run(String version) throws Exception {
    return run(environment(version));
  }

  private Cli run(Map<String, String> environment) throws Exception {
    Cli cli = shell.run(environment, LAUNCHER, "x");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.err()).isEmpty();
    assertThat(cli.out()).startsWith("java ").endsWith("Main x\n").hasLineCount(1);
    return cli;
  }

  /** The archives of a folder, once nothing is being made there. */
  private List<Path> archives(Path where, int wanted) throws Exception {
    for (long end = System.nanoTime() + 20_000_000_000L; ; Thread.sleep(20)) {
      List<Path> all = files(where);
      boolean making = all.stream().anyMatch(file -> name(file).startsWith("."));
      if (!making && all.size() == wanted || System.nanoTime() > end) {
        assertThat(all).as("making: " + making).hasSize(wanted);
        return all;
      }
    }
  }

  private static List<Path> files(Path where) throws IOException {
    if (!Files.isDirectory(where)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(where)) {
      return files.toList();
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  private List<String> made() throws IOException {
    return Files.readAllLines(shell.tools().resolve("made"));
  }

  @Test
  @DisplayName("the first run makes an archive, the second uses it; each JDK has its own kind")
  void byJdk() throws Exception {
    Path archive = dist.resolve("archive");
    assertThat(run("17.0.1").out()).doesNotContain("Archive");
    Path old = archives(archive, 1).get(0);
    assertThat(run("17.0.1").out()).contains("-XX:SharedArchiveFile=" + old + " -Xlog:cds*=off ");
    assertThat(run("25.0.1").out()).doesNotContain("Archive").doesNotContain("AOT");
    List<Path> both = new ArrayList<>(archives(archive, 2));
    both.remove(old);
    assertThat(run("25.0.1").out()).contains("-XX:AOTCache=" + both.get(0) + " -Xlog:aot*=off ");
    assertThat(run("17.0.1").out()).contains("-XX:SharedArchiveFile=" + old + " ");
    assertThat(made()).hasSize(2);
  }

  @Test
  @DisplayName(
      "an image runs its own Java, whatever JAVA_HOME says, with an archive of its own modules")
  void anImageRunsItsOwnJavaWithAnArchiveOfItsOwnModules() throws Exception {
    Map<String, String> environment = environment("25.0.1");
    Path runtime = Files.move(shell.jdk("17.0.1"), dist.resolve("runtime"));
    Files.writeString(runtime.resolve("bin/java"), JAVA);
    Files.createDirectories(runtime.resolve("lib"));
    Files.writeString(runtime.resolve("lib/modules"), "image");
    Files.delete(dist.resolve("modules/a.jar"));
    assertThat(run(environment).out()).contains(" -m io.lockstep.cli/").doesNotContain(" -p ");
    Path archive = archives(dist.resolve("archive"), 1).get(0);
    assertThat(run(environment).out()).contains("-XX:SharedArchiveFile=" + archive + " ");
    assertThat(made()).hasSize(1).first().asString().doesNotContain(" -p ");
    Files.writeString(runtime.resolve("lib/modules"), "other");
    assertThat(run(environment).out()).doesNotContain("SharedArchiveFile");
    anotherTakesThePlaceOf(archive);
  }

  @Test
  @DisplayName("two JDKs of one version keep an archive each")
  void twoJdksOfOneVersionKeepAnArchiveEach() throws Exception {
    Map<String, String> one = environment("17.0.1");
    Path other = folder.resolve("another jdk");
    Files.createDirectories(other.resolve("bin"));
    for (String file : new String[] {"bin/java", "release"}) {
      Files.copy(shell.tools().resolve("jdk-17.0.1").resolve(file), other.resolve(file));
    }
    other.resolve("bin/java").toFile().setExecutable(true);
    run(one);
    archives(dist.resolve("archive"), 1);
    run(environment(other));
    archives(dist.resolve("archive"), 2);
    assertThat(run(one).out()).contains("-XX:SharedArchiveFile=");
    assertThat(run(environment(other)).out()).contains("-XX:SharedArchiveFile=");
  }

  @Test
  @DisplayName("a module with another second of its date makes another archive, as Java wants it")
  void aModuleWithAnotherSecondOfItsDateMakesAnotherArchiveAsJavaWantsIt() throws Exception {
    Path jar = dist.resolve("modules/a.jar");
    Files.setLastModifiedTime(jar, FileTime.fromMillis(1_700_000_000_000L));
    run("17.0.1");
    Path old = archives(dist.resolve("archive"), 1).get(0);
    Files.setLastModifiedTime(jar, FileTime.fromMillis(1_700_000_001_000L));
    assertThat(run("17.0.1").out()).doesNotContain("SharedArchiveFile");
    anotherTakesThePlaceOf(old);
  }

  @Test
  @DisplayName("two first runs at once make one archive and say nothing of it")
  void twoAtOnce() throws Exception {
    Map<String, String> environment = environment("17.0.1");
    Process one = shell.start(environment, LAUNCHER, "x");
    Process two = shell.start(environment, LAUNCHER, "x");
    for (Process process : List.of(one, two)) {
      Cli cli = Shell.ended(process);
      assertThat(cli.code()).as(cli.all()).isZero();
      assertThat(cli.out()).endsWith("Main x\n").hasLineCount(1);
      assertThat(cli.err()).isEmpty();
    }
    Path archive = archives(dist.resolve("archive"), 1).get(0);
    assertThat(run("17.0.1").out()).contains("-XX:SharedArchiveFile=" + archive + " ");
    assertThat(made()).hasSize(1);
  }

  @Test
  @DisplayName("a cut archive and one with a changed byte are never given to Java, and made anew")
  void aCutArchiveAndOneWithAChangedByteAreNeverGivenToJavaAndMadeAnew() throws Exception {
    for (boolean cut : new boolean[] {true, false}) {
      run("17.0.1");
      Path archive = archives(dist.resolve("archive"), 1).get(0);
      byte[] bytes = Files.readAllBytes(archive);
      if (cut) {
        bytes = Arrays.copyOf(bytes, bytes.length - 1);
      } else {
        bytes[0] ^= 1;
      }
      Files.write(archive, bytes);
      assertThat(run("17.0.1").out()).doesNotContain("SharedArchiveFile");
      Path again = archives(dist.resolve("archive"), 1).get(0);
      assertThat(run("17.0.1").out()).contains("-XX:SharedArchiveFile=" + again + " ");
    }
  }

  @Test
  @DisplayName("a module of the same size and date but other bytes makes another archive")
  void aModuleOfTheSameSizeAndDateButOtherBytesMakesAnotherArchive() throws Exception {
    run("17.0.1");
    Path old = archives(dist.resolve("archive"), 1).get(0);
    Path jar = dist.resolve("modules/a.jar");
    var date = Files.getLastModifiedTime(jar);
    Files.writeString(jar, "b");
    Files.setLastModifiedTime(jar, date);
    assertThat(run("17.0.1").out()).doesNotContain("SharedArchiveFile");
    anotherTakesThePlaceOf(old);
  }

  private void anotherTakesThePlaceOf(Path old) throws Exception {
    for (long end = System.nanoTime() + 20_000_000_000L;
        Files.exists(old) && System.nanoTime() < end; ) {
      Thread.sleep(20);
    }
    assertThat(archives(dist.resolve("archive"), 1)).doesNotContain(old);
  }

  @Test
  @DisplayName("where the distribution cannot be written the cache folder holds it, else none does")
  void whereTheDistributionCannotBeWrittenTheCacheFolderHoldsItElseNoneDoes() throws Exception {
    Files.writeString(dist.resolve("archive"), "a file: no folder can be made");
    run("17.0.1");
    Path own;
    for (long end = System.nanoTime() + 20_000_000_000L; ; Thread.sleep(20)) {
      List<Path> all = files(cache.resolve("lockstep"));
      if (!all.isEmpty() || System.nanoTime() > end) {
        assertThat(all).hasSize(1);
        own = archives(all.get(0), 1).get(0);
        break;
      }
    }
    assertThat(run("17.0.1").out()).contains("-XX:SharedArchiveFile=" + own + " ");
    cache = folder.resolve("none");
    Files.writeString(cache, "a file");
    for (int i = 0; i < 2; i++) {
      assertThat(run("17.0.1").out()).doesNotContain("SharedArchiveFile");
    }
    assertThat(made()).hasSize(1);
  }

  @Test
  @DisplayName("a Java that cannot make one is asked once")
  void aJavaThatCannotMakeOneIsAskedOnce() throws Exception {
    Files.createFile(shell.tools().resolve("broken"));
    run("25.0.1");
    Path archive = dist.resolve("archive");
    for (long end = System.nanoTime() + 20_000_000_000L;
        files(archive).stream().noneMatch(file -> name(file).startsWith(".failed"))
            && System.nanoTime() < end; ) {
      Thread.sleep(20);
    }
    assertThat(run("25.0.1").out()).doesNotContain("AOT");
    assertThat(made()).hasSize(1);
  }

  @Test
  @DisplayName("what failed is tried again after a day, what was killed after ten minutes")
  void whatFailedIsTriedAgainAfterADayWhatWasKilledAfterTenMinutes() throws Exception {
    run("17.0.1");
    Path archive = archives(dist.resolve("archive"), 1).get(0);
    String of = name(archive).replaceFirst("-\\d+-\\d+$", "");
    Path failed = archive.resolveSibling(".failed-" + of);
    Path making = archive.resolveSibling(".making-" + of);
    for (Path left : new Path[] {failed, making}) {
      Duration enough = left == failed ? Duration.ofHours(24) : Duration.ofMinutes(10);
      Files.deleteIfExists(archive);
      if (left == failed) {
        Files.createFile(left);
      } else {
        Files.createDirectory(left);
      }
      date(left, enough.minusMinutes(2));
      run("17.0.1");
      Thread.sleep(300); // were one made, it would be there by now
      assertThat(files(archive.getParent())).containsExactly(left);
      date(left, enough.plusMinutes(2));
      run("17.0.1");
      archive = archives(archive.getParent(), 1).get(0);
    }
  }

  private static void date(Path file, Duration ago) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(ago)));
  }

  @Test
  @DisplayName(
      "Java makes and tries an archive in a folder that is gone with all that it left there")
  void javaMakesAndTriesAnArchiveInAFolderThatIsGoneWithAllThatItLeftThere() throws Exception {
    Map<String, String> environment = environment("17.0.1");
    Path java = Path.of(environment.get("JAVA_HOME"), "bin/java");
    Files.writeString(
        java,
        JAVA + "[ -n \"${quiet:-}\" ] && echo crash > hs_err.log && pwd >> \"$TOOLS/where\"\n");
    Map<String, String> relative = new HashMap<>(environment);
    relative.put("JAVA_HOME", shell.root().relativize(java.getParent().getParent()).toString());
    shell.run(relative, LAUNCHER, "x");
    Path archive = dist.resolve("archive");
    assertThat(archives(archive, 1)).noneMatch(file -> name(file).contains("hs_err"));
    assertThat(shell.root().resolve("hs_err.log")).doesNotExist();
    assertThat(Files.readAllLines(shell.tools().resolve("where")))
        .hasSize(2)
        .allMatch(where -> where.startsWith(archive.resolve(".making-").toString()));
  }

  @Test
  @DisplayName("an archive that Java goes without when it is tried is not kept")
  void anArchiveThatJavaGoesWithoutWhenItIsTriedIsNotKept() throws Exception {
    for (String version : new String[] {"17.0.1", "25.0.1"}) {
      Map<String, String> environment = environment(version);
      Files.writeString(
          Path.of(environment.get("JAVA_HOME"), "bin/java"),
          JAVA + "case \"$*\" in *-Xshare:on* | *-XX:AOTMode=on*) exit 1 ;; esac\n");
      shell.run(environment, LAUNCHER, "x");
    }
    Path archive = dist.resolve("archive");
    List<Path> all = files(archive);
    for (long end = System.nanoTime() + 20_000_000_000L;
        all.size() < 2 || all.stream().anyMatch(file -> !name(file).startsWith(".failed"));
        all = files(archive)) {
      assertThat(System.nanoTime()).as("" + all).isLessThan(end);
      Thread.sleep(20);
    }
  }

  @Test
  @DisplayName("a cache folder that is relative, or a list for Java, is none")
  void aCacheFolderThatIsRelativeOrAListForJavaIsNone() throws Exception {
    Files.writeString(dist.resolve("archive"), "a file");
    for (String name : new String[] {"cache", folder.resolve("a:b").toString()}) {
      Map<String, String> environment = new HashMap<>(environment("17.0.1"));
      environment.put("XDG_CACHE_HOME", name);
      run(environment);
      assertThat(shell.root().resolve(name)).doesNotExist();
    }
  }

  @Test
  @DisplayName("none is used or made where LOCKSTEP_ARCHIVE or options of the user's say so")
  void notWanted() throws Exception {
    for (Map.Entry<String, String> entry :
        Map.of("LOCKSTEP_ARCHIVE", "off", "LOCKSTEP_OPTS", "-Xshare:off").entrySet()) {
      Map<String, String> environment = new HashMap<>(environment("17.0.1"));
      environment.put(entry.getKey(), entry.getValue());
      assertThat(shell.run(environment, LAUNCHER, "x").out()).doesNotContain("SharedArchiveFile");
    }
    assertThat(dist.resolve("archive")).doesNotExist();
  }
}
