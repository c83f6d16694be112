// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.io.output.OutputFile;
import io.lockstep.spi.SliceKind;
import io.lockstep.spi.Timeline;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is recorded is shown, and filters keep what they should. */
class TimelineFileTest {
  @TempDir Path folder;

  private final List<String> written = new ArrayList<>();

  /** Everything recorded, as lines. */
  private static final class Lines implements TimelineVisitor {
    final List<String> slices = new ArrayList<>();
    private final List<String> tracks = new ArrayList<>();
    private String device;

    @Override
    public void device(TimelineVisitor.Subject of, List<String> kernels) {
      device = of.id() + "/" + of.name() + "/" + of.workload() + "/" + of.tickHertz() + kernels;
    }

    @Override
    public void part() {
      tracks.clear();
    }

    @Override
    public void track(String component, String lane, boolean detail) {
      tracks.add(component + " " + lane);
    }

    @Override
    public void slice(int track, SliceKind kind, long start, long end, long a, long b) {
      slices.add(device + ": " + line(tracks.get(track), kind, start, end, a, b));
    }

    @Override
    public void end() {}
  }

  private static String line(String track, SliceKind kind, long start, long end, long a, long b) {
    return track + " " + kind + " " + start + "-" + end + " " + a + " " + b;
  }

  /** Random intervals of two devices, two partitions each, more than a block of them. */
  private void record(TimelineFile file) {
    Random random = new Random(5);
    written.clear();
    for (String id : new String[] {"d1", "d2"}) {
      TimelineRecording device =
          file.device(
              new TimelineVisitor.Subject(id, "A \"quoted\" name", "w", 850_000_000, 1000),
              List.of("k", "other"));
      for (int p = 0; p < 2; p++) {
        Timeline.Recorder recorder = device.recorder(p);
        int[] tracks = new int[3];
        for (int t = 0; t < 3; t++) {
          tracks[t] = recorder.track("cu[" + t + "].memory", "lane " + p);
        }
        for (int i = 0; i < 20_000; i++) {
          int t = random.nextInt(3);
          SliceKind kind = SliceKind.values()[1 + random.nextInt(8)];
          long start = random.nextLong() >>> (20 + random.nextInt(40));
          long end = start + (random.nextLong() >>> (30 + random.nextInt(33)));
          long a = random.nextInt(1000);
          if (tracks[t] != Timeline.UNSEEN) {
            recorder.slice(tracks[t], kind, start, end, a, i);
            written.add(
                id
                    + "/A \"quoted\" name/w/850000000[k, other]: "
                    + line("cu[" + t + "].memory lane " + p, kind, start, end, a, i));
          }
        }
      }
    }
  }

  private TimelineFile open(TimelineFilter filter, long interval) {
    return new TimelineFile(folder.resolve("t.pftrace"), filter, interval);
  }

