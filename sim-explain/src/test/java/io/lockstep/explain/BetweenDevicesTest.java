// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.explain.figures.FigureGroup;
import io.lockstep.explain.figures.FigureGroups;
import io.lockstep.explain.figures.Hybrids;
import io.lockstep.explain.figures.Side;
import io.lockstep.explain.game.Coalition;
import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Specifications between two devices of the catalogue. */
@Tag("slow")
class BetweenDevicesTest {
  private static final Catalogue ALL = Catalogue.of(Optional.empty(), List.of());

  /** Groups up to which all sets are looked at; of more, those of so many or all but so many. */
  private static final int ALL_SETS = 7;

  private static final int FEW = 2;

  private static final Found FOUND = new Found();

  private record Pair(Side from, Side to, FigureGroups groups) {
    static Pair of(DeviceSpec from, DeviceSpec to) {
      return new Pair(
          new Side(from.id(), from), new Side(to.id(), to), FigureGroups.of(from, to, Set.of()));
    }

    Hybrids hybrids() {
      return new Hybrids(from, to, groups, from);
    }

    int count() {
      return groups.groups().size();
    }

    long all() {
      return Coalition.all(count());
    }

    List<Long> sets() {
      List<Long> sets = new ArrayList<>();
      for (long chosen = 0; chosen <= all(); chosen++) {
        int size = Long.bitCount(chosen);
        if (count() <= ALL_SETS || size <= FEW || size >= count() - FEW) {
          sets.add(chosen);
        }
      }
      return sets;
    }

    List<String> names(long chosen) {
      return Coalition.players(chosen).stream()
          .map(i -> groups.groups().get(i))
          .map(FigureGroup::name)
          .toList();
    }

    @Override
    public String toString() {
      return from.name() + " -> " + to.name();
    }
  }

  /** Each pair once; the other way round, the specifications are the same. */
  private static List<Pair> pairs() {
    List<Pair> pairs = new ArrayList<>();
    List<DeviceSpec> specs = ALL.specs();
    for (int i = 0; i < specs.size(); i++) {
      for (int j = i + 1; j < specs.size(); j++) {
        if (FigureGroups.match(specs.get(i), specs.get(j))) {
          pairs.add(Pair.of(specs.get(i), specs.get(j)));
        }
      }
    }
    return pairs;
  }

  @Test
  @DisplayName("devices of one family match, and of two families with one schema; others do not")
  void whoMatches() {
    assertThat(pairs()).hasSize(45 + 10 + 21 + 300); // 10 of one schema; 5, 7 and 25 of others
    assertThat(FigureGroups.match(ALL.spec("hd5870"), ALL.spec("hd6970"))).isTrue();
    assertThat(FigureGroups.match(ALL.spec("gtx280"), ALL.spec("mi300a"))).isFalse();
  }

  @Test
  @DisplayName("each device between two devices of the catalogue is one that its model takes")
  void eachDeviceBetweenTwoDevicesIsPossible() {
    assertThat(FOUND.refused).isEmpty();
  }

  @Test
  @DisplayName(
      "each of its figures is one of the two devices', as its group says; the ends are they")
  void eachFigureIsOneOfTheTwoDevices() {
    assertThat(FOUND.figures).isPositive();
    assertThat(FOUND.foreign).isEmpty();
    for (Pair pair : pairs()) {
      Hybrids hybrids = pair.hybrids();
      assertThat(hybrids.variant(0).spec().hash()).isEqualTo(pair.from().spec().hash());
      Hybrids withItsHost = new Hybrids(pair.from(), pair.to(), pair.groups(), pair.to());
      assertThat(withItsHost.variant(pair.all()).spec().hash()).isEqualTo(pair.to().spec().hash());
      assertThat(withItsHost.variant(pair.all()).set()).isEmpty();
    }
  }

  @Test
  @DisplayName("from the other side the specifications are the same")
  void theSameFromTheOtherSide() {
    assertThat(FOUND.compared).isPositive();
    assertThat(FOUND.otherwise).isEmpty();
  }

  /** What is wrong with the hybrids of all pairs, each of which is made once for all tests. */
  private static final class Found {
    private final List<String> refused = new ArrayList<>();
    private final List<String> foreign = new ArrayList<>();
    private final List<String> otherwise = new ArrayList<>();
    private long figures;
    private long compared;

    private Found() {
      pairs().forEach(this::look);
    }

    private void look(Pair pair) {
      Hybrids there = pair.hybrids();
      FigureGroups groups = FigureGroups.of(pair.to().spec(), pair.from().spec(), Set.of());
      Hybrids back = new Hybrids(pair.to(), pair.from(), groups, pair.from());
      List<Change> changes = changes(pair);
      for (long chosen : pair.sets()) {
        DeviceSpec spec = there.variant(chosen).spec();
        try {
          ALL.device(spec);
        } catch (InputException e) {
          refused.add(pair + " with " + pair.names(chosen) + ": " + e.getMessage());
        }
        for (Change change : changes) {
          String like = Coalition.has(chosen, change.group()) ? change.to() : change.from();
          String is = text(spec, change.path());
          figures++;
          if (!is.equals(like)) {
            foreign.add(pair + " " + pair.names(chosen) + " " + change + " is " + is);
          }
        }
        compared++;
        if (!back.variant(pair.all() ^ chosen).spec().hash().equals(spec.hash())) {
          otherwise.add(pair + " " + pair.names(chosen));
        }
      }
    }

    private static List<Change> changes(Pair pair) {
      List<Change> all = new ArrayList<>();
      for (int i = 0; i < pair.count(); i++) {
        for (String path : pair.groups().groups().get(i).changes().keySet()) {
          all.add(
              new Change(i, path, text(pair.from().spec(), path), text(pair.to().spec(), path)));
        }
      }
      return all;
    }
  }

  /** A figure of a group, with the values of both devices. */
  private record Change(int group, String path, String from, String to) {}

  private static String text(DeviceSpec spec, String path) {
    if (!spec.has(path)) {
      return "none";
    }
    Figure figure = spec.figure(path);
    return spec.schema().key(path).choices().isEmpty()
        ? Long.toString(figure.value())
        : spec.choice(path);
  }

  @Test
  @DisplayName("a part that only one device has is taken from it as a whole")
  void aPartThatOneSideLacks() {
    Pair pair = Pair.of(ALL.spec("mi300a"), ALL.spec("mi100"));
    int mall =
        pair.groups().groups().stream()
            .map(FigureGroup::name)
            .toList()
            .indexOf("memory-side cache");
    assertThat(pair.hybrids().variant(Coalition.of(mall)).set())
        .containsEntry("mall", "absent")
        .containsEntry("dram.page", "absent")
        .doesNotContainKey("mall.size");
  }
}
