// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.io.InputException;
import io.lockstep.spi.DeviceProvider;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Supplier;

/**
 * An error in a module's specification: it cannot be read, or no device can be created from it. No
 * contract can then be tested, so only the first one reports it. Thread-safe.
 *
 * @param whose name of the device or provider, for the message
 * @param message error message with file and line
 * @param isTold whether a contract has already reported it
 */
record SpecificationFault(String whose, String message, boolean isTold) {
  private static final Map<Class<?>, Set<String>> TOLD = new WeakHashMap<>();

  /** {@return the first specification error of the devices; empty if there is none} */
  static Optional<SpecificationFault> of(DeviceProvider provider, Supplier<List<String>> devices) {
    Class<?> type = provider.getClass();
    String whose = type.getName();
    try {
      for (String id : devices.get()) {
        whose = "device '" + id + "'";
        provider.device(provider.spec(id));
      }
      return Optional.empty();
    } catch (InputException e) {
      return Optional.of(new SpecificationFault(whose, e.getMessage(), isTold(type, e)));
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return Optional.empty(); // not an error of a specification; contracts report it
    }
  }

  private static boolean isTold(Class<?> type, InputException fault) {
    synchronized (TOLD) {
      return !TOLD.computeIfAbsent(type, t -> new HashSet<>()).add(fault.getMessage());
    }
  }
}
