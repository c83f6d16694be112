// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Ideals;
import io.lockstep.trace.change.ProgramChange;
import io.lockstep.trace.change.SourcePlaces;
import io.lockstep.trace.record.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Applies the ideal accesses and the rewrites of a specification to a program.
 *
 * @param input the workload or trace whose folder holds the kernels' texts; empty if there are no
 *     files
 * @param frontends map lines of compiled texts to lines of their sources
 */
record LineChanges(Optional<Path> input, List<KernelFrontend> frontends) {
  /**
   * Returns the change that a device's specification makes to a program; null if it makes none.
   *
   * @throws io.lockstep.io.InputException if a line has no access that could be changed
   */
  ProgramChange of(DeviceSpec spec, Program program) {
    Ideals ideals = spec.ideals();
    return ideals.isOfProgram()
        ? ProgramChange.of(program, ideals.changes(), ideals.rewrites(), places())
        : null;
  }

  private SourcePlaces places() {
    if (input.isEmpty()) {
      return SourcePlaces.OWN;
    }
    LinePlaces places = new LinePlaces(SourceLines.beside(input.get()), frontends);
    return (file, line) -> {
      LinePlaces.Place place = places.place(file, line);
      return new SourcePlaces.Place(place.file(), place.line());
    };
  }
}
