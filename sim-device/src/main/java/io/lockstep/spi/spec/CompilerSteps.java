// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The passes of a device's compiler that an experiment can leave out, joined by pluses in settings.
 */
record CompilerSteps(String device, List<String> known) {
  private static final String AND = "+";
  private static final String NONE = "none";

  /** Returns the canonical form of a text; refuses unknown names unless {@code ifThere}. */
  String checked(String text, boolean ifThere, String where) {
    SortedSet<String> steps = new TreeSet<>();
    for (String step : of(text.replace(",", AND))) {
      if (known.contains(step)) {
        steps.add(step);
      } else if (!ifThere) {
        throw unknown(step, where);
      }
    }
    return String.join(AND, steps);
  }

  InputException unknown(String step, String where) {
    String list =
        known.isEmpty() ? " that can be left out" : "; expected " + String.join(", ", known);
    return new InputException(
        where,
        "the compiler of %s has no step '%s'".formatted(device, step)
            + Suggestions.nearHint(step, known, list));
  }

  static SortedSet<String> of(String text) {
    SortedSet<String> steps = new TreeSet<>();
    if (!text.isEmpty() && !text.equals(NONE) && !text.equals(DeviceSpec.ABSENT)) {
      for (String step : text.split("\\+", -1)) {
        steps.add(step.strip());
      }
    }
    return Collections.unmodifiableSortedSet(steps);
  }
}
