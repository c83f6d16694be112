// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.observe.line.LinePlaces.Place;
import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.spi.CodeLine;
import io.lockstep.spi.MachineKernel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rows of a device's code beside the lines they came from. */
class CodeListingTest {
  /** Code as a test writes it. */
  record Code(List<CodeLine> code) implements MachineKernel {
    @Override
    public Kernel kernel() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int registers() {
      return 1;
    }

    @Override
    public String assembly() {
      return CodeLine.text(code);
    }
  }

  static final List<CodeLine> CODE =
      List.of(
          CodeLine.own("; head"),
          new CodeLine("load <a> & \"b\"", List.of(3)),
          new CodeLine("mad", List.of(2, 3)),
          new CodeLine("store", List.of(4)),
          CodeLine.own("end"));

  static KernelTimes kernel(List<CodeLine> code) {
    return new KernelTimes(0, "k", "k.cl", 1, List.of(), new Code(code), null);
  }

  private static Place place(String file, int line) {
    return new Place(file, line, "");
  }

  private static CodeListing of(int most) {
    Map<Place, Integer> tenths =
        Map.of(place("k.cl", 2), 10, place("k.cl", 3), 300, place("k.cl", 4), 690);
    return new CodeListing(kernel(CODE), CodeListingTest::place, tenths, most);
  }

  @Test
  @DisplayName("all rows are shown where there is room, counted by each line they came from")
  void allRowsAreShownWhereThereIsRoomCountedByEachLineTheyCameFrom() {
    CodeListing listing = of(5);
    assertThat(listing.rows()).extracting(CodeListing.Row::number).containsExactly(0, 1, 2, 3, 4);
    assertThat(listing.counts())
        .isEqualTo(Map.of(place("k.cl", 2), 1, place("k.cl", 3), 2, place("k.cl", 4), 1));
    assertThat(listing.firsts())
        .isEqualTo(Map.of(place("k.cl", 2), 2, place("k.cl", 3), 1, place("k.cl", 4), 3));
  }

  @Test
  @DisplayName("where there is no room the rows of the hottest lines are shown, in their order")
  void whereThereIsNoRoomTheRowsOfTheHottestLinesAreShownInTheirOrder() {
    CodeListing listing = of(2);
    assertThat(listing.all()).isEqualTo(5);
    assertThat(listing.rows())
        .extracting(CodeListing.Row::text)
        .containsExactly(CODE.get(1).text(), "store");
    assertThat(of(4).rows()).extracting(CodeListing.Row::number).containsExactly(0, 1, 2, 3);
  }

  @Test
  @DisplayName("a device that tells no origins has its assembly's lines, which came from nowhere")
  void aDeviceThatTellsNoOriginsHasItsAssemblysLinesWhichCameFromNowhere() {
    MachineKernel silent =
        new MachineKernel() {
          @Override
          public Kernel kernel() {
            throw new UnsupportedOperationException();
          }

          @Override
          public int registers() {
            return 1;
          }

          @Override
          public String assembly() {
            return "a\n\n b\n";
          }
        };
    assertThat(silent.code())
        .containsExactly(CodeLine.own("a"), CodeLine.own(""), CodeLine.own(" b"));
    assertThat(CodeLine.text(silent.code())).isEqualTo(silent.assembly());
  }
}
