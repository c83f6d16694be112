// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.OutputException;
import io.lockstep.run.Failure;
import io.lockstep.study.store.PointOutcome;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentFileTest {
  @TempDir Path root;
  private SweepFolder sweep;
  private final List<Damage> damages = new ArrayList<>();

  @BeforeEach
  void makeTheFolder() {
    sweep = Outcomes.folder(root, 1000);
  }

  private List<PointOutcome> read() {
    List<PointOutcome> found = new ArrayList<>();
    for (Path segment : Segments.of(sweep)) {
      try (SegmentReader reader = new SegmentReader(sweep, segment, 0, damages::add)) {
        while (reader.advance()) {
          found.add(reader.outcome());
        }
      }
    }
    return found;
  }

  @Test
  void whatWasAddedIsThereBeforeTheFileIsClosed() {
    try (SegmentFile file = new SegmentFile(sweep, "1/8")) {
      file.add(Outcomes.ok(3));
      file.add(Outcomes.failed(4, Failure.MODEL, 3, "SIGSEGV"));

      assertThat(read())
          .containsExactly(Outcomes.ok(3), Outcomes.failed(4, Failure.MODEL, 3, "SIGSEGV"));
    }
    assertThat(damages).isEmpty();
    assertThat(Segments.of(sweep)).hasSize(1);
  }

  @Test
  void threadsThatAddAtOnceLoseNothingAndShareForcesOfTheDisk() throws Exception {
    AtomicInteger forces = new AtomicInteger();
    SegmentFile.Opener counting =
        file -> {
          ForcedFile forced = new ForcedFile(file);
          return new Faulty(forced, Long.MAX_VALUE) {
            @Override
            public void flush() throws IOException {
              forces.incrementAndGet();
              pause(); // others come meanwhile
              super.flush();
            }
          };
        };
    List<Thread> threads = new ArrayList<>();
    try (SegmentFile file = new SegmentFile(sweep.results(), Outcomes.PLAN, "s", counting)) {
      for (int t = 0; t < 8; t++) {
        int first = 25 * t;
        Thread thread =
            new Thread(
                () -> {
                  for (int p = first; p < first + 25; p++) {
                    file.add(Outcomes.ok(p));
                  }
                });
        thread.start();
        threads.add(thread);
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    assertThat(read().stream().map(PointOutcome::point).sorted().toList())
        .containsExactlyElementsOf(java.util.stream.LongStream.range(0, 200).boxed().toList());
    assertThat(forces.get()).isLessThan(100);
  }

  private static void pause() {
    try {
      Thread.sleep(2);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aThreadThatIsInterruptedStillAddsAndStaysInterrupted() {
    try (SegmentFile file = new SegmentFile(sweep, "s")) {
      Thread.currentThread().interrupt();
      file.add(Outcomes.ok(1));
      assertThat(Thread.interrupted()).isTrue();
      file.add(Outcomes.ok(2));
    }
    assertThat(read()).hasSize(2);
    assertThat(Segments.of(sweep)).hasSize(1);
  }

  @Test
  void afterAFullDiskEarlierLinesAreWholeAndNothingFollowsATornOne() throws IOException {
    int line = SegmentLine.of(OutcomeText.write(Outcomes.ok(1))).length;
    for (int room = 0; room < 3 * line; room += 97) {
      SweepFolder disk = Outcomes.folder(root.resolve("disk" + room), 1000);
      AtomicInteger opened = new AtomicInteger();
      int bytes = room;
      SegmentFile.Opener full =
          file -> new Faulty(new ForcedFile(file), opened.getAndIncrement() == 0 ? bytes : 1 << 20);
      List<Long> kept = new ArrayList<>();
      try (SegmentFile file = new SegmentFile(disk.results(), Outcomes.PLAN, "s", full)) {
        for (long p = 1; p <= 4; p++) {
          try {
            file.add(Outcomes.ok(p));
            kept.add(p);
          } catch (OutputException e) {
            assertThat(e.getMessage()).contains(".seg: cannot be written: no space left");
          }
        }
      }
      assertThat(kept).hasSize(3);
      damages.clear();
      DonePoints done = DonePoints.read(disk, damages::add);
      assertThat(done.indices().stream().mapToLong(i -> i).boxed().toList())
          .containsExactlyElementsOf(kept);
      assertThat(damages).allMatch(d -> d.kind() == Damage.Kind.TORN).hasSizeLessThan(2);
      for (Path segment : Segments.of(disk)) {
        byte[] all = Files.readAllBytes(segment);
        for (int i = 0; i < all.length - 1; i++) {
          assertThat(all[i] != '\n' || all[i + 10] == '{').isTrue(); // lines begin anew
        }
      }
    }
  }

  @Test
  void aFileThatCannotBeMadeIsToldWithItsName() throws IOException {
    Files.delete(sweep.results());
    Files.createFile(sweep.results());
    try (SegmentFile file = new SegmentFile(sweep, "s")) {
      assertThatThrownBy(() -> file.add(Outcomes.ok(1)))
          .isInstanceOf(OutputException.class)
          .hasMessageContaining("results/s-");
    }
  }

  @Test
  void aFileThatIsThereAlreadyIsNeverWritten() throws IOException {
    Path there = sweep.results().resolve("x.seg");
    Files.writeString(there, "somebody's");

    assertThatThrownBy(() -> new ForcedFile(there)).isInstanceOf(IOException.class);
    assertThat(there).hasContent("somebody's");
  }

  @Test
  void whatIsAppendedIsFoundFromWhereItWasReadBefore() throws IOException {
    try (SegmentFile file = new SegmentFile(sweep, "s")) {
      file.add(Outcomes.ok(1));
      Path segment = Segments.of(sweep).get(0);
      long examined;
      try (SegmentReader reader = new SegmentReader(sweep, segment, 0, damages::add)) {
        assertThat(reader.advance()).isTrue();
        assertThat(reader.advance()).isFalse();
        examined = reader.examined();
      }
      file.add(Outcomes.ok(2));
      Files.writeString(segment, "0123", StandardOpenOption.APPEND); // one is being written
      try (SegmentReader reader = new SegmentReader(sweep, segment, examined, damages::add)) {
        assertThat(reader.advance()).isTrue();
        assertThat(reader.outcome()).isEqualTo(Outcomes.ok(2));
        assertThat(reader.offset()).isEqualTo(examined);
        assertThat(reader.advance()).isFalse();
        assertThat(reader.examined()).isEqualTo(Files.size(segment) - 4);
        assertThat(reader.process()).isEqualTo(ProcessHandle.current().pid());
      }
    }
    assertThat(damages).extracting(Damage::kind).containsExactly(Damage.Kind.TORN);
  }

  /** A disk with so many bytes left. */
  static class Faulty extends OutputStream {
    private final OutputStream out;
    private long room;

    Faulty(OutputStream out, long room) {
      this.out = out;
      this.room = room;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      int fits = (int) Math.min(room, length);
      out.write(bytes, from, fits);
      room -= fits;
      if (fits < length) {
        throw new IOException("No space left on device");
      }
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
