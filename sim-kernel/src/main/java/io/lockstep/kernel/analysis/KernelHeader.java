// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.LaunchBounds;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Variable;
import java.util.ArrayList;
import java.util.List;

/** Checks a kernel's sizes, parameters and variables, which are arbitrary in a damaged trace. */
final class KernelHeader {
  private final Kernel kernel;
  private final List<String> problems = new ArrayList<>();

  private KernelHeader(Kernel kernel) {
    this.kernel = kernel;
  }

  static List<String> problems(Kernel kernel) {
    KernelHeader header = new KernelHeader(kernel);
    header.run();
    return header.problems;
  }

  private void run() {
    int names = kernel.registerNames().size();
    if (names != kernel.registers().size()) {
      problems.add(names + " register names for " + kernel.registers().size() + " registers");
    }
    notNegative("bytes of parameters", kernel.parameterBytes());
    notNegative("bytes of local memory", kernel.localBytes());
    notNegative("bytes of private memory", kernel.privateBytes());
    notNegative("loops", kernel.loops());
    int width = kernel.fixedWidth();
    if (width < 0 || width > 64 || Integer.bitCount(width) > 1) {
      problems.add(width + " lanes of a fixed width");
    } else if (width == 0 && kernel.subGroups()) {
      problems.add("sub-groups without a width");
    }
    if (kernel.addressBits() != 32 && kernel.addressBits() != 64) {
      problems.add("addresses of " + kernel.addressBits() + " bits, expected 32 or 64");
    }
    List<Integer> size = kernel.requiredGroupSize();
    if (!size.isEmpty() && (size.size() != 3 || size.stream().anyMatch(d -> d < 1))) {
      problems.add("work-groups of " + size + ", expected three sizes from 1");
    }
    LaunchBounds bounds = kernel.bounds();
    notNegative("work-items of a group at most", bounds.mostItems());
    notNegative("groups on a compute unit at least", bounds.fewestGroups());
    notNegative("registers at most", bounds.mostRegisters());
    notNegative("registers by the compiler's limit", bounds.registerLimit());
    kernel.parameters().forEach(this::parameter);
    for (Variable v : kernel.variables()) {
      if (v.offset() < 0 || v.bytes() < 0 || v.initial().length > v.bytes()) {
        problems.add(
            "variable %s: %s bytes at %s with %s initial ones"
                .formatted(v.name(), v.bytes(), v.offset(), v.initial().length));
      }
    }
  }

  private void notNegative(String what, int number) {
    if (number < 0) {
      problems.add(number + " " + what);
    }
  }

  private void parameter(Parameter p) {
    if (p.bytes() < p.type().bytes()) {
      problems.add(
          "parameter %s: %s bytes, an %s has %s"
              .formatted(p.name(), p.bytes(), p.type(), p.type().bytes()));
    }
    // subtract, because the sum of a damaged file's numbers may overflow
    if (p.offset() < 0 || p.bytes() > kernel.parameterBytes() - p.offset()) {
      problems.add(
          "parameter %s: %s bytes at %s of an argument block of %s"
              .formatted(p.name(), p.bytes(), p.offset(), kernel.parameterBytes()));
    }
  }
}
