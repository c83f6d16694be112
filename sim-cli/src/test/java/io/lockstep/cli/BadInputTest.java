// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Bad input is normal: one clear message, the right exit code, no stack trace. */
@Tag("slow")
class BadInputTest {
  private static final String KERNEL =
      """
      .version 8.5
      .target sm_50
      .address_size 64
      .visible .entry k(.param .u64 p0, .param .u32 p1)
      {
        .reg .pred %p<4>;
        .reg .b32 %r<8>;
        .reg .b64 %rd<8>;
        .shared .align 4 .b8 s[64];
        ld.param.u64 %rd1, [p0];
        ld.param.u32 %r1, [p1];
        mov.u32 %r2, %tid.x;
        @BODY@
        mul.wide.u32 %rd2, %r2, 4;
        add.s64 %rd3, %rd1, %rd2;
        st.global.u32 [%rd3], %r2;
        ret;
      }
      """;

  private static final String WORKLOAD =
      """
      name: w
      kernels: k.ptx
      parameters: {n: 64}
      buffers:
        a: {type: u32, count: n}
      steps:
        - {launch: k, grid: [1], block: [64], args: [a, {i32: 1}]}
      """;

  @TempDir Path folder;

  private record Case(String name, int code, String message, Arranged arranged) {}

  private interface Arranged {
    List<String> args(BadInputTest test) throws IOException;
  }

  private static Case of(String name, int code, String message, Arranged arranged) {
    return new Case(name, code, message, arranged);
  }

