// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.study.store.PointOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentDamageTest {
  private static final int POINTS = 12;

  @TempDir Path root;
  private SweepFolder sweep;
  private byte[] good;
  private final List<Damage> damages = new ArrayList<>();

  @BeforeEach
  void makeAFolderWithAGoodSegment() throws IOException {
    sweep = Outcomes.folder(root, POINTS);
    try (SegmentFile file = new SegmentFile(sweep, "good")) {
      for (long p = 0; p < POINTS; p++) {
        file.add(Outcomes.ok(p));
      }
    }
    good = Files.readAllBytes(Segments.of(sweep).get(0));
  }

  private List<PointOutcome> read(Path segment) {
    List<PointOutcome> found = new ArrayList<>();
    try (SegmentReader reader = new SegmentReader(Outcomes.PLAN, segment, 0, damages::add)) {
      while (reader.advance()) {
        PointOutcome outcome = reader.outcome();
        if (outcome != null) {
          found.add(outcome);
        }
      }
    }
    return found;
  }

  private void isFound(Damage.Kind kind, long offset, String text) {
    assertThat(damages).hasSize(1);
    assertThat(damages.get(0).kind()).isEqualTo(kind);
    assertThat(damages.get(0).offset()).isEqualTo(offset);
    assertThat(damages.get(0).text()).contains(".seg: byte " + offset + ": ").contains(text);
    assertThat(DonePoints.read(sweep, d -> {}).count()).isEqualTo(POINTS); // the good one's
  }

  private Path bad(byte[] bytes) throws IOException {
    return Files.write(sweep.results().resolve("bad.seg"), bytes);
  }

  private Path bad(String text) throws IOException {
    return bad(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String line(String text) {
    return new String(
        SegmentLine.of(text.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
  }

  @Test
  void aTornEndIsToldAndOnlyItsPointIsMissing() throws IOException {
    assertThat(read(bad(Arrays.copyOf(good, good.length - 1)))).hasSize(POINTS - 1);
    int last = new String(good, StandardCharsets.UTF_8).lastIndexOf('\n', good.length - 2) + 1;
    isFound(Damage.Kind.TORN, last, "the last line has no end");
  }

  @Test
  void aForeignFileIsToldAndNothingOfItIsTaken() throws IOException {
    String foreign = "point,cycles\n" + new String(good, StandardCharsets.UTF_8);
    assertThat(read(bad(foreign))).isEmpty();
    isFound(Damage.Kind.FOREIGN, 0, "no segment of a sweep; nothing of it is taken");
  }

  @Test
  void aSegmentOfAnotherSweepIsToldAndNothingOfItIsTaken() throws IOException {
    String other =
        new String(new SegmentHeader(1, "other", "h", 1, 5).text(), StandardCharsets.UTF_8);
    String outcome = new String(OutcomeText.write(Outcomes.ok(1)), StandardCharsets.US_ASCII);
    assertThat(read(bad(line(other) + line(outcome)))).isEmpty();
    isFound(Damage.Kind.FOREIGN, 0, "a segment of another sweep");
  }

  @Test
  void aNewerVersionIsToldAndNothingOfItIsTaken() throws IOException {
    assertThat(read(bad(line("{\"lockstep_segment\":2,\"x\":[]}") + line("[]")))).isEmpty();
    isFound(Damage.Kind.NEWER, 0, "a segment of version 2; this one knows up to 1");
  }

  @Test
  void aFolderOfASegmentsNameIsToldAsUnreadable() throws IOException {
    assertThat(read(Files.createDirectory(sweep.results().resolve("bad.seg")))).isEmpty();
    isFound(Damage.Kind.UNREADABLE, 0, "cannot be read: not a file");
  }

  @Test
  void aRightChecksumOverWhatIsNoOutcomeIsToldAndLinesBehindItAreTaken() throws IOException {
    String header =
        new String(new SegmentHeader(1, Outcomes.PLAN, "h", 1, 5).text(), StandardCharsets.UTF_8);
    String outcome = new String(OutcomeText.write(Outcomes.ok(1)), StandardCharsets.US_ASCII);
    Path segment = bad(line(header) + line("{\"point\":7}") + line(outcome));
    assertThat(read(segment)).containsExactly(Outcomes.ok(1));
    isFound(Damage.Kind.NO_OUTCOME, line(header).length(), "no outcome of a point");
  }

  @Test
  void aLineLongerThanAnyIsPassedOverInBoundedMemory() throws IOException {
    int header = new String(good, StandardCharsets.UTF_8).indexOf('\n') + 1;
    byte[] all = new byte[good.length + SegmentReader.LONGEST_LINE + 2 * SegmentReader.BUFFER];
    System.arraycopy(good, 0, all, 0, header);
    Arrays.fill(all, header, all.length - (good.length - header) - 1, (byte) 'x');
    all[all.length - (good.length - header) - 1] = '\n';
    System.arraycopy(good, header, all, all.length - (good.length - header), good.length - header);
    assertThat(read(bad(all))).hasSize(POINTS);
    isFound(Damage.Kind.CHECKSUM, header, "more than 16 MiB");
  }

  @Property(tries = 400)
  void ofFlippedBitsEveryPointIsEitherRightOrToldAndMissing(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int flips) throws IOException {
    Path here = Files.createTempDirectory("flips");
    try {
      SweepFolder one = Outcomes.folder(here, POINTS);
      byte[] bytes = segment();
      Random random = new Random(seed);
      Set<Integer> flipped = new TreeSet<>();
      while (flipped.size() < flips) {
        flipped.add(random.nextInt(8 * bytes.length));
      }
      flipped.forEach(bit -> bytes[bit / 8] ^= 1 << bit % 8);
      Path file = Files.write(one.results().resolve("flipped.seg"), bytes);
      damages.clear();

      Set<Long> right = new HashSet<>();
      for (PointOutcome outcome : read(file)) {
        assertThat(outcome).isEqualTo(Outcomes.ok(outcome.point()));
        right.add(outcome.point());
      }
      DonePoints done = DonePoints.read(one, d -> {});
      assertThat(done.count()).isEqualTo(right.size());
      assertThat(damages).isNotEmpty(); // a flip of the first line takes no point, but is told
      int lost = POINTS - right.size();
      if (damages.stream().noneMatch(d -> d.kind() == Damage.Kind.FOREIGN)) {
        assertThat(lost).isLessThanOrEqualTo(2 * flips); // two, where a line feed is hit
      }
    } finally {
      for (Path p : List.of(here.resolve("results/flipped.seg"), here.resolve("results"))) {
        Files.deleteIfExists(p);
      }
      Files.deleteIfExists(here.resolve("plan.json"));
      Files.deleteIfExists(here);
    }
  }

  /** As the good one. */
  private static byte[] segment() {
    StringBuilder all = new StringBuilder();
    all.append(
        line(
            new String(
                new SegmentHeader(1, Outcomes.PLAN, "h", 1, 5).text(), StandardCharsets.UTF_8)));
    for (long p = 0; p < POINTS; p++) {
      all.append(line(new String(OutcomeText.write(Outcomes.ok(p)), StandardCharsets.US_ASCII)));
    }
    return all.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Property(tries = 200)
  void anyBytesAreReadWithoutAnErrorThatIsNotTold(@ForAll byte[] rubbish, @ForAll int at)
      throws IOException {
    Path file = Files.createTempFile("rubbish", ".seg");
    try {
      byte[] bytes = segment();
      int from = Math.floorMod(at, bytes.length);
      System.arraycopy(rubbish, 0, bytes, from, Math.min(rubbish.length, bytes.length - from));
      for (byte[] tried : new byte[][] {rubbish, bytes}) {
        Files.write(file, tried);
        for (PointOutcome outcome : read(file)) {
          assertThat(outcome).isEqualTo(Outcomes.ok(outcome.point()));
        }
      }
    } finally {
      Files.delete(file);
    }
  }
}
