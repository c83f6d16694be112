// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.trace.file.Dump;
import io.lockstep.trace.file.RandomPrograms;
import io.lockstep.trace.file.RandomPrograms.Script;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A tap hears exactly what the consumer pulls. */
class TappedProgramSourceTest {
  @Property(tries = 50)
  void theListenerHearsEverythingOnceAndTheSourceIsClosed(@ForAll long seed) {
    Script script = new RandomPrograms(seed).script(6, 10, 2);
    ScriptSource source = new ScriptSource(script);
    Dump heard = new Dump(script.program());
    TappedProgramSource tapped = new TappedProgramSource(source, heard);
    while (tapped.next() != ProgramItem.END) {
      continue;
    }
    tapped.next(); // the end is told once
    Dump expected = new Dump(tapped.program());
    script.play(expected);
    assertThat(heard.lines()).isEqualTo(expected.lines());
    assertThat(tapped.outcome()).isSameAs(script.outcome());
    tapped.close();
    assertThat(source.closed).isTrue();
  }
}
