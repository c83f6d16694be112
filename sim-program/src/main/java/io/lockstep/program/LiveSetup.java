// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How programs are executed.
 *
 * @param frontends front-ends, chosen by language
 * @param options limits of the execution
 * @param properties properties of the device that programs see, by the keys of {@link
 *     DeviceProperties}
 * @param sources folder of the programs' sources, which results name
 * @param notes receives messages for the user, on any thread
 */
record LiveSetup(
    List<KernelFrontend> frontends,
    ExecutionOptions options,
    Map<String, String> properties,
    Path sources,
    Consumer<String> notes) {
  /** Returns the width of a sub-group. */
  int subGroup() {
    return Integer.parseInt(properties.get(DeviceProperties.WAVEFRONT));
  }

  /** Returns the bytes of the device's memory. */
  long memoryBytes() {
    return Long.parseLong(properties.get(DeviceProperties.MEMORY_BYTES));
  }
}
