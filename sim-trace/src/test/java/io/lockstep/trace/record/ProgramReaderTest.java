// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.trace.file.RandomPrograms;
import io.lockstep.trace.file.RandomPrograms.Script;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;

/** A reader holds a source to the order of its items. */
class ProgramReaderTest {
  private static final HostStep LAUNCH =
      new HostStep.Launch(0, 0, new Geometry(1, 1, 1, 8, 1, 1), 0, List.of(), 1, 0);

  private static ProgramReader reader(ProgramItem... items) {
    Program program = new RandomPrograms(1).program();
    Outcome outcome = new Outcome(null, "", List.of(), 0);
    return new ProgramReader(new ScriptSource(new Script(program, List.of(items), outcome)));
  }

  @Example
  void what_is_no_step_where_a_step_must_come_is_told() {
    assertThatThrownBy(() -> reader(new LaunchEnd(1, 0)).next())
        .hasMessageStartingWith("a step was expected, found LaunchEnd");
  }

  @Example
  void a_launch_that_does_not_end_is_told() {
    ProgramReader cut = reader(LAUNCH);
    assertThat(cut.next()).isEqualTo(WorkGroupSource.Status.RECORD);
    assertThatThrownBy(() -> cut.groups().next()).hasMessage("the program ends within a launch");
    ProgramReader two = reader(LAUNCH, LAUNCH);
    two.next();
    assertThatThrownBy(() -> two.groups().next()).hasMessageStartingWith("a work-group was");
  }

  @Example
  void a_launch_may_be_left_early_the_next_step_follows_its_end() {
    List<ProgramItem> items = new ArrayList<>(List.of(LAUNCH));
    for (int g = 0; g < 9; g++) {
      items.add(new WorkGroupRecord(g, List.of(new RandomPrograms(g).segment(8))));
    }
    items.add(new LaunchEnd(16, HostStep.Launch.ATOMIC_VALUES_USED));
    ProgramReader reader = reader(items.toArray(ProgramItem[]::new));
    assertThat(reader.next()).isEqualTo(WorkGroupSource.Status.RECORD);
    assertThatThrownBy(reader::launchEnd).isInstanceOf(IllegalStateException.class);
    assertThat(reader.groups().next()).isEqualTo(WorkGroupSource.Status.RECORD);
    assertThat(reader.next()).isEqualTo(WorkGroupSource.Status.END);
    assertThat(reader.next()).isEqualTo(WorkGroupSource.Status.END);
    assertThat(reader.launchEnd().minimumWidth()).isEqualTo(16);
    assertThat(reader.groups().next()).isEqualTo(WorkGroupSource.Status.END);
  }

  @Example
  void only_a_launch_has_groups() {
    ProgramReader reader = reader(new HostStep.Synchronize(0));
    reader.next();
    assertThatThrownBy(reader::launch).hasMessage("the step is not a launch");
    assertThatThrownBy(reader::groups).hasMessage("the step is not a launch");
  }

  @Example
  void bytes_of_a_transfer_are_not_bytes_that_its_step_holds() {
    assertThat(new HostStep.Upload(0, 0, 1L << 40, false).heldBytes()).isEqualTo(64);
    assertThat(new WorkGroupRecord(0, List.of(), 4711).heldBytes()).isEqualTo(4711);
  }
}
