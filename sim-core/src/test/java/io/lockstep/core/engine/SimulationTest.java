// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.core.queue.Phase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Order within a tick, passes, limits, sinks, and what is refused. */
class SimulationTest {
  private final Simulation simulation = Simulation.builder().build();
  private final Partition part = simulation.partition("all");
  private final List<String> log = new ArrayList<>();

  private EventKind logging(String name, Phase phase) {
    return part.kind(name, phase, (tick, c, a) -> log.add(tick + " " + name + " " + c + ":" + a));
  }

  @Test
  @DisplayName("order: tick, phase, kind in order of registration, order of scheduling")
  void eventsAreOrderedByTickPhaseAndKind() {
    EventKind account = logging("account", Phase.ACCOUNT);
    EventKind late = logging("late", Phase.WORK);
    EventKind arrive = logging("arrive", Phase.ARRIVE);
    EventKind later = logging("later", Phase.WORK);
    int a = part.component("a");
    int b = part.component("b");
    part.at(5, account, a, 1);
    part.at(5, later, a, 2);
    part.at(5, late, b, 3);
    part.at(5, late, a, 4);
    part.at(5, arrive, a, 5);
    part.at(2_000_000, arrive, b, 6);
    part.at(4, account, a, -7);
    assertThat(simulation.run()).isEqualTo(Simulation.Status.DONE);
    assertThat(log)
        .containsExactly(
            "4 account 0:-7",
            "5 arrive 0:5",
            "5 late 1:3",
            "5 late 0:4",
            "5 later 0:2",
            "5 account 0:1",
            "2000000 arrive 1:6");
    assertThat(simulation.events()).isEqualTo(7);
    assertThat(simulation.now()).isEqualTo(2_000_000);
  }

  @Test
  @DisplayName("zero delay: a later phase joins the pass, any other phase opens the next")
  void aLaterPhaseWithoutDelayJoinsThePass() {
    EventKind[] kinds = new EventKind[4];
    kinds[0] = logging("arrive", Phase.ARRIVE);
    kinds[1] =
        part.kind(
            "work",
            Phase.WORK,
            (tick, c, a) -> {
              log.add(tick + " work " + a);
              if (a > 0) {
                part.after(0, kinds[3], c, a);
                part.after(0, kinds[1], c, a - 1);
                part.after(0, kinds[0], c, a);
                part.after(0, kinds[2], c, a);
              }
            });
    kinds[2] = logging("second", Phase.WORK);
    kinds[3] = logging("account", Phase.ACCOUNT);
    int a = part.component("a");
    part.at(3, kinds[2], a, 9);
    part.at(3, kinds[1], a, 2);
    simulation.run();
    assertThat(log)
        .containsExactly(
            "3 work 2",
            "3 second 0:9",
            "3 account 0:2", // first pass
            "3 arrive 0:2",
            "3 work 1",
            "3 second 0:2",
            "3 account 0:1", // second pass
            "3 arrive 0:1",
            "3 work 0",
            "3 second 0:1"); // third pass
  }

  @Test
  @DisplayName("kinds of a tick's later passes are told, and those of its first one are not")
  void kindsOfLaterPasses() {
    EventKind[] kinds = new EventKind[3];
    kinds[0] =
        part.kind(
            "answer",
            Phase.WORK,
            (tick, c, argument) -> {
              part.at(tick, kinds[2], c, 0); // of a later phase: the same pass
              part.at(tick + argument, kinds[1], c, 0);
            });
    kinds[1] = part.kind("issue", Phase.WORK, (tick, c, argument) -> {});
    kinds[2] = part.kind("count", Phase.ACCOUNT, (tick, c, argument) -> {});
    int a = part.component("cu[0]");
    part.at(1, kinds[0], a, 1);
    simulation.run();
    assertThat(part.repeated()).isEmpty();
    part.at(3, kinds[0], a, 0);
    simulation.run();
    assertThat(part.repeated()).containsExactly(kinds[1]);
    assertThat(kinds[1].repeatable()).isSameAs(kinds[1]);
    assertThat(part.repeated()).as("stated by the model").isEmpty();
  }

  @Test
  @DisplayName("64 passes of a tick are allowed, a 65th names component and kind")
  void boundedPasses() {
    EventKind[] kind = new EventKind[1];
    kind[0] =
        part.kind(
            "spin",
            Phase.WORK,
            (tick, c, left) -> {
              log.add("pass");
              if (left > 1) {
                part.after(0, kind[0], c, left - 1);
              }
            });
    int a = part.component("cu[3].lds");
    part.at(1, kind[0], a, 64);
    simulation.run();
    assertThat(log).hasSize(64);
    part.at(2, kind[0], a, 65);
    assertThatThrownBy(simulation::run)
        .isInstanceOf(EngineException.class)
        .hasMessage("spin for cu[3].lds opens more than 64 passes of tick 2");
    assertThatThrownBy(simulation::run).hasMessageContaining("has failed");
  }

