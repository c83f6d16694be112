// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.study.store.Hosts;
import io.lockstep.sweep.store.Outcomes;
import io.lockstep.sweep.store.SweepFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Speeds of sweeps by segments whose times of creation and change are made up. */
class StatusReaderTest {
  private static final int POINTS = 100;
  private static final long SILENCE = 600_000;

  @TempDir Path root;
  private SweepFolder sweep;

  @BeforeEach
  void makeTheFolder() {
    sweep = Outcomes.folder(root, POINTS);
  }

  /** Rows of a writer on another host, whose segment was begun at 5 ms and changed then. */
  private Path segment(String name, long from, long to, long modified) throws Exception {
    Path file = Outcomes.segment(sweep, name, LongStream.range(from, to).mapToObj(Outcomes::ok));
    Files.setLastModifiedTime(file, FileTime.fromMillis(modified));
    return file;
  }

  private SweepStatus at(long now) throws Exception {
    try (SweepStore store = SweepStore.open(root)) {
      store.ingest();
    }
    try (Connection connection = Database.reading(sweep.index())) {
      return new StatusReader(sweep, connection, now).read();
    }
  }

  @Test
  void aWriterOnAnotherHostIsAliveForTenMinutesAfterItsLastWrite() throws Exception {
    segment("a", 0, 20, 10_000);
    SweepStatus.Pace alive = at(10_000 + SILENCE - 1).pace();
    assertThat(alive.writers()).isEqualTo(1);
    assertThat(alive.rows()).isEqualTo(20);
    assertThat(alive.millis()).isEqualTo(10_000 + SILENCE - 1 - 5);
    assertThat(alive.millisLeft()).hasValue(80 * alive.millis() / 20);
    SweepStatus.Pace dead = at(10_000 + SILENCE).pace();
    assertThat(dead.writers()).isZero();
    assertThat(dead.millis()).isEqualTo(10_000 - 5);
    assertThat(dead.millisLeft()).isEmpty();
  }

  @Test
  void periodsOfDeadWritersCountOnceWhereTheyOverlap() throws Exception {
    segment("a", 0, 20, 10_000);
    segment("b", 20, 30, 4_000); // within the first
    assertThat(at(10_000_000).pace().millis()).isEqualTo(10_000 - 5);
    assertThat(at(10_000_000).pace().rows()).isEqualTo(30);
    segment("c", 30, 40, 15_000);
    assertThat(at(10_000_000).pace().millis()).isEqualTo(15_000 - 5);
  }

  @Test
  void whileOneWriterLivesOnlyItsOwnRowsTellTheSpeed() throws Exception {
    segment("a", 0, 20, 10_000);
    segment("b", 20, 30, 5_000_000);
    SweepStatus.Pace pace = at(5_000_100).pace();
    assertThat(pace.writers()).isEqualTo(1);
    assertThat(pace.rows()).isEqualTo(10);
    assertThat(pace.millis()).isEqualTo(5_000_100 - 5);
    assertThat(pace.millisLeft()).hasValue(70 * pace.millis() / 10);
  }

  @Test
  void aSweepThatIsDoneHasNoTimeLeft() throws Exception {
    segment("a", 0, POINTS, 10_000);
    SweepStatus done = at(10_001);
    assertThat(done.missing()).isZero();
    assertThat(done.pace().writers()).isEqualTo(1);
    assertThat(done.pace().millisLeft()).isEmpty();
    assertThat(Hosts.here()).isNotEqualTo("elsewhere");
  }
}
