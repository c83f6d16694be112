// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.launch;

import io.lockstep.execute.memory.PageFiller;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Variable;
import java.util.HashMap;
import java.util.Map;

/** The buffers of the module-scope variables of one compiled file. */
public final class ModuleVariables {
  private final Map<String, Integer> buffers = new HashMap<>(); // never iterated

  /** Creates a file without variables. */
  public ModuleVariables() {}

  /** {@return whether a variable belongs to the module, not to a work-group or work-item} */
  public static boolean isModuleScope(Variable variable) {
    return variable.space() == Space.GLOBAL || variable.space() == Space.CONSTANT;
  }

  /** {@return whether a variable of a name has a buffer} */
  public boolean has(String name) {
    return buffers.containsKey(name);
  }

  /** Binds a variable to a buffer, before the buffer's contents are used. */
  public void bind(String name, int buffer) {
    buffers.put(name, buffer);
  }

  /**
   * {@return the initial contents of a variable, or null for zeros} Addresses of other variables
   * among them are resolved when a page is first touched.
   *
   * @param kernel a kernel that declares the variable
   */
  public PageFiller initial(Variable variable, Kernel kernel) {
    byte[] initial = variable.initial();
    PageFiller filler = initial.length == 0 ? null : initialBytes(initial);
    return variable.references().isEmpty()
        ? filler
        : new InitialAddresses(filler, variable, kernel, buffers);
  }

  private static PageFiller initialBytes(byte[] initial) {
    return (offset, page, length) -> {
      java.util.Arrays.fill(page, 0, length, (byte) 0);
      int n = (int) Math.max(0, Math.min(length, initial.length - offset));
      if (n > 0) {
        System.arraycopy(initial, (int) offset, page, 0, n);
      }
    };
  }

  /** {@return the buffer of each of a kernel's variables; −1 for local and private variables} */
  public int[] of(Kernel kernel) {
    int[] found = new int[kernel.variables().size()];
    for (int i = 0; i < found.length; i++) {
      Variable variable = kernel.variables().get(i);
      found[i] = isModuleScope(variable) ? buffers.get(variable.name()) : -1;
    }
    return found;
  }
}