  @Test
  void whatBreaksTheRulesOfTimeAndOwnershipIsRefused() {
    final Partition other = simulation.partition("other");
    int mine = part.component("mine");
    final int theirs = other.component("theirs");
    EventKind kind = logging("kind", Phase.WORK);
    part.at(10, kind, mine, 0);
    simulation.run();
    assertRefused("kind for mine at tick 9, before 10", () -> part.at(9, kind, mine, 0));
    assertRefused("kind for mine at tick 9", () -> part.after(-1, kind, mine, 0));
    assertRefused(
        "kind for theirs: the component does not belong to partition all",
        () -> part.at(11, kind, theirs, 0));
    assertRefused("component 7 (unknown)", () -> part.at(11, kind, 7, 0));
    assertRefused("component -1 (unknown)", () -> part.at(11, kind, -1, 0));
    assertRefused(
        "the kind belongs to partition all, not other", () -> other.at(11, kind, theirs, 0));
    assertRefused("component mine already", () -> other.component("mine"));
    assertRefused("a kind kind already", () -> logging("kind", Phase.ARRIVE));
    for (int i = 1; i < Partition.MAX_KINDS; i++) {
      logging("kind" + i, Phase.ACCOUNT);
    }
    assertRefused("64 kinds already", () -> logging("one more", Phase.WORK));
    assertThat(simulation.partitions()).containsExactly(part, other);
    assertThat(other).hasToString("other");
    assertThat(other.name()).isEqualTo("other");
    assertThat(simulation.components()).isEqualTo(2);
  }

  @Test
  @DisplayName("a handler may not schedule in another partition, and not run the simulation")
  void refusedInHandlers() {
    Partition other = simulation.partition("other");
    int theirs = other.component("theirs");
    EventKind far = other.kind("far", Phase.WORK, (tick, c, a) -> {});
    EventKind wrong =
        part.kind("wrong", Phase.WORK, (tick, c, a) -> other.at(tick, far, theirs, 0));
    part.at(1, wrong, part.component("mine"), 0);
    assertRefused(
        "far for theirs: scheduled in partition other by a handler of another one",
        simulation::run);

    Simulation again = Simulation.builder().build();
    Partition all = again.partition("all");
    all.at(1, all.kind("run", Phase.WORK, (tick, c, a) -> again.run()), all.component("x"), 0);
    assertRefused("is running", again::run);
  }

  private static void assertRefused(String message, Runnable action) {
    assertThatThrownBy(action::run)
        .isInstanceOf(EngineException.class)
        .hasMessageContaining(message);
  }

  @Test
  @DisplayName("runUntil is inclusive, moves the time, and goes on")
  void runUntil() {
    EventKind kind = logging("kind", Phase.WORK);
    int a = part.component("a");
    part.at(10, kind, a, 1);
    part.at(20, kind, a, 2);
    assertThat(simulation.runUntil(9)).isEqualTo(Simulation.Status.LIMIT);
    assertThat(part.now()).isEqualTo(9);
    assertThat(log).isEmpty();
    assertThat(simulation.runUntil(10)).isEqualTo(Simulation.Status.LIMIT);
    assertThat(log).hasSize(1);
    part.after(0, kind, a, 3);
    assertThat(simulation.runUntil(19)).isEqualTo(Simulation.Status.LIMIT);
    part.at(19, kind, a, 4);
    assertThat(simulation.runUntil(5_000)).isEqualTo(Simulation.Status.DONE);
    assertThat(log).containsExactly("10 kind 0:1", "10 kind 0:3", "19 kind 0:4", "20 kind 0:2");
  }

  @Test
  @DisplayName("a tick with 125 times more events than the ring: same order, same fingerprint")
  void tickLargerThanTheRing() {
    List<String> small = largeTick(8);
    List<String> large = largeTick(4096);
    assertThat(small).hasSize(2001).isEqualTo(large);
  }

  private static List<String> largeTick(int ringSize) {
    Simulation simulation = Simulation.builder().ringSize(ringSize).build();
    Partition part = simulation.partition("all");
    List<String> seen = new ArrayList<>();
    EventKind second =
        part.kind(
            "second", Phase.ACCOUNT, (tick, c, a) -> seen.add(c + ":" + a), ArgumentMeaning.VALUE);
    EventKind first =
        part.kind(
            "first",
            Phase.WORK,
            (tick, batch) -> {
              for (int i = 0; i < batch.size(); i++) {
                seen.add(batch.component(i) + "/" + batch.argument(i));
                part.after(0, second, batch.component(i), batch.argument(i));
              }
            },
            ArgumentMeaning.VALUE);
    for (int c = 0; c < 10; c++) {
      part.component("c" + c);
    }
    List<Integer> sizes = new ArrayList<>();
    simulation.attach((tick, kind, batch) -> sizes.add(batch.size()));
    for (int i = 0; i < 1000; i++) {
      part.at(77, first, i % 10, i);
    }
    simulation.run();
    assertThat(sizes.stream().mapToInt(i -> i).sum()).isEqualTo(2000);
    seen.add(simulation.fingerprint());
    return seen;
  }

