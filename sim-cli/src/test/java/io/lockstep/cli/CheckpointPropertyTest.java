package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/** Run = save + load + run + save + load + run: any workload, device, ticks and threads. */
@Tag("slow")
class CheckpointPropertyTest {
  /** What a whole run printed and when it ended, by workload and device. */
  private record Whole(String out, long end) {}

  private static final Map<String, Whole> WHOLE = new HashMap<>();

  @Provide
  Arbitrary<String> workloads() {
    return Arbitraries.of(
        Cli.workload("matmul"),
        Cli.workload("reduce"),
        Cli.workload("histogram"),
        Cli.workload("bitonic"),
        Cli.workload("vecadd"),
        Cli.workload("diverge"),
        Cli.example("double_buffer"),
        Cli.example("pipeline"),
        Cli.example("fork_join"),
        Cli.example("both_ways"),
        Cli.example("two_kernels"));
  }

  @Provide
  Arbitrary<String> devices() {
    return Arbitraries.of("hd5870", "hd6970", "mi100", "mi300a", "8800gtx", "gtx280");
  }

  @Property(tries = 12)
  void aRunResumedTwiceHasTheResultOfTheWholeRun(
      @ForAll("workloads") String workload,
      @ForAll("devices") String device,
      @ForAll @IntRange(min = 0, max = 999) int first,
      @ForAll @IntRange(min = 0, max = 999) int second,
      @ForAll @IntRange(min = 1, max = 3) int threads)
      throws IOException {
    Path folder = Files.createTempDirectory("checkpoint");
    try {
      Whole whole = whole(workload, device, folder.resolve("never").toString());
      if (whole == null) {
        return; // the device refuses the workload
      }
      String a = folder.resolve("a").toString();
      String b = folder.resolve("b").toString();
      List<String> run = run(workload, device);
      long early = whole.end * Math.min(first, second) / 1000;
      long late = whole.end * Math.max(first, second) / 1000;
      Cli saved = cli(run, "--checkpoint-at", "" + early, "--checkpoint", a);
      assertThat(saved.out()).as("saving after %s: %s", early, saved.err()).isEqualTo(whole.out);
      List<String> resume = List.of("run", "-f", "json", "--threads", "" + threads);
      Cli again = cli(resume, "--resume", a, "--checkpoint-at", "" + late, "--checkpoint", b);
      assertThat(again.out()).as("from %s: %s", early, again.err()).isEqualTo(whole.out);
      Cli rest = cli(resume, "--resume", b);
      assertThat(rest.out()).as("from %s: %s", late, rest.err()).isEqualTo(whole.out);
    } finally {
      for (String name : new String[] {"a", "b", "never"}) {
        Files.deleteIfExists(folder.resolve(name));
      }
      Files.delete(folder);
    }
  }

  private static List<String> run(String workload, String device) {
    return List.of("run", workload, "-d", device, "-f", "json");
  }

  private static Cli cli(List<String> run, String... more) {
    List<String> all = new ArrayList<>(run);
    all.addAll(List.of(more));
    return Cli.run(all.toArray(String[]::new));
  }

  private static Whole whole(String workload, String device, String never) {
    return WHOLE.computeIfAbsent(
        workload + device,
        key -> {
          List<String> run = run(workload, device);
          Cli plain = cli(run);
          if (plain.code() == ExitCode.REFUSED) {
            return null;
          }
          assertThat(plain.code()).as(plain.all()).isZero();
          Cli late = cli(run, "--checkpoint-at", "" + Long.MAX_VALUE, "--checkpoint", never);
          Matcher tick = Pattern.compile("ended at tick (\\d+);").matcher(late.err());
          assertThat(tick.find()).as(late.all()).isTrue();
          return new Whole(plain.out(), Long.parseLong(tick.group(1)));
        });
  }
}
