// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.trace.file.Dump;
import io.lockstep.trace.file.RandomPrograms;
import io.lockstep.trace.file.RandomPrograms.Script;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A tap hears exactly what the consumer pulls, starved or not. */
class TappedProgramSourceTest {
  @Property(tries = 50)
  void theListenerHearsEverythingOnceAndTheSourceIsClosed(@ForAll long seed) {
    Random random = new Random(seed);
    Script script = new RandomPrograms(seed).script(6, 10, 2);
    ScriptSource source = new ScriptSource(script, () -> random.nextInt(5) == 0, -1);
    Dump heard = new Dump(script.program());
    TappedProgramSource tapped = new TappedProgramSource(source, heard);
    while (tapped.next() != ProgramItem.END) {
      // Starved or not, go on.
    }
    tapped.next(); // the end is told once
    Dump expected = new Dump(tapped.program());
    script.play(expected);
    assertThat(heard.lines()).isEqualTo(expected.lines());
    assertThat(tapped.outcome()).isSameAs(script.outcome());
    tapped.close();
    assertThat(source.closed).isTrue();
  }

  @Example
  void aStarvedSourceCannotBeDrained() {
    ScriptSource source = new ScriptSource(new RandomPrograms(1).script(3, 1, 1), () -> true, -1);
    assertThatThrownBy(() -> ProgramSink.drain(source, new Dump(program())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("starved");
  }

  private static Program program() {
    return new RandomPrograms(1).program();
  }
}
