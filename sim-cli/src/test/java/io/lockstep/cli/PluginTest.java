package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The device from outside, built against the modules and dropped into a plug-in folder as a jar.
 */
class PluginTest {
  private static final Path TOY = Path.of("..", "examples", "device-toy", "src", "main");

  @TempDir static Path folder;

  private static Path plugins;
  private static Path classes;

  @BeforeAll
  static void build() throws IOException {
    classes = Files.createDirectories(folder.resolve("classes"));
    String path =
        Stream.of(
                System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path", ""))
            .filter(p -> !p.isEmpty())
            .reduce((a, b) -> a + File.pathSeparator + b)
            .orElseThrow();
    // Only what a stranger has: the modules, not this test's own classes.
    String modules =
        Stream.of(path.split(File.pathSeparator))
            .filter(p -> p.contains("sim-") || p.contains("snakeyaml") || p.contains("disruptor"))
            .filter(p -> !p.contains("sim-cli") && !p.contains("test-classes"))
            .distinct()
            .reduce((a, b) -> a + File.pathSeparator + b)
            .orElseThrow();
    List<String> args = new ArrayList<>(List.of("-d", classes.toString(), "-p", modules));
    args.addAll(List.of("--release", "17"));
    try (Stream<Path> sources = Files.walk(TOY.resolve("java"))) {
      sources.filter(p -> p.toString().endsWith(".java")).forEach(p -> args.add(p.toString()));
    }
    ToolProvider compiler = ToolProvider.findFirst("javac").orElseThrow();
    assertThat(compiler.run(System.out, System.err, args.toArray(String[]::new))).isZero();
    plugins = Files.createDirectories(folder.resolve("plugins"));
    jar(plugins.resolve("device-toy.jar"), classes, TOY.resolve("resources"));
  }

  private static void jar(Path target, Path... roots) throws IOException {
    try (OutputStream out = Files.newOutputStream(target);
        JarOutputStream jar = new JarOutputStream(out)) {
      for (Path root : roots) {
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
          files = all.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) {
          jar.putNextEntry(
              new JarEntry(root.relativize(file).toString().replace(File.separatorChar, '/')));
          jar.write(Files.readAllBytes(file));
        }
      }
    }
  }

  @Test
  @DisplayName("it appears in the list of devices and shows every figure")
  void devices() {
    Cli list = Cli.run("devices", "--plugin-path", plugins.toString());
    assertThat(list.code()).as(list.all()).isZero();
    assertThat(list.out()).contains("toy", "hd5870", "mi300a", "gtx280");
    Cli one = Cli.run("devices", "toy", "--plugin-path", plugins.toString());
    assertThat(one.out()).contains("50cycles", "guessed", "1cycles … 1000cycles");
  }

  @Test
  @DisplayName("it takes part in a comparison, with overrides, and is verified")
  void compare() {
    Cli cli =
        Cli.run(
            "compare",
            Cli.workload("matmul"),
            "-d",
            "toy,hd5870",
            "--set",
            "latency=100cycles",
            "--plugin-path",
            plugins.toString(),
            "-f",
            "csv");
    assertThat(cli.code()).as(cli.all()).isZero();
    String[] lines = cli.out().split("\n");
    assertThat(lines[1]).startsWith("matmul,toy,").contains(",ok,true,");
    assertThat(lines[2])
        .startsWith("matmul,hd5870,")
        .contains(",refused,", "has no figure 'latency'");
  }

  @Test
  @DisplayName("two providers of one family are an error that names both")
  void twice() throws IOException {
    Path twice = Files.createDirectories(folder.resolve("twice"));
    Files.copy(plugins.resolve("device-toy.jar"), twice.resolve("a.jar"));
    Files.copy(plugins.resolve("device-toy.jar"), twice.resolve("b.jar"));
    Cli cli = Cli.run("devices", "--plugin-path", twice.toString());
    assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err()).contains("two providers supply the family 'toy'", "a.jar", "b.jar");
  }

  @Test
  @DisplayName("without the folder nobody knows it")
  void absent() {
    Cli cli = Cli.run("run", Cli.workload("matmul"), "-d", "toy");
    assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err()).contains("unknown device");
  }
}
