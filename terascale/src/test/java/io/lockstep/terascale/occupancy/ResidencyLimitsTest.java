package io.lockstep.terascale.occupancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.parts.device.Occupancy;
import io.lockstep.parts.device.RefusalException;
import io.lockstep.parts.spec.Figures;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The published cases, on a compute unit that nothing else limits. */
class ResidencyLimitsTest {
  private static final int MANY = 1 << 20;

  private static ResidencyLimits unlimited(int temporaries, int groups) {
    return limits(temporaries, groups, 2480, 10, 1 << 20);
  }

  private static ResidencyLimits limits(
      long temporaries, long groups, long inFlight, long units, long stackEntries) {
    return new ResidencyLimits(
        Figures.of(
            Map.of(
                "unit.wavefront", 64L,
                "registers.per_lane", 256L,
                "registers.clause_temporaries", temporaries,
                "lds.size", 32L << 10,
                "unit.groups", groups,
                "unit.in_flight", inFlight,
                "unit.count", units,
                "stack.entries", stackEntries,
                "unit.engines", 1L)));
  }

  @ParameterizedTest(name = "{0} registers: {1} wavefronts")
  @CsvSource({
    "1, 248", "4, 62", "8, 31", "10, 24", "16, 15", "17, 14", "24, 10", "32, 7", "48, 5", "62, 4",
    "124, 2"
  })
  @DisplayName("floor(248 / registers), as LLVM's R600 scheduler computes it")
  void registers(int registers, int wavefronts) {
    Occupancy o = unlimited(8, 1000).of(registers, 0, 0, 64, MANY);
    assertThat(o.wavefronts()).isEqualTo(wavefronts);
  }

  @Test
  @DisplayName("Georgia Tech: 35 registers in groups of 256 leave one group, 17 leave three")
  void slides() {
    assertThat(unlimited(8, 8).of(35, 0, 0, 256, MANY).groups()).isEqualTo(1);
    assertThat(unlimited(8, 8).of(17, 0, 0, 256, MANY).groups()).isEqualTo(3);
    assertThat(unlimited(8, 8).of(17, 0, 0, 256, MANY).limit()).isEqualTo("registers");
  }

  @Test
  @DisplayName(
      "conflict C1: 16 registers are three groups, or the slides' four without temporaries")
  void clauseTemporaries() {
    assertThat(unlimited(8, 8).of(16, 0, 0, 256, MANY).groups()).isEqualTo(3);
    assertThat(unlimited(0, 8).of(16, 0, 0, 256, MANY).groups()).isEqualTo(4);
  }

  @Test
  @DisplayName("local memory, groups, stack, device and grid limit in turn")
  void others() {
    ResidencyLimits hd5870 = limits(8, 8, 496, 20, 1024);
    assertThat(hd5870.of(4, 1, 10 << 10, 64, MANY).limit()).isEqualTo("local memory");
    assertThat(hd5870.of(4, 1, 10 << 10, 64, MANY).groups()).isEqualTo(3);
    assertThat(hd5870.of(4, 1, 0, 64, MANY).limit()).isEqualTo("groups");
    assertThat(hd5870.of(4, 1, 0, 64, MANY).wavefronts()).isEqualTo(8);
    assertThat(hd5870.of(4, 1, 0, 256, MANY).limit()).isEqualTo("wavefronts");
    assertThat(hd5870.of(4, 1, 0, 256, MANY).groups()).isEqualTo(6);
    assertThat(hd5870.of(4, 10, 0, 256, MANY).limit()).isEqualTo("control-flow stack");
    assertThat(hd5870.of(4, 1, 0, 64, 20).limit()).isEqualTo("grid");
    assertThat(hd5870.of(4, 1, 0, 64, 20).groups()).isEqualTo(1);
  }

  @Test
  @DisplayName("a group that cannot fit is refused, with what it would need")
  void refused() {
    assertThatThrownBy(() -> unlimited(8, 8).of(100, 0, 0, 256, MANY))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("100 registers")
        .hasMessageContaining("registers");
  }
}
