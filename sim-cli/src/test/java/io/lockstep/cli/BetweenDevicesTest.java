package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.explain.figures.Chimeras;
import io.lockstep.explain.figures.FigureGroup;
import io.lockstep.explain.figures.FigureGroups;
import io.lockstep.explain.figures.Side;
import io.lockstep.explain.game.Coalition;
import io.lockstep.io.InputException;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.run.Catalogue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Specifications between two devices of the catalogue. */
class BetweenDevicesTest {
  private static final Catalogue ALL = Catalogue.of(Optional.empty(), List.of());

  private record Pair(Side from, Side to, FigureGroups groups) {
    Chimeras chimeras() {
      return new Chimeras(from, to, groups, from);
    }

    long all() {
      return Coalition.all(groups.groups().size());
    }

    @Override
    public String toString() {
      return from.name() + " -> " + to.name();
    }
  }

  private static List<Pair> pairs() {
    List<Pair> pairs = new ArrayList<>();
    for (DeviceSpec from : ALL.specs()) {
      for (DeviceSpec to : ALL.specs()) {
        if (from != to && FigureGroups.match(from, to)) {
          pairs.add(
              new Pair(
                  new Side(from.id(), from),
                  new Side(to.id(), to),
                  FigureGroups.of(from, to, Set.of())));
        }
      }
    }
    return pairs;
  }

  @Test
  @DisplayName("every device between two devices of one schema is possible")
  void everyDeviceBetweenTwoDevicesOfOneSchemaIsPossible() {
    int count = 0;
    List<String> refused = new ArrayList<>();
    long start = System.nanoTime();
    for (Pair pair : pairs()) {
      if (pair.from().name().compareTo(pair.to().name()) > 0) {
        continue; // the same specifications the other way round: see below
      }
      Chimeras chimeras = pair.chimeras();
      for (long chosen = 0; chosen <= pair.all(); chosen++) {
        count++;
        try {
          ALL.device(chimeras.recipe(chosen).spec());
        } catch (InputException e) {
          refused.add(pair + " " + names(pair, chosen) + ": " + e.getMessage());
          break;
        }
      }
    }
    System.out.println(count + " in " + (System.nanoTime() - start) / 1000000 + " ms");
    for (Pair p : pairs())
      if (p.from().name().compareTo(p.to().name()) <= 0)
        System.out.println(
            p
                + " "
                + p.groups().groups().stream().map(g -> g.name() + g.changes().keySet()).toList()
                + " perm "
                + p.groups().permissions().keySet());
    assertThat(refused).isEmpty();
    assertThat(count).isGreaterThan(5000);
  }

  private static List<String> names(Pair pair, long chosen) {
    return Coalition.players(chosen).stream()
        .map(i -> pair.groups().groups().get(i))
        .map(FigureGroup::name)
        .toList();
  }
}