  @BeforeEach
  void good() throws IOException {
    write("k.ptx", KERNEL.replace("@BODY@", ""));
    write("w.yaml", WORKLOAD);
  }

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, text);
    return file;
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private List<String> run(String... options) {
    List<String> args = new java.util.ArrayList<>();
    boolean observed =
        Stream.of(options).anyMatch(o -> o.matches("--(time|series|inter|finger).*"));
    String command = observed ? "profile" : "run";
    args.addAll(List.of(command, folder.resolve("w.yaml").toString(), "-d", "hd5870"));
    args.addAll(List.of(options));
    return args;
  }

  private List<String> compare(String file, String... more) {
    return Stream.concat(
            Stream.of("compare", folder.resolve(file).toString(), "-d", "hd5870"), Stream.of(more))
        .toList();
  }

  /** The good workload with something replaced. */
  private static Arranged workload(String from, String to) {
    return t -> {
      assertThat(WORKLOAD).contains(from);
      t.write("w.yaml", WORKLOAD.replace(from, to));
      return t.compare("w.yaml");
    };
  }

  /** The good kernel with instructions added. */
  private static Arranged kernel(String body, String... more) {
    return t -> {
      t.write("k.ptx", KERNEL.replace("@BODY@", body));
      return t.compare("w.yaml", more);
    };
  }

  private static Arranged args(String... args) {
    return t -> List.of(args);
  }

  private static Arranged trace(java.util.function.UnaryOperator<byte[]> change) {
    return t -> {
      Path file = t.folder.resolve("t.lkt");
      Cli record = Cli.run("record", t.folder.resolve("w.yaml").toString(), "-o", file.toString());
      assertThat(record.code()).as(record.all()).isZero();
      Files.write(file, change.apply(Files.readAllBytes(file)));
      return t.compare("t.lkt");
    };
  }

  private static Arranged device(String yaml) {
    return t -> {
      String file = t.write("d.yaml", yaml).toString();
      return List.of("compare", t.folder.resolve("w.yaml").toString(), "-d", file);
    };
  }

  private static final List<Case> CASES =
      List.of(
          of(
              "missing workload",
              3,
              "nowhere.yaml: no such file",
              args("compare", "nowhere.yaml", "-d", "hd5870")),
          of("missing kernel file", 3, "w.yaml:2:10: no file", workload("k.ptx", "kk.ptx")),
          of(
              "a number where a list belongs",
              3,
              "w.yaml:7:23: expected a list, found text 'x y'",
              workload("[1], block", "x y, block")),
          of("YAML syntax", 3, "w.yaml:", workload("steps:", "steps: [")),
          of("unknown key", 3, "did you mean 'buffers'?", workload("buffers:", "bufers:")),
          of("unknown step", 3, "did you mean 'launch'?", workload("launch: k", "lanch: k")),
          of("unknown type", 3, "did you mean 'u32'?", workload("type: u32", "type: u33")),
          of("duplicate key", 3, "name", workload("name: w", "name: w\nname: v")),
          of(
              "unknown buffer",
              3,
              "w.yaml:7:48: no buffer 'b'; did you mean 'a'?",
              workload("args: [a,", "args: [b,")),
          of("argument count", 3, "argument", workload("[a, {i32: 1}]", "[a]")),
          of(
              "argument type",
              3,
              "parameter 1 of 'k' is an integer of 32 bits, found f64",
              workload("[a, {i32: 1}]", "[a, {f64: 1.0}]")),
          of("unknown kernel", 3, "did you mean 'k'?", workload("launch: k,", "launch: kk,")),
          of("negative count", 3, "count", workload("count: n", "count: -4")),
          of("division by zero", 3, "w.yaml:", workload("count: n", "count: \"n / 0\"")),
          of("unknown parameter", 3, "did you mean 'n'?", t -> t.compare("w.yaml", "-p", "m=3")),
          of("parameter of wrong type", 3, "n", t -> t.compare("w.yaml", "-p", "n=many")),
          of("PTX syntax", 3, "k.ptx:", kernel("add.s32 %r3, %r2")),
          of("unknown instruction", 3, "unknown instruction", kernel("ad.s32 %r3, %r2, 1;")),
          of("undeclared register", 3, "%x9", kernel("add.s32 %r3, %x9, 1;")),
          of("undeclared label", 3, "NOWHERE", kernel("bra NOWHERE;")),
          of(
              "one element too far",
              3,
              "out of bounds of buffer a of 252 bytes",
              workload("count: n", "count: 63")),
          of("misaligned access", 3, "align", kernel("add.s64 %rd1, %rd1, 2;")),
          of(
              "endless loop",
              3,
              "budget",
              kernel(
                  "L: add.s32 %r3, %r3, 1; setp.ne.s32 %p1, %r3, 0; @%p1 bra L;",
                  "--instruction-budget", "100000")),
          of("no way out", 3, "an endless loop: no path", kernel("L: bra L;")),
          of(
              "divergent barrier",
              3,
              "barrier",
              kernel("setp.lt.u32 %p1, %r2, 7; @%p1 bra SKIP; bar.sync 0; SKIP:\n")),
          of(
              "truncated trace",
              3,
              "t.lkt: byte",
              trace(b -> java.util.Arrays.copyOf(b, b.length / 2))),
          of(
              "flipped bit",
              3,
              "t.lkt: byte",
              trace(
                  b -> {
                    b[b.length / 2] ^= 4;
                    return b;
                  })),
          of("no trace at all", 3, "t.lkt", trace(b -> new byte[] {1, 2, 3})),
          of(
              "parameters for a trace",
              3,
              "takes no parameters",
              t -> {
                List<String> a = new java.util.ArrayList<>(trace(b -> b).args(t));
                a.addAll(List.of("-p", "n=3"));
                return a;
              }),
          of(
              "unknown device",
              3,
              "did you mean 'hd5870'?",
              t -> List.of("compare", t.folder.resolve("w.yaml").toString(), "-d", "hd587")),
          of(
              "unknown figure",
              3,
              "did you mean 'l1.size'?",
              t -> t.compare("w.yaml", "--set", "l1.sise=16KiB")),
          of(
              "impossible override",
              3,
              "lds.size",
              t -> t.compare("w.yaml", "--set", "lds.size=-1KiB")),
          of(
              "override without unit",
              3,
              "expected bytes",
              t -> t.compare("w.yaml", "--set", "lds.size=16")),
          of(
              "device file: unknown base",
              3,
              "unknown device 'hd9999'",
              device("device: mine\nextends: hd9999\n")),
          of(
              "device file: unknown figure",
              3,
              "d.yaml:3:6: unknown figure 'l1.sise'",
              device("device: mine\nextends: hd5870\nl1: {sise: 16KiB}\n")),
          of(
              "device file: no such file",
              3,
              "no such file",
              t -> List.of("compare", t.folder.resolve("w.yaml").toString(), "-d", "x.yaml")),
          of(
              "group too large",
              5,
              "work-group size 512 exceeds 256",
              workload(
                  "count: n}\nsteps:\n  - {launch: k, grid: [1], block: [64]",
                  "count: 512}\nsteps:\n  - {launch: k, grid: [1], block: [512]")),
          of(
              "no such plug-in folder",
              3,
              "no such plug-in folder",
              t -> t.compare("w.yaml", "--plugin-path", "nowhere")),
          of(
              "timeline under another ending",
              3,
              "t.txt: expected a timeline's name to end in .pftrace",
              t -> t.run("--timeline", t.folder.resolve("t.txt").toString())),
          of(
              "timeline in no folder",
              3,
              "t.pftrace: cannot be written: there is no folder",
              t -> t.run("--timeline", t.folder.resolve("no/t.pftrace").toString())),
          of(
              "series that is a folder",
              3,
              "cannot be written: it is a folder",
              t -> t.run("--series", t.folder.toString())),
          of(
              "window that ends before it begins",
              2,
              "--timeline-window: expected two ticks FROM:TO, 0 <= FROM <= TO, found 9:5",
              t -> t.run("--timeline", "t.pftrace", "--timeline-window", "9:5")),
          of(
              "window of negative ticks",
              2,
              "--timeline-window: expected two ticks FROM:TO, 0 <= FROM <= TO, found -5:7",
              t -> t.run("--timeline", "t.pftrace", "--timeline-window=-5:7")),
          of(
              "filter without a timeline",
              2,
              "--timeline-*: these choose what goes into a --timeline FILE",
              t -> t.run("--timeline-kernel", "k")),
          of(
              "no interval",
              2,
              "--interval: expected at least 1 tick, found 0",
              t -> t.run("--series", "s.csv", "--interval", "0")),
          of("unknown command", 2, "compare", args("compair", "w.yaml")),
          of("unknown option", 2, "--formt", args("compare", "w.yaml", "--formt", "json")),
          of("unknown format", 2, "xml", args("compare", "w.yaml", "-f", "xml")),
          of(
              "run without a device",
              2,
              "--device",
              t -> List.of("run", t.folder.resolve("w.yaml").toString())),
          of(
              "trace under another ending",
              2,
              ".lkt",
              t -> List.of("record", t.folder.resolve("w.yaml").toString(), "-o", "x.trace")),
          of(
              "a kernel in the workload's place",
              3,
              "k.ptx: is a kernel; expected a workload (.yaml) that launches it",
              t -> List.of("compare", t.folder.resolve("k.ptx").toString())),
          of(
              "a parameter without its value",
              2,
              "option '--param' (NAME=VALUE) should be in the form NAME=VALUE but was n",
              t -> t.run("-p", "n")),
          of(
              "sweep into no folder, before anything is simulated",
              3,
              "cannot be written: there is no folder",
              t -> List.of("sweep", "nosuch.yaml", "-d", "hd5870", "-o", t.path("no/x.csv"))),
          of(
              "an unknown base",
              3,
              "d.yaml:2:10: unknown device 'hd587'; did you mean",
              device("device: d\nextends: hd587\n")),
          of(
              "an unknown family",
              3,
              "d.yaml:2:9: unknown family 'evergren'; did you mean",
              device("device: d\nfamily: evergren\n")),
          of(
              "inspect an unknown kind of file",
              3,
              "expected one of",
              t -> List.of("inspect", t.write("k.spv", "").toString())),
          of(
              "inspect an unknown kernel",
              3,
              "did you mean 'k'?",
              t -> List.of("inspect", t.folder.resolve("k.ptx").toString(), "-k", "kk")));

  @TestFactory
  @DisplayName("every wrong input has its message and exit code")
  Stream<DynamicTest> everyWrongInputHasItsMessageAndExitCode() {
    return CASES.stream()
        .map(
            c ->
                DynamicTest.dynamicTest(
                    c.name,
                    () -> {
                      good();
                      Cli cli = Cli.run(c.arranged.args(this).toArray(String[]::new));
                      assertThat(cli.code()).as(cli.all()).isEqualTo(c.code);
                      assertThat(cli.err() + cli.out()).contains(c.message);
                      assertThat(cli.err())
                          .doesNotContain("\tat ")
                          .doesNotContain("internal error");
                    }));
  }
}
