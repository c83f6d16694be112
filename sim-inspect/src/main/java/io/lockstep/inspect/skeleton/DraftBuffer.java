// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.skeleton;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.workload.element.ElementType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A buffer of a workload draft. Kernels share a buffer if name, type and count agree.
 *
 * @param count number of elements, as an expression
 * @param constants whether it is a constant buffer
 * @param readers names of kernels
 * @param writers names of kernels
 */
record DraftBuffer(
    ElementType type, String count, boolean constants, Set<String> readers, Set<String> writers) {
  DraftBuffer(ElementType type, String count, boolean constants) {
    this(type, count, constants, new LinkedHashSet<>(), new LinkedHashSet<>());
  }

  DraftBuffer withCount(String other) {
    return new DraftBuffer(type, other, constants, readers, writers);
  }

  void use(Kernel kernel, boolean reads, boolean writes) {
    if (reads) {
      readers.add(kernel.name());
    }
    if (writes) {
      writers.add(kernel.name());
    }
  }

  String line(String name, int seed) {
    String init = "";
    if (constants) {
      init = ", init: {fill: 16}";
    } else if (!readers.isEmpty()) {
      init =
          type.isFloat()
              ? ", init: {uniform: {seed: " + seed + "}}"
              : ", init: {integers: {seed: %s, low: 0, high: %s}}"
                  .formatted(seed, type.bytes() == 1 ? "64" : "n");
    }
    List<String> users = new ArrayList<>();
    if (!readers.isEmpty()) {
      users.add("read by " + String.join(", ", readers));
    }
    if (!writers.isEmpty()) {
      users.add("written by " + String.join(", ", writers));
    }
    return "  %s: {type: %s, count: %s%s}%s\n"
        .formatted(
            name,
            type.text(),
            count,
            init,
            users.isEmpty() ? "   # never used" : "   # " + String.join(", ", users));
  }
}