  /** The temporary files of intervals that this process has. */
  private static List<Path> spilled() throws IOException {
    List<Path> spilled = new ArrayList<>();
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    String own = "lockstep-" + ProcessHandle.current().pid() + "-*";
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary, own)) {
      for (Path one : folders) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(one, "*.spill")) {
          files.forEach(spilled::add);
        }
      }
    }
    return spilled;
  }

  private static List<String> lines(TimelineFile file) {
    Lines lines = new Lines();
    file.replay(lines);
    return lines.slices;
  }

  private static TimelineVisitor.Subject subject(long tickHertz, long interval) {
    return new TimelineVisitor.Subject("d", "n", "w", tickHertz, interval);
  }

  @Tag("slow")
  @Test
  @DisplayName("more than a block of intervals is shown as recorded, and no temporary file stays")
  void roundTrip() throws IOException {
    try (TimelineFile file = open(TimelineFilter.ALL, 1000)) {
      record(file);
      assertThat(lines(file)).hasSize(80_000).isEqualTo(written);
      assertThat(spilled()).isNotEmpty();
      file.finish();
    }
    assertThat(spilled()).isEmpty();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(folder.resolve("t.pftrace"));
    }
  }

  @Tag("slow")
  @Test
  @DisplayName("requests of slices are recorded, and what an interval is")
  void requestsOfSlicesAreRecorded() {
    try (TimelineFile out = open(TimelineFilter.ALL, 50)) {
      Timeline.Recorder recorder = out.device(subject(1_000_000, 50), List.of("k")).recorder(0);
      int detail = recorder.detail("l2[0]", "request 0");
      assertThat(recorder.interval()).isEqualTo(50);
      recorder.slice(detail, SliceKind.L2_HIT, 6, 8, 1, 4);
      assertThat(lines(out)).containsExactly("d/n/w/1000000[k]: l2[0] request 0 L2_HIT 6-8 1 4");
    }
  }

  @Tag("slow")
  @Test
  @DisplayName("a trace of Perfetto is the same however few of its events are held in memory")
  void perfettoInLittleMemory() throws IOException {
    byte[][] traces = new byte[2][];
    for (int k = 0; k < 2; k++) {
      Path target = folder.resolve(k + ".pftrace");
      try (TimelineFile file = open(TimelineFilter.ALL, 1000);
          OutputFile out = new OutputFile(target);
          PerfettoTrace trace = new PerfettoTrace(out, k == 0 ? 1 << 18 : 1000)) {
        record(file);
        file.replay(trace);
        out.commit();
      }
      traces[k] = Files.readAllBytes(target);
    }
    assertThat(traces[1]).isEqualTo(traces[0]);
    assertThat(traces[0].length).isGreaterThan(1_000_000);
  }

  @Test
  @DisplayName("a filter keeps components, kernels, and what reaches into the window")
  void aFilterKeepsComponentsKernelsAndWhatReachesIntoTheWindow() {
    TimelineFilter filter =
        new TimelineFilter(List.of(new Glob("cu[1]*")), List.of(new Glob("k")), 1000, 2000);
    try (TimelineFile out = open(filter, 1000)) {
      TimelineRecording device = out.device(subject(1_000_000, 1000), List.of("k", "other"));
      Timeline.Recorder recorder = device.recorder(0);
      assertThat(recorder.track("cu[11]", "x")).isEqualTo(Timeline.UNSEEN);
      int track = recorder.track("cu[1].memory", "x");
      device.launchStarts(1);
      recorder.slice(track, SliceKind.LOAD, 1500, 1600, 1, 1); // another kernel's
      device.launchEnds(0, 1, 0, 1400, 1700); // launches are not asked for
      device.launchStarts(0);
      recorder.slice(track, SliceKind.LOAD, 900, 999, 2, 2);
      recorder.slice(track, SliceKind.LOAD, 900, 1000, 3, 3);
      recorder.slice(track, SliceKind.LOAD, 2000, 3000, 4, 4);
      recorder.slice(track, SliceKind.LOAD, 2001, 3000, 5, 5);
      device.launchEnds(0, 0, 1, 900, 3000);
      assertThat(lines(out))
          .containsExactly(
              "d/n/w/1000000[k, other]: cu[1].memory x LOAD 900-1000 3 3",
              "d/n/w/1000000[k, other]: cu[1].memory x LOAD 2000-3000 4 4");
    }
  }

  @Test
  @DisplayName("a tick may be as long as a second")
  void aTickMayBeAsLongAsASecond() {
    try (TimelineFile out = open(TimelineFilter.ALL, 1)) {
      TimelineRecording device = out.device(subject(1, 1), List.of("k"));
      int track = device.recorder(0).track("cu[0]", "x");
      device.recorder(0).slice(track, SliceKind.GROUP, 5, 6, 7, 8);
      assertThat(lines(out)).containsExactly("d/n/w/1[k]: cu[0] x GROUP 5-6 7 8");
    }
  }

  @Test
  @DisplayName("targets that cannot be written show before anything is recorded")
  void targetsThatCannotBeWrittenShowBeforeAnythingIsRecorded() {
    assertThatThrownBy(
            () -> new TimelineFile(folder.resolve("no/t.pftrace"), TimelineFilter.ALL, 1000))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("t.pftrace: cannot be written: there is no folder");
    assertThatThrownBy(() -> new TimelineFile(folder.resolve("t.txt"), TimelineFilter.ALL, 1000))
        .hasMessageContaining("t.txt: expected a timeline's name to end in .pftrace");
    Path directory = folder.resolve("d.pftrace");
    assertThat(directory.toFile().mkdir()).isTrue();
    assertThatThrownBy(() -> new TimelineFile(directory, TimelineFilter.ALL, 1000))
        .hasMessageContaining("d.pftrace: cannot be written: it is a folder");
  }

  @Test
  @DisplayName("ticks become picoseconds exactly, also beyond 64 bits in between")
  void ticksBecomePicosecondsExactlyAlsoBeyond64BitsInBetween() {
    assertThat(new TickScale(850_000_000).picos(17)).isEqualTo(20_000);
    assertThat(new TickScale(1_476_000_000).picos(1_476_000_000L)).isEqualTo(1_000_000_000_000L);
    assertThat(new TickScale(1_000_000_007).picos(1_000_000_007L * 1_000_000))
        .isEqualTo(1_000_000_000_000_000_000L);
  }

  @Test
  @DisplayName("globs: stars and question marks; brackets are brackets")
  void globsStarsAndQuestionMarksBracketsAreBrackets() {
    assertThat(new Glob("cu[3]*").matches("cu[3].memory")).isTrue();
    assertThat(new Glob("cu[3]").matches("cu[3].memory")).isFalse();
    assertThat(new Glob("*.memory").matches("cu[3].memory")).isTrue();
    assertThat(new Glob("cu[?]").matches("cu[3]")).isTrue();
    assertThat(new Glob("cu[?]").matches("cu[13]")).isFalse();
    assertThat(new Glob("*a*b").matches("xxaabab")).isTrue();
    assertThat(new Glob("*a*b").matches("xxaaba")).isFalse();
    assertThat(new Glob("*b").matches("abab")).isTrue(); // the first star gives way
    assertThat(new Glob("*ab").matches("aab")).isTrue();
    assertThat(new Glob("*ab").matches("aba")).isFalse();
    assertThat(new Glob("*").matches("")).isTrue();
  }
}
