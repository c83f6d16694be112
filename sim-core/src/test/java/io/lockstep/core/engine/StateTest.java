// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Saved state: every type, and errors that say where. */
class StateTest {
  private static byte[] sample() {
    StateWriter out = new StateWriter();
    out.begin("sample");
    out.writeInt(-3);
    out.writeLong(Long.MIN_VALUE + 5);
    out.writeBoolean(true);
    out.writeDouble(-0.0);
    out.writeString("größer");
    out.writeBytes(new byte[] {1, -1});
    out.writeInts(new int[] {Integer.MIN_VALUE, 7});
    out.writeLongs(new long[2000]);
    return out.toBytes();
  }

  private static void readSample(StateReader in) {
    in.begin("sample");
    assertThat(in.readInt()).isEqualTo(-3);
    assertThat(in.readLong()).isEqualTo(Long.MIN_VALUE + 5);
    assertThat(in.readBoolean()).isTrue();
    assertThat(Double.doubleToRawLongBits(in.readDouble())).isEqualTo(Long.MIN_VALUE);
    assertThat(in.readString()).isEqualTo("größer");
    assertThat(in.readBytes()).containsExactly(1, -1);
    assertThat(in.readInts()).containsExactly(Integer.MIN_VALUE, 7);
    assertThat(in.readLongs()).hasSize(2000).containsOnly(0);
  }

  @Test
  void readsWhatWasWritten() {
    readSample(new StateReader(sample()));
  }

  @Test
  @DisplayName("cut off anywhere, it is an input error, never anything else")
  void cutOffAnywhereItIsAnInputError() {
    byte[] whole = sample();
    for (int length = 0; length < 120; length++) {
      StateReader in = new StateReader(Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> readSample(in)).isInstanceOf(StateException.class);
    }
  }

  @Test
  void readingOutOfStepTellsWhatWasExpectedAndFound() {
    StateReader in = new StateReader(sample());
    assertThatThrownBy(() -> in.begin("simulation"))
        .hasMessage(
            "saved state, byte 0, section start:"
                + " expected section \"simulation\", found \"sample\"");
    StateReader second = new StateReader(sample());
    second.begin("sample");
    assertThatThrownBy(second::readLong)
        .hasMessage("saved state, byte 11, section sample: expected a long, found an int");
    for (byte tag : "bdsBILx".getBytes(java.nio.charset.StandardCharsets.US_ASCII)) {
      StateReader odd = new StateReader(new byte[] {tag, 0, 0, 0, 0, 0, 0, 0, 0});
      assertThatThrownBy(odd::readInt).hasMessageContaining("expected an int, found ");
      StateReader section = new StateReader(new byte[] {tag});
      assertThatThrownBy(() -> section.begin("x")).hasMessageContaining("expected a section");
    }
  }

  @Test
  @DisplayName("a state of another assembly is refused with what differs")
  void otherAssembly() {
    assertRefused(
        assembly("p", "k", "c", 1), "number of components is 1 in the saved state, but 2");
    assertRefused(assembly("p", "k", "d", 2), "hash of paths and ports");
    assertRefused(assembly("q", "k", "c", 2), "expected section \"partition p\"");
    assertRefused(assembly("p", "l", "c", 2), "kind is l in the saved state, but k here");
    assembly("p", "k", "c", 2).load(new StateReader(saved(assembly("p", "k", "c", 2))));
  }

  private static Simulation assembly(String partition, String kind, String component, int count) {
    Simulation simulation = Simulation.builder().build();
    Partition part = simulation.partition(partition);
    part.kind(kind, Phase.WORK, (tick, c, a) -> {});
    for (int i = 0; i < count; i++) {
      part.component(component + i);
    }
    return simulation;
  }

  private static byte[] saved(Simulation simulation) {
    StateWriter out = new StateWriter();
    simulation.save(out);
    return out.toBytes();
  }

  private static void assertRefused(Simulation other, String message) {
    byte[] state = saved(other);
    assertThatThrownBy(() -> assembly("p", "k", "c", 2).load(new StateReader(state)))
        .isInstanceOf(StateException.class)
        .hasMessageContaining(message);
  }
}
