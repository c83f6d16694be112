// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.Verdict;
import io.lockstep.run.WallLimits;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.study.store.ResultStore;
import io.lockstep.testsupport.FaultyProvider;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("a stream of points")
@Timeout(120)
class PointStreamTest {
  private static final Catalogue CATALOGUE = catalogue();

  private static Catalogue catalogue() {
    List<DeviceProvider> all = new ArrayList<>(Plugins.providers(List.of()));
    all.add(new FaultyProvider());
    return new Catalogue(all);
  }

  @BeforeEach
  void faultyModelsMayHang() {
    FaultyProvider.released = false;
  }

  @AfterEach
  void hangingModelsAreReleased() {
    FaultyProvider.released = true;
  }

  private static String line(String id, String device, int n, String more) {
    return "{\"id\": \"%s\", \"workload\": \"../examples/vecadd.yaml\", \"device\": \"%s\", \"parameters\": {\"n\": %d}%s}\n"
        .formatted(id, device, n, more);
  }

  private static StudyOptions threads(int count) {
    return StudyOptions.defaults().with(RunOptions.defaults().withThreads(count));
  }

  private static PointStream stream(
      StudyOptions options, PointOrder order, Predicate<String> sink) {
    return new PointStream(CATALOGUE, Plugins.frontends(), options, order, List.of("dram.*"), sink);
  }

