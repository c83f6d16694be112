// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.launch;

import io.lockstep.execute.memory.PageFiller;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Variable;
import java.util.Map;

/**
 * Initial contents that contain addresses of other variables. The addresses are inserted when a
 * page is first touched.
 *
 * @param numbers fills all bytes except the addresses
 * @param kernel kernel by whose variables the references are numbered
 * @param buffers buffers by name of the file's variables; complete before the first page is filled
 */
record InitialAddresses(
    PageFiller numbers, Variable variable, Kernel kernel, Map<String, Integer> buffers)
    implements PageFiller {
  @Override
  public void fill(long offset, byte[] page, int length) {
    numbers.fill(offset, page, length);
    for (Variable.Reference r : variable.references()) {
      Variable target = kernel.variables().get(r.variable());
      long address = Address.of(buffers.get(target.name()), r.addend());
      if (r.shift() >= 0) {
        put(r.offset() - offset, page, length, (byte) (address >>> r.shift()));
        continue;
      }
      for (int b = 0; b < 8; b++) {
        put(r.offset() + b - offset, page, length, (byte) (address >>> 8 * b));
      }
    }
  }

  private static void put(long at, byte[] page, int length, byte value) {
    if (at >= 0 && at < length) {
      page[(int) at] = value;
    }
  }
}
