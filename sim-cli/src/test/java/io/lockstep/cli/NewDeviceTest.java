// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.lockstep.cli.terminal.ExitCode;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

@Tag("slow")
class NewDeviceTest {
  private static final Path TOY = Path.of("..", "examples", "device-toy");

  @TempDir private Path folder;

  private Path made(String name) {
    Path project = folder.resolve("made");
    Cli cli = Cli.run("new", "device", name, "-o", project.toString());
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).contains("14 files", "mvn -f " + project + " package");
    return project;
  }

  @Test
  void aNewDeviceCompilesPassesTheKitAndRuns() throws Exception {
    Path project = made("my-gpu");
    assertThat(project.resolve("src/main/java/com/example/mygpu/MyGpuUnit.java")).exists();
    for (Path file : files(project)) {
      assertThat(Files.readString(file)).as("%s", file).doesNotContainIgnoringCase("toy");
    }
    Path classes = folder.resolve("classes");
    compile(project.resolve("src/main/java"), classes, "-p", ToyJars.modulePath());
    copy(project.resolve("src/main/resources"), classes);
    Path tests = folder.resolve("tests");
    String classPath = System.getProperty("java.class.path");
    String modules = System.getProperty("jdk.module.path", "");
    compile(
        project.resolve("src/test/java"),
        tests,
        "-cp",
        String.join(File.pathSeparator, classes.toString(), classPath, modules));

    Path plugins = Files.createDirectories(folder.resolve("plugins"));
    jar(classes, plugins.resolve("device-my-gpu.jar"));
    Cli cli =
        Cli.run(
            "compare",
            Cli.workload("matmul"),
            "-d",
            "my-gpu,hd5870",
            "--plugin-path",
            plugins.toString(),
            "-f",
            "csv");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).contains("matmul,my-gpu,", ",ok,true,");
    assertThat(cli.err()).isEmpty();
    cli = Cli.run("check", "my-gpu", "--plugin-path", plugins.toString());
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).contains("16 checks, 0 failed");

    TestExecutionSummary kit = run(List.of(classes, tests));
    assertThat(kit.getFailures()).extracting(f -> f.getException().getMessage()).isEmpty();
    assertThat(kit.getTestsSucceededCount()).isGreaterThan(20);
  }

  /** Wants a distribution, which this module's build makes after its tests: the last build's. */
  @Test
  void mavenBuildsANewDeviceOfflineAndAllChecksPass() throws Exception {
    Path distribution = Path.of("target", "lockstep").toAbsolutePath();
    Path plugins = Path.of(System.getProperty("user.home"), ".m2", "repository");
    assumeThat(distribution.resolve("repository")).isDirectory();
    Path project = made("my-gpu");
    // A local repository of its own, which takes plug-ins from the user's as from Maven Central.
    Path settings = folder.resolve("settings.xml");
    Files.writeString(
        settings,
        """
        <settings>
          <localRepository>%s</localRepository>
          <mirrors><mirror><id>local</id><mirrorOf>central</mirrorOf><url>%s</url></mirror></mirrors>
        </settings>
        """
            .formatted(folder.resolve("m2"), plugins.toUri()));
    Process maven =
        new ProcessBuilder(
                "mvn",
                "-B",
                "-o",
                "-s",
                settings.toString(),
                "-Dlockstep.home=" + distribution,
                "-DexcludedGroups=thorough", // tried with the example device
                "verify")
            .directory(project.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(maven.waitFor()).as(said).isZero();
    Matcher sum =
        Pattern.compile("Tests run: (\\d+), Failures: 0, Errors: 0, Skipped: 0\\R").matcher(said);
    assertThat(sum.find()).as(said).isTrue();
    assertThat(Integer.parseInt(sum.group(1))).isGreaterThan(35);
    assertThat(project.resolve("target/device-my-gpu-1.0.jar")).exists();
  }

  private static TestExecutionSummary run(List<Path> places) throws Exception {
    URL[] urls = new URL[places.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = places.get(i).toUri().toURL();
    }
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    try (URLClassLoader loader = new URLClassLoader(urls, NewDeviceTest.class.getClassLoader())) {
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(
                      selectClass(loader.loadClass("com.example.mygpu.MyGpuTest")),
                      selectClass(loader.loadClass("com.example.mygpu.MyGpuLinesTest")))
                  .filters(TagFilter.excludeTags("thorough")) // tried with the example device
                  .build(),
              listener);
    }
    return listener.getSummary();
  }

  @Test
  void theExampleDeviceIsWhatTheCommandWritesUnderItsName() throws IOException {
    Path project = made("toy");
    List<Path> made = files(project);
    assertThat(made).hasSize(14);
    for (Path file : made) {
      String own = Files.readString(TOY.resolve(project.relativize(file)));
      String text = Files.readString(file);
      assertThat(text.replaceAll("(?<=<lockstep.home>)[^<]*", ""))
          .isEqualTo(own.replaceAll("(?<=<lockstep.home>)[^<]*", ""));
    }
    try (Stream<Path> own = Files.walk(TOY)) {
      assertThat(
              own.filter(Files::isRegularFile).filter(f -> !TOY.relativize(f).startsWith("target")))
          .hasSize(14);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "My_GPU, 2, nearest legal: my-gpu",
    "9gpu, 2, nearest legal: gpu",
    "new, 2, nearest legal: new1",
    "'', 2, expected lower-case letters",
    "hd5870, 3, is a device of Lockstep's own",
    "cdna, 3, is a family of Lockstep's own",
  })
  void aNameThatCannotBeIsToldInOneLineAndNothingIsWritten(String name, int code, String says)
      throws IOException {
    Cli cli = Cli.run("new", "device", name, "-o", folder.resolve("none").toString());
    assertThat(cli.code()).as(cli.all()).isEqualTo(code);
    assertThat(cli.err()).contains(says).hasLineCount(1);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void anExistingFolderIsLeftAsItIs() throws IOException {
    Path mine = Files.createDirectory(folder.resolve("mine"));
    Cli cli = Cli.run("new", "device", "my-gpu", "-o", mine.toString());
    assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err()).contains(mine + ": already exists").hasLineCount(1);
    assertThat(mine).isEmptyDirectory();
    Path deep = folder.resolve("absent").resolve("project");
    cli = Cli.run("new", "device", "my-gpu", "-o", deep.toString());
    assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err()).contains("no such folder: " + deep.getParent()).hasLineCount(1);
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all).containsExactly(mine);
    }
  }

  @Test
  void theRepositoryHoldsAllModulesThatItsModulesRequireWithSourcesAndJavadoc() throws IOException {
    String own = Files.readString(Path.of("pom.xml"));
    String list = own.replaceAll("(?s).*<includeArtifactIds>([^<]+)<.*", "$1");
    List<String> modules = List.of(list.split(","));
    assertThat(modules).contains("sim-parts", "device-tck");
    for (String module : modules) {
      String pom = Files.readString(Path.of("..", module, "pom.xml"));
      assertThat(pom).as(module).contains("<unpublished>false</unpublished>");
      for (String dependency : pom.replaceFirst("(?s).*?</parent>", "").split("<dependency>")) {
        if (dependency.contains("<groupId>io.lockstep<") && !dependency.contains(">test<")) {
          assertThat(modules)
              .contains(dependency.replaceAll("(?s).*?<artifactId>([^<]*)<.*", "$1"));
        }
      }
    }
  }

  private static void compile(Path sources, Path into, String... paths) throws IOException {
    List<String> args = new ArrayList<>(List.of(paths));
    args.addAll(List.of("--release", "17", "-proc:none", "-Xlint:all,-classfile", "-d", "" + into));
    files(sources).forEach(f -> args.add(f.toString()));
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    int code =
        ToolProvider.findFirst("javac").orElseThrow().run(out, out, args.toArray(String[]::new));
    assertThat(code).as("%s", said).isZero();
  }

  private static void copy(Path from, Path to) throws IOException {
    for (Path file : files(from)) {
      Path copy = to.resolve(from.relativize(file).toString());
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy);
    }
  }

  private static void jar(Path classes, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      for (Path entry : files(classes)) {
        jar.putNextEntry(
            new JarEntry(classes.relativize(entry).toString().replace(File.separatorChar, '/')));
        jar.write(Files.readAllBytes(entry));
      }
    }
  }

  private static List<Path> files(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
