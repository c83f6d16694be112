package io.lockstep.device.cdna.occupancy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.device.cdna.Specs;
import io.lockstep.parts.device.Occupancy;
import io.lockstep.parts.device.RefusalException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** LLVM AMDGPU usage, AMD lab notes and ROCm Compute Profiler: published residencies. */
class CdnaOccupancyTest {
  private final CdnaOccupancy mi210 = new CdnaOccupancy(Specs.of("mi210"));
  private final CdnaOccupancy mi100 = new CdnaOccupancy(Specs.of("mi100"));

  @Test
  @DisplayName("lab notes: 102 registers leave 4 wavefronts a SIMD, 96 leave 5")
  void labNotes() {
    assertThat(mi210.byVectorRegisters(102)).isEqualTo(4);
    assertThat(mi210.byVectorRegisters(96)).isEqualTo(5);
  }

  @Test
  @DisplayName("LLVM: 122 registers allocate 128, 172 allocate 176 and leave 2")
  void granules() {
    assertThat(mi210.allocatedVectors(122)).isEqualTo(128);
    assertThat(mi210.byVectorRegisters(122)).isEqualTo(4);
    assertThat(mi210.allocatedVectors(172)).isEqualTo(176);
    assertThat(mi210.byVectorRegisters(172)).isEqualTo(2);
    assertThat(mi210.byVectorRegisters(132)).isEqualTo(3);
  }

  @Test
  @DisplayName("LLVM: 76, 102 and 48 scalar registers leave 10, 7 and 16")
  void scalars() {
    assertThat(mi210.byScalarRegisters(76)).isEqualTo(10);
    assertThat(mi210.byScalarRegisters(102)).isEqualTo(7);
    assertThat(mi210.byScalarRegisters(48)).isEqualTo(16);
  }

  @Test
  @DisplayName("LLVM: 65536, 512 and 513 bytes of LDS leave 1, 128 and 64 groups")
  void lds() {
    assertThat(mi210.byLds(65536)).isEqualTo(1);
    assertThat(mi210.byLds(512)).isEqualTo(128);
    assertThat(mi210.byLds(513)).isEqualTo(64);
  }

  @Test
  @DisplayName("profiler: 122 registers 49.9 %, a 64 KiB group of 256 12.5 %, 76 scalars 98.9 %")
  void profiler() {
    assertThat(mi210.of(122, 16, 256, 0).share()).isEqualTo(0.5);
    assertThat(mi210.of(16, 16, 256, 65536).share()).isEqualTo(0.125);
    assertThat(mi210.of(64, 76, 256, 0).share()).isEqualTo(1.0);
  }

  @Test
  @DisplayName("MI100 holds ten wavefronts a SIMD with up to 24 registers")
  void mi100() {
    assertThat(mi100.of(24, 16, 64, 0)).isEqualTo(new Occupancy(40, 40, 40, 1, "wavefronts"));
    assertThat(mi100.of(28, 16, 64, 0).wavefronts()).isEqualTo(36);
    assertThat(mi100.of(128, 16, 64, 0).limit()).isEqualTo("vector registers");
  }

  @Test
  @DisplayName("a group that cannot fit is refused with its figures")
  void refusals() {
    assertThatThrownBy(() -> mi210.of(16, 16, 64, 70000))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("70000")
        .hasMessageContaining("65536");
    assertThatThrownBy(() -> mi210.of(256, 16, 1024, 0)).isInstanceOf(RefusalException.class);
  }
}
