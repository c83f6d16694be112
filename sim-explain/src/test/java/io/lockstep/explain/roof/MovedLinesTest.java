// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.explain.roof.MovedLine.Kind;
import io.lockstep.explain.roof.PortWork.Key;
import io.lockstep.explain.roof.PortWork.Work;
import io.lockstep.observe.line.LinePlaces.Place;
import io.lockstep.observe.line.LineTimes;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MovedLinesTest {
  private static final class Kernel {
    private final SortedMap<Key, Work> work = new TreeMap<>();

    Kernel line(String file, int line, long cycles) {
      return work(new Place(file, line, file + " " + line), cycles);
    }

    Kernel work(Place place, long cycles) {
      work.put(new Key(0, work.size()), new Work("loads", place, new TreeMap<>(), cycles, 0, 0));
      return this;
    }
  }

  private static List<MovedLine> moved(Kernel from, Kernel to) {
    return MovedLines.of(new PortWork(from.work), new PortWork(to.work), Work::cycles);
  }

  @Test
  @DisplayName("a kernel whose work is spread over many lines shows its lines, too")
  void aKernelWhoseWorkIsSpreadShowsItsLines() {
    Kernel spread = new Kernel();
    IntStream.rangeClosed(1, 200).forEach(i -> spread.line("b.il", i, 100 + i));
    List<MovedLine> rows = moved(new Kernel().line("a.cl", 7, 60_000), spread);
    assertThat(rows)
        .extracting(r -> r.where(r.from()), r -> r.where(r.to()))
        .containsExactly(
            tuple("a.cl:7", ""),
            tuple("", "b.il:200"),
            tuple("", "b.il:199"),
            tuple("", "b.il:198"),
            tuple("", "other lines"));
    assertThat(rows.get(0).from().share()).isEqualTo(1);
    assertThat(rows.stream().mapToDouble(r -> r.to().share()).sum()).isCloseTo(1, within(1e-9));
  }

  @Test
  @DisplayName("work without a line has a row that says so")
  void workWithoutALineHasARowThatSaysSo() {
    List<MovedLine> rows =
        moved(
            new Kernel().line("a.cl", 7, 300),
            new Kernel().line("b.cl", 9, 60).work(Place.special(LineTimes.Line.UNKNOWN), 40));
    MovedLine last = rows.get(rows.size() - 1);
    assertThat(last.kind()).isEqualTo(Kind.UNKNOWN);
    assertThat(last.where(last.from())).isEmpty();
    assertThat(last.where(last.to())).isEqualTo("no known line");
    assertThat(last.to().share()).isEqualTo(0.4);
  }

  @Test
  @DisplayName("lines with the same text stand beside each other; those without a change do not")
  void linesWithTheSameTextStandBesideEachOther() {
    Place here = new Place("a.cl", 3, "sum += x;");
    Place there = new Place("b.cl", 5, "sum += x;");
    Place same = new Place("c.cl", 1, "int i;");
    List<MovedLine> rows =
        moved(
            new Kernel().work(here, 500).work(same, 50),
            new Kernel().work(there, 100).work(same, 50));
    assertThat(rows).hasSize(2);
    assertThat(rows.get(0).from().place()).isEqualTo("a.cl:3");
    assertThat(rows.get(0).to().place()).isEqualTo("b.cl:5");
    assertThat(rows.get(0).text()).isEqualTo("sum += x;");
    assertThat(rows.get(1).kind()).isEqualTo(Kind.OTHERS);
    assertThat(moved(new Kernel().work(same, 50), new Kernel().work(same, 50))).isEmpty();
  }
}
