// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.option.FileUse;
import io.lockstep.cli.terminal.Ending;
import io.lockstep.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Every option that names a file to write, found in the command classes, ends the process with exit
 * code 6, the path and the reason where the file cannot be written. As {@link Main#main} does, an
 * {@link Ending} watches.
 */
@Tag("slow")
class WrittenFilesTest {
  private static final long MOST_MILLIS = 120_000;

  /** A command that works, without options that write: W is a workload, TMP a folder. */
  private static final Map<String, String> COMMANDS =
      Map.ofEntries(
          Map.entry("check", "check hd5870 --only latency"),
          Map.entry("compare", "compare W -d hd5870,gtx280"),
          Map.entry("run", "run W -d hd5870"),
          Map.entry("profile", "profile W -d hd5870"),
          Map.entry("explain", "explain W --from hd5870 --set dram.bandwidth=*2 --phases 1"),
          Map.entry("address", "address smem sbase=8"),
          Map.entry("advise", "advise W -d hd5870 --phases 1"),
          Map.entry("whatif", "whatif W dram.bandwidth=*2 -d hd5870 --phases 1"),
          Map.entry("sensitivity", "sensitivity W -d hd5870 --figures dram.clock --phases 1"),
          Map.entry(
              "calibrate",
              "calibrate TMP/suite.yaml -d hd5870 --parameters l2.latency=100cycles..400cycles"),
          Map.entry("record", "record W"),
          Map.entry("import", "import K"),
          Map.entry("points", "points TMP/points.jsonl"),
          Map.entry("sweep", "sweep W -d hd5870"),
          Map.entry("sweep export", "sweep export TMP/sweep"),
          Map.entry("sweep report", "sweep report TMP/sweep"),
          Map.entry("occupancy", "occupancy W -d hd5870"),
          Map.entry("validate", "validate TMP/suite.yaml"),
          Map.entry("new", "new device some-gpu"));

  /** What an option wants beside it, and the ending of its file. */
  private static final Map<String, String> USES =
      Map.of(
          "--dump", "--dump c=FILE.csv",
          "--timeline", "--timeline FILE.pftrace",
          "calibrate --output", "--output FILE.yaml",
          "import --output", "--output FILE.yaml",
          "record --dump", "-o TMP/w.lkt --dump c=FILE.csv",
          "record --output", "--output FILE.lkt",
          "timeline --output", "--output FILE.pftrace");

  /** A place where no file and no folder can be made. */
  private static final Path CLOSED = Path.of("/sys/lockstep-test");

  @TempDir private static Path folder;

  /** An option of a command. */
  private record Written(String command, OptionSpec option, FileUse.Kind kind) {
    /** What is typed for it. */
    String words(Path target) {
      String name = option.longestName();
      String usual = USES.getOrDefault(name, name + " FILE");
      return USES.getOrDefault(command + " " + name, usual).replace("FILE", target.toString());
    }

    @Override
    public String toString() {
      return command + " " + option.longestName();
    }
  }

  @BeforeAll
  static void prepare() throws IOException {
    Files.writeString(
        folder.resolve("suite.yaml"),
        "- {id: a, device: hd5870, workload: '%1$s', expected: 1}\n- {id: b, device: hd5870, workload: '%1$s', expected: 1}\n"
            .formatted(Cli.workload("vecadd")));
    Files.writeString(
        folder.resolve("points.jsonl"),
        "{\"workload\": \"%s\", \"device\": \"hd5870\"}\n".formatted(Cli.workload("vecadd")));
    Cli sweep = Cli.run(words("sweep W -d hd5870 -o TMP/sweep/"));
    assertThat(sweep.code()).as(sweep.all()).isZero();
  }

  @AfterAll
  static void unlink() throws IOException { // the folder's cleaner warns of links that lead out
    try (Stream<Path> files = Files.list(folder)) {
      for (Path link : files.filter(Files::isSymbolicLink).toList()) {
        Files.delete(link);
      }
    }
  }

  private static String[] words(String command) {
    Path kernel = Path.of(Cli.workload("vecadd")).resolveSibling("../kernels/vecadd.ptx");
    return Stream.of(command.split(" "))
        .map(word -> word.equals("W") ? Cli.workload("vecadd") : word)
        .map(word -> word.equals("K") ? kernel.normalize().toString() : word)
        .map(word -> word.replace("TMP", folder.toString()))
        .toArray(String[]::new);
  }

  private static Map<String, CommandSpec> commands() {
    CommandLine root = new CommandLine(new Main());
    Commands.add(root);
    Map<String, CommandSpec> all = new TreeMap<>();
    collect("", root, all);
    return all;
  }

  private static void collect(String path, CommandLine line, Map<String, CommandSpec> all) {
    all.put(path, line.getCommandSpec());
    line.getSubcommands().forEach((name, sub) -> collect((path + " " + name).strip(), sub, all));
  }

  private static FileUse use(ArgSpec arg) {
    return arg.userObject() instanceof AnnotatedElement field
        ? field.getAnnotation(FileUse.class)
        : null;
  }

  private static boolean takesFile(OptionSpec option) {
    List<Class<?>> types = new ArrayList<>(Arrays.asList(option.auxiliaryTypes()));
    types.add(option.type());
    return types.contains(Path.class)
        || types.contains(java.io.File.class)
        || option.paramLabel().matches(".*(FILE|FOLDER).*");
  }

  private static List<Written> written() {
    List<Written> all = new ArrayList<>();
    commands()
        .forEach(
            (name, command) -> {
              for (OptionSpec option : command.options()) {
                FileUse use = use(option);
                if (use != null && use.value() != FileUse.Kind.READ) {
                  all.add(new Written(name, option, use.value()));
                }
              }
            });
    return all;
  }

  @Test
  @DisplayName("every option that takes a file or a folder says whether it is written")
  void everyOptionThatTakesAFileOrAFolderSaysWhetherItIsWritten() {
    List<String> silent = new ArrayList<>();
    commands()
        .forEach(
            (name, command) ->
                command.options().stream()
                    .filter(o -> takesFile(o) && use(o) == null)
                    .forEach(o -> silent.add(name + " " + o.longestName() + " has no @FileUse")));
    assertThat(silent).isEmpty();
    assertThat(written().stream().map(Written::toString))
        .contains("profile --timeline", "compare --report", "sweep --output", "run --dump")
        .hasSizeGreaterThan(20);
  }

  @ParameterizedTest
  @MethodSource("written")
  @DisplayName("what cannot be written ends the process with 6, the path and the reason")
  void whatCannotBeWrittenEndsTheProcessWith6ThePathAndTheReason(Written one) throws Exception {
    assertThat(COMMANDS).as("a command line to try " + one + " with").containsKey(one.command());
    boolean isNew = // and must be
        one.kind() == FileUse.Kind.WRITE_FOLDER || one.command().equals("import");
    Path target = isNew ? CLOSED : folder.resolve("full");
    String typed = one.words(target);
    if (!isNew) {
      Path link = Path.of(typed.substring(typed.indexOf(target.toString())));
      Files.deleteIfExists(link);
      Files.createSymbolicLink(link, Path.of("/dev/full"));
    }
    Cli cli = watched(words(COMMANDS.get(one.command()) + " " + typed));
    assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.NOT_WRITTEN);
    assertThat(cli.err())
        .contains(target.toString(), "cannot be written")
        .doesNotContain("internal error");
    if (!isNew) {
      assertThat(cli.err()).contains("cannot be written: no space left on device");
    }
  }

  /** Runs a command under a time limit. */
  private static Cli watched(String... words) throws InterruptedException {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    PrintWriter errors = new PrintWriter(err, true);
    int[] code = {-1};
    Ending.watch(errors);
    try {
      Thread command =
          new Thread(() -> code[0] = Main.execute(new PrintWriter(out, true), errors, words));
      command.setDaemon(true); // one that hangs keeps no other
      command.start();
      command.join(MOST_MILLIS);
      assertThat(command.isAlive()).as("%s hangs: %s%s", List.of(words), out, err).isFalse();
    } finally {
      Ending.unwatch();
    }
    return new Cli(code[0], out.toString(), err.toString());
  }
}