  private static PointLines lines(String text) {
    return new PointLines(
        "points", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<String> answers(StudyOptions options, PointOrder order, String text) {
    List<String> all = new ArrayList<>();
    stream(options, order, all::add).run(lines(text));
    return all;
  }

  private static String mixed() {
    return line("a", "hd5870", 64, "")
        + line("b", "gtx28", 64, "")
        + line("c", "gtx280", 64, ", \"set\": {\"dram.bandwidth\": \"*2\"}")
        + line("d", "hd5870", 64, ", \"set\": {\"l1.sise\": 1}")
        + "{\n"
        + line("e", "gtx280", 0, "")
        + line("f", "hd5870", 128, "")
        + line("g", "gtx280", 64, "");
  }

  @Test
  @DisplayName("in the order of input has the same bytes whatever the number of workers")
  void inTheOrderOfInputHasTheSameBytesWhateverTheNumberOfWorkers() {
    List<String> one = answers(threads(1), PointOrder.INPUT, mixed());
    assertThat(one).hasSize(8);
    assertThat(one.stream().map(l -> l.replaceAll(".*?\"line\":(\\d).*\n", "$1")).toList())
        .containsExactly("1", "2", "3", "4", "5", "6", "7", "8");
    for (int i = 0; i < 4; i++) {
      assertThat(answers(threads(4), PointOrder.INPUT, mixed())).isEqualTo(one);
    }
    assertThat(answers(threads(2), PointOrder.DONE, mixed()))
        .containsExactlyInAnyOrderElementsOf(one);
  }

  @Test
  @DisplayName("has the error of a line in its answer, and in no other")
  void hasTheErrorOfALineInItsAnswerAndInNoOther() {
    List<String> all = new ArrayList<>();
    PointStream stream = stream(threads(2), PointOrder.INPUT, all::add);
    stream.run(lines(mixed()));
    for (int i : new int[] {0, 2, 6, 7}) {
      assertThat(all.get(i)).contains("\"status\":\"ok\"").doesNotContain("error");
    }
    assertThat(all.get(1))
        .isEqualTo(
            "{\"id\":\"b\",\"line\":2,\"error\":{\"message\":\"device 'gtx28': unknown device; did you"
                + " mean 'gtx280'?\",\"nearest\":\"gtx280\"}}\n");
    assertThat(all.get(3)).contains("no figure 'l1.sise'", "\"nearest\":\"l1.size\"");
    assertThat(all.get(4)).startsWith("{\"line\":5,\"error\":").doesNotContain("nearest");
    assertThat(all.get(5)).contains("\"line\":6,\"error\":");
    assertThat(stream.count().wrong()).isEqualTo(4);
    assertThat(stream.count().written()).isEqualTo(8);
    assertThat(stream.count().of(Verdict.VERIFIED) + stream.count().of(Verdict.NOT_VERIFIED))
        .isEqualTo(4);
  }

  @Test
  @DisplayName("answers a point while the input stays open")
  void answersAPointWhileTheInputStaysOpen() throws Exception {
    BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    try (PipedOutputStream script = new PipedOutputStream();
        InputStream in = new PipedInputStream(script)) {
      PointStream stream = stream(threads(2), PointOrder.INPUT, answers::add);
      Thread run = new Thread(() -> stream.run(new PointLines("points", in)));
      run.start();
      for (String id : List.of("first", "second")) {
        script.write(line(id, "gtx280", 64, "").getBytes(StandardCharsets.UTF_8));
        script.flush();
        assertThat(answers.poll(60, TimeUnit.SECONDS)).contains("\"id\":\"" + id + "\"");
      }
      script.close();
      run.join(TimeUnit.SECONDS.toMillis(20));
      assertThat(run.isAlive()).isFalse();
    }
  }

  /** Counts what is added, and forgets it. */
  private static final class Counting implements ResultStore {
    private final AtomicInteger added = new AtomicInteger();

    @Override
    public void add(PointOutcome outcome) {
      added.incrementAndGet();
    }
  }

  @Test
  @DisplayName("computes equal points that are under way once, and answers each")
  void computesEqualPointsThatAreUnderWayOnce() {
    CountDownLatch read = new CountDownLatch(1); // all lines are read while the first is computed
    AtomicInteger added = new AtomicInteger();
    ResultStore store =
        outcome -> {
          added.incrementAndGet();
          try {
            read.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    StringBuilder text = new StringBuilder(line("first", "hd5870", 64, ""));
    for (int i = 0; i < 20; i++) {
      text.append(line("same" + i, "gtx280", 64, ""));
    }
    text.append(line("phase", "gtx280", 64, ", \"phase\": 1"));
    InputStream in =
        new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)) {
          @Override
          public synchronized int read() {
            int b = super.read();
            if (b < 0) {
              read.countDown();
            }
            return b;
          }
        };
    List<String> all = new ArrayList<>();
    stream(threads(1).with(store), PointOrder.INPUT, all::add).run(new PointLines("points", in));
    assertThat(all).hasSize(22);
    String same = all.get(1).replace("same0", "same7").replace("\"line\":2", "\"line\":9");
    assertThat(all.get(8)).isEqualTo(same);
    assertThat(added).hasValue(3);
  }

  @Test
  @DisplayName("ends when its answers are no longer read, without computing the rest")
  void endsWhenItsAnswersAreNoLongerRead() {
    Counting store = new Counting();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      text.append(line("p" + i, "gtx280", 64, ", \"phase\": " + i));
    }
    AtomicInteger written = new AtomicInteger();
    stream(threads(2).with(store), PointOrder.DONE, answer -> written.incrementAndGet() < 5)
        .run(lines(text.toString()));
    assertThat(written).hasValue(5);
    assertThat(store.added.get()).isBetween(5, 100);
  }

  @Test
  @DisplayName("has a row for a model that fails or hangs; the others go on")
  void hasARowForAModelThatFailsOrHangs() {
    WallLimits limits = WallLimits.defaults().withCall(Duration.ofSeconds(1));
    StudyOptions options =
        threads(2).with(RunOptions.defaults().withThreads(2).with().limits(limits).build());
    List<String> all =
        answers(
            options,
            PointOrder.INPUT,
            line("a", "loops", 64, "")
                + line("b", "throws-in-assemble", 64, "")
                + line("c", "gtx280", 64, ""));
    assertThat(all.get(0)).contains("\"status\":\"failed\"", "\"failure\":\"stuck\"");
    assertThat(all.get(1)).contains("\"status\":\"failed\"", "\"failure\":\"model\"");
    assertThat(all.get(2)).contains("\"status\":\"ok\"");
  }

  @Test
  @DisplayName("answers the lines before an input that breaks off, and reports that")
  void answersTheLinesBeforeAnInputThatBreaksOff() {
    InputStream text =
        new ByteArrayInputStream(line("a", "gtx280", 64, "").getBytes(StandardCharsets.UTF_8));
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            int b = text.read();
            if (b < 0) {
              throw new IOException("device gone");
            }
            return b;
          }
        };
    List<String> all = new ArrayList<>();
    PointStream stream = stream(threads(1), PointOrder.INPUT, all::add);
    assertThatThrownBy(() -> stream.run(new PointLines("points", broken)))
        .isInstanceOf(InputException.class)
        .hasMessage("points: cannot be read: device gone");
    assertThat(all).hasSize(1);
  }

  @Test
  @DisplayName("ends with the error of a store that cannot be written")
  void endsWithTheErrorOfAStoreThatCannotBeWritten() {
    ResultStore full =
        outcome -> {
          throw new OutputException("kept", new IOException("no space left on device"));
        };
    assertThatThrownBy(() -> answers(threads(2).with(full), PointOrder.INPUT, mixed()))
        .isInstanceOf(OutputException.class);
  }

  @Test
  @DisplayName("is in ASCII, whatever the ids")
  void isInAsciiWhateverTheIds() {
    String answer = answers(threads(1), PointOrder.INPUT, line("ü€😀", "gtx28", 64, "")).get(0);
    assertThat(answer).startsWith("{\"id\":\"\\u00fc\\u20ac\\ud83d\\ude00\",\"line\":1,");
  }
}