  @Test
  @DisplayName("sinks see events in final order, after the handler, from when they are attached")
  void sinksSeeEventsInFinalOrder() {
    EventKind kind = logging("kind", Phase.WORK);
    int a = part.component("a");
    int b = part.component("b");
    EventKind work = part.kind("take", Phase.WORK, (tick, c, x) -> {});
    Port port = part.port("in", a, b, 3, 1, work, work);
    part.at(1, kind, a, 1);
    simulation.run();
    simulation.attach(
        (tick, k, batch) -> {
          for (int i = 0; i < batch.size(); i++) {
            log.add("sink " + tick + " " + k + " " + simulation.path(batch.component(i)));
          }
        });
    part.at(2, kind, b, 2);
    port.send(0, 0);
    simulation.run();
    assertThat(log).containsExactly("1 kind 0:1", "2 kind 1:2", "sink 2 kind b", "sink 4 take b");
    Partition late = simulation.partition("late");
    late.at(9, late.kind("kind", Phase.WORK, (tick, c, x) -> {}), late.component("c"), 0);
    simulation.run();
    assertThat(log).endsWith("sink 9 kind c");
    assertThat(kind.phase()).isEqualTo(Phase.WORK);
  }

  @Test
  @DisplayName("fingerprints: argument counts only by its meaning; ties and numbering never")
  void anArgumentCountsOnlyByItsMeaning() {
    assertThat(fingerprint(false, "a", "b", 1)).isEqualTo(fingerprint(false, "a", "b", 2));
    assertThat(fingerprint(true, "a", "b", 1)).isNotEqualTo(fingerprint(true, "a", "b", 2));
    assertThat(fingerprint(true, "a", "b", 1)).isEqualTo(fingerprint(true, "b", "a", 1));
    assertThat(fingerprint(true, "a", "b", 1)).isNotEqualTo(fingerprint(true, "a", "c", 1));
  }

  /** Two events in one tick, on components registered in the order given. */
  private static String fingerprint(boolean meaningful, String first, String second, int argument) {
    Simulation simulation = Simulation.builder().build();
    Partition part = simulation.partition("all");
    BatchHandler nothing = (tick, batch) -> {};
    EventKind kind =
        meaningful
            ? part.kind("kind", Phase.WORK, nothing, (component, a) -> a * 1000L)
            : part.kind("kind", Phase.WORK, nothing);
    part.at(4, kind, part.component(first), argument);
    part.at(4, kind, part.component(second), argument);
    simulation.run();
    return simulation.fingerprint();
  }

  @Test
  @DisplayName("without retired work within the progress timeout, the run ends and says who waits")
  void aRunWithoutRetiredWorkEndsAfterItsProgressTimeout() {
    Simulation impatient = Simulation.builder().progressTimeout(1_000).build();
    Partition all = impatient.partition("all");
    EventKind[] poll = new EventKind[1];
    boolean[] working = {true};
    poll[0] =
        all.kind(
            "poll",
            Phase.WORK,
            (tick, c, a) -> {
              all.retired(working[0] ? 1 : 0);
              all.after(10, poll[0], c, a);
            });
    int a = all.component("a");
    impatient.waitReason(a, () -> "memory since 10000");
    all.at(0, poll[0], a, 0);
    impatient.runUntil(10_000);
    assertThat(impatient.retired()).isEqualTo(1_001);
    working[0] = false;
    assertThatThrownBy(impatient::run)
        .isInstanceOf(NoProgressException.class)
        .hasMessageContaining("no work has retired since tick ")
        .hasMessageContaining("a: memory since 10000");
  }

  @Test
  @DisplayName("a long pause without events is no lack of progress")
  void aLongPauseWithoutEventsIsNoLackOfProgress() {
    Simulation impatient = Simulation.builder().progressTimeout(1_000).build();
    Partition all = impatient.partition("all");
    EventKind kind = all.kind("kind", Phase.WORK, (tick, c, x) -> {});
    int a = all.component("a");
    for (int i = 0; i < 5; i++) {
      all.at(i * 1_000_000L, kind, a, 0);
    }
    assertThat(impatient.run()).isEqualTo(Simulation.Status.DONE);
  }

  @Test
  void aDiagnosisNamesFortyWaitersAndCountsTheOthers() {
    for (int i = 0; i < 60; i++) {
      int n = i;
      simulation.waitReason(part.component("c" + i), () -> "reason " + n);
    }
    assertThat(simulation.diagnosis()).contains("c39: reason 39").endsWith("and 20 more");
  }

  @Test
  void ringSizeMustBeAPowerOfTwo() {
    assertThatThrownBy(() -> Simulation.builder().ringSize(100))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
