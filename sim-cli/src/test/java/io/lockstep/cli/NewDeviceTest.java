// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.spec.DeviceSpec;
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
import java.util.Optional;
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
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

@Tag("slow")
class NewDeviceTest {
  // examples are held to what they promise, a new device not before its file loses this line
  private static final String IMAGINARY =
      "imaginary: true  # what it promises and does not reach is a warning, no failure\n";

  @TempDir private Path folder;

  private Path made(String template, String name) {
    Path project = folder.resolve("made");
    Cli cli = Cli.run("new", "device", name, "--template", template, "-o", project.toString());
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).contains(" files", "mvn -f " + project + " package");
    return project;
  }

  @ParameterizedTest
  @CsvSource({"simple, toy, 16", "warps, pair, 44"})
  void aNewDeviceCompilesPassesTheKitAndRuns(String template, String own, int checks)
      throws Exception {
    Path project = made(template, "my-gpu");
    assertThat(project.resolve("src/main/java/com/example/mygpu/MyGpuUnit.java")).exists();
    for (Path file : files(project)) {
      assertThat(Files.readString(file)).as("%s", file).doesNotContainIgnoringCase(own);
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
    assertThat(cli.out()).contains(checks + " checks, 0 failed");

    TestExecutionSummary kit = run(List.of(classes, tests));
    assertThat(kit.getFailures()).extracting(f -> f.getException().getMessage()).isEmpty();
    assertThat(kit.getTestsSucceededCount()).isGreaterThan(20);
  }

  /** Wants a distribution, which this module's build makes after its tests: the last build's. */
  @ParameterizedTest
  @ValueSource(strings = {"simple", "warps"})
  void mavenBuildsANewDeviceOfflineAndAllChecksPass(String template) throws Exception {
    Path distribution = Path.of("target", "lockstep").toAbsolutePath();
    Path plugins = Path.of(System.getProperty("user.home"), ".m2", "repository");
    assumeThat(distribution.resolve("repository")).isDirectory();
    Path project = made(template, "my-gpu");
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

  @ParameterizedTest
  @CsvSource({"simple, toy, 14", "warps, pair, 16"})
  void theExampleDeviceIsWhatTheCommandWritesUnderItsName(String template, String name, int count)
      throws IOException {
    Path example = Path.of("..", "examples", "device-" + name);
    Path project = made(template, name);
    List<Path> made = files(project);
    assertThat(made).hasSize(count);
    for (Path file : made) {
      String own =
          Files.readString(example.resolve(project.relativize(file)))
              .replace("family: " + name + "\n", "family: " + name + "\n" + IMAGINARY);
      String text = Files.readString(file);
      assertThat(text.replaceAll("(?<=<lockstep.home>)[^<]*", ""))
          .isEqualTo(own.replaceAll("(?<=<lockstep.home>)[^<]*", ""));
    }
    try (Stream<Path> own = Files.walk(example)) {
      assertThat(
              own.filter(Files::isRegularFile)
                  .filter(f -> !example.relativize(f).startsWith("target")))
          .hasSize(count);
    }
  }

  @Test
  void aDeviceByDataIsItsBaseUntilItsFileIsChanged() throws IOException {
    Catalogue catalogue = Catalogue.of(Optional.empty(), List.of());
    for (DeviceSpec base : catalogue.specs()) {
      Path made = folder.resolve(base.id());
      String[] data = {"--template", "data", "--extends", base.id(), "-o", made.toString()};
      Cli cli =
          Cli.run(
              Stream.of(List.of("new", "device", "mine"), List.of(data))
                  .flatMap(List::stream)
                  .toArray(String[]::new));
      assertThat(cli.code()).as(cli.all()).isZero();
      DeviceSpec mine = catalogue.spec(made.resolve("mine.yaml").toString());
      assertThat(mine.id()).isEqualTo("mine");
      assertThat(mine.hash()).isEqualTo(base.hash());
      String origin = base.inheritedFrom("dram.channels").orElse(base.id());
      assertThat(mine.inheritedFrom("dram.channels")).contains(origin);
      assertThat(mine.inheritedFrom("unit.count")).isEmpty();
    }
    String file = folder.resolve("mi100").resolve("mine.yaml").toString();
    Path next = folder.resolve("next");
    Cli.run("new", "device", "yours", "--template", "data", "--extends", file, "-o", "" + next);
    DeviceSpec yours = catalogue.spec(next.resolve("yours.yaml").toString());
    assertThat(yours.hash()).isEqualTo(catalogue.spec("mi100").hash());
  }

  @ParameterizedTest
  @CsvSource({
    "--template data, 2, --extends mi100",
    "--extends mi100, 2, --extends is for --template data",
    "--template data --extends mi10, 3, did you mean 'mi100'?",
    "--template dat, 2, 'expected one of [simple, warps, data]'",
  })
  void aTemplateThatCannotBeIsToldInOneMessageAndNothingIsWritten(
      String options, int code, String says) throws IOException {
    String all = "new device mine " + options + " -o " + folder.resolve("none");
    Cli cli = Cli.run(all.split(" "));
    assertThat(cli.code()).as(cli.all()).isEqualTo(code);
    assertThat(cli.err()).contains(says);
    assertThat(folder).isEmptyDirectory();
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
