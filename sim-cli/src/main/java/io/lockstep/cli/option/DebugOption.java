// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

public interface DebugOption {
  boolean isDebug();
}
