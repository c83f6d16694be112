// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.fault;

/**
 * An error caused by a work-item. The executor adds kernel, line, group and work-item and throws an
 * {@link io.lockstep.execute.fault.ExecutionException}.
 */
public final class KernelFault extends RuntimeException {
  public KernelFault(String message) {
    super(message, null, false, false);
  }
}
