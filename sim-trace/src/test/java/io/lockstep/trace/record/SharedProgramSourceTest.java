// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.trace.file.RandomPrograms;
import io.lockstep.trace.file.RandomPrograms.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Every consumer sees the whole program by reference, and the window bounds what is retained. */
class SharedProgramSourceTest {
  /** A device that takes one item per turn and notes it. */
  private static final class Reader {
    final ProgramSource source;
    final List<ProgramItem> seen = new ArrayList<>();
    boolean ended;

    Reader(ProgramSource source) {
      this.source = source;
    }

    /** Whether the turn brought it forward. */
    boolean turn() {
      ProgramItem item = source.next();
      if (item == ProgramItem.STARVED) {
        return false;
      }
      if (item == ProgramItem.END) {
        ended = true;
      } else {
        seen.add(item);
      }
      return true;
    }
  }

  @Property(tries = 100)
  void anyInterleavingGivesEveryConsumerTheSameSequence(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int count) {
    Random random = new Random(seed);
    Script script = new RandomPrograms(seed).script(8, 20, 2);
    long largest =
        script.items().stream()
            .mapToLong(i -> i instanceof WorkGroupRecord r ? r.bytes() : 64)
            .max()
            .orElse(64);
    long window = 1 + random.nextInt(5000);
    ScriptSource source = new ScriptSource(script, () -> random.nextInt(10) == 0, -1);
    SharedProgramSource shared = new SharedProgramSource(source, window, count);
    List<Reader> readers = new ArrayList<>(shared.consumers().stream().map(Reader::new).toList());

    Reader dropped = count > 1 && random.nextBoolean() ? readers.get(count - 1) : null;
    while (readers.stream().anyMatch(r -> !r.ended)) {
      Reader reader = readers.get(random.nextInt(readers.size()));
      if (!reader.ended) {
        reader.turn();
      }
      if (dropped != null && random.nextInt(20) == 0) {
        dropped.source.close();
        readers.remove(dropped);
        assertThat(dropped.seen).isEqualTo(script.items().subList(0, dropped.seen.size()));
      }
      assertThat(shared.retainedBytes()).isLessThanOrEqualTo(window - 1 + largest);
    }
    assertThat(shared.peakBytes()).isLessThanOrEqualTo(window - 1 + largest);
    for (Reader reader : readers) {
      assertThat(reader.seen).hasSameSizeAs(script.items());
      for (int i = 0; i < reader.seen.size(); i++) {
        assertThat(reader.seen.get(i)).isSameAs(script.items().get(i));
      }
      assertThat(reader.source.outcome()).isSameAs(script.outcome());
      assertThat(reader.source.program()).isSameAs(script.program());
    }
    shared.close();
    assertThat(source.closed).isTrue();
    assertThat(shared.retainedBytes()).isZero();
  }

  /** A launch of a thousand groups, and a window that holds few of them. */
  private static Script launch() {
    Program program = new RandomPrograms(1).program();
    List<ProgramItem> items = new ArrayList<>();
    items.add(new HostStep.Launch(0, 0, new Geometry(1000, 1, 1, 8, 1, 1), 0, List.of(), 1, 0));
    for (int g = 0; g < 1000; g++) {
      items.add(new WorkGroupRecord(g, List.of(new RandomPrograms(g).segment(8))));
    }
    items.add(new LaunchEnd(16, HostStep.Launch.ATOMIC_VALUES_USED));
    return new Script(program, items, new Outcome(null, "", List.of(), 8000));
  }

  @Example
  @Label("a consumer that runs ahead is starved, the slowest never is")
  void backPressure() {
    ScriptSource source = new ScriptSource(launch());
    SharedProgramSource shared = new SharedProgramSource(source, 4096, 2);
    Reader fast = new Reader(shared.consumers().get(0));
    Reader slow = new Reader(shared.consumers().get(1));
    while (fast.turn()) {
      assertThat(fast.ended).isFalse();
    }
    assertThat(source.pulled()).as("the window is full").isLessThan(100);
    assertThat(slow.turn()).isTrue(); // the launch itself: few bytes, so perhaps not enough
    int turns = 1;
    while (!slow.ended) {
      assertThat(slow.turn()).as("the slowest always advances").isTrue();
      turns++;
      while (!fast.ended && fast.turn()) {
        turns++;
      }
    }
    assertThat(turns).isGreaterThan(1000);
    assertThat(slow.seen).isEqualTo(fast.seen.subList(0, slow.seen.size()));
  }

  @Example
  @Label("when the slow consumer is closed, the others go on alone")
  void theOthersGoOnWhenTheSlowConsumerIsClosed() {
    ScriptSource source = new ScriptSource(launch());
    SharedProgramSource shared = new SharedProgramSource(source, 4096, 2);
    Reader fast = new Reader(shared.consumers().get(0));
    while (fast.turn()) {
      assertThat(fast.ended).isFalse();
    }
    shared.consumers().get(1).close();
    shared.consumers().get(1).close();
    assertThat(shared.retainedBytes()).isZero();
    while (!fast.ended) {
      assertThat(fast.turn()).isTrue();
    }
    assertThat(source.closed).isFalse();
    fast.source.close();
    assertThat(source.closed).isTrue();
    assertThatThrownBy(shared.consumers().get(1)::next).isInstanceOf(IllegalStateException.class);
  }

  @Example
  @Label("a failure reaches every consumer at the same place")
  void aFailureReachesEveryConsumerAtTheSamePlace() {
    ScriptSource source = new ScriptSource(launch(), () -> false, 5);
    SharedProgramSource shared = new SharedProgramSource(source, 1 << 20, 2);
    for (ProgramSource consumer : shared.consumers()) {
      Reader reader = new Reader(consumer);
      assertThatThrownBy(
              () -> {
                while (reader.turn()) {
                  assertThat(reader.ended).isFalse();
                }
              })
          .hasMessage("the kernel went wrong");
      assertThat(reader.seen).hasSize(5);
    }
  }

  @Example
  @Label("a consumer may leave a launch early: the next step follows its end")
  void aConsumerMayLeaveALaunchEarly() {
    SharedProgramSource shared = new SharedProgramSource(new ScriptSource(launch()), 4096, 1);
    ProgramSource consumer = shared.consumers().get(0);
    ProgramReader reader = new ProgramReader(consumer);
    assertThat(reader.next()).isEqualTo(WorkGroupSource.Status.RECORD);
    assertThatThrownBy(reader::launchEnd).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(consumer::outcome).isInstanceOf(IllegalStateException.class);
    assertThat(reader.groups().next()).isEqualTo(WorkGroupSource.Status.RECORD);
    assertThat(reader.next()).isEqualTo(WorkGroupSource.Status.END);
    assertThat(reader.next()).isEqualTo(WorkGroupSource.Status.END);
    assertThat(reader.launchEnd().minimumWidth()).isEqualTo(16);
    assertThat(reader.groups().next()).isEqualTo(WorkGroupSource.Status.END);
    assertThat(consumer.next()).isSameAs(ProgramItem.END);
  }

  @Example
  @Label("a window of nothing, or nobody to look through it, is refused")
  void wrongArgumentsAreRefused() {
    ScriptSource source = new ScriptSource(launch());
    assertThatThrownBy(() -> new SharedProgramSource(source, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SharedProgramSource(source, 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
