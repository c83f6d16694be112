// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.page;

public enum LineLevel {
  program,
  kernel,
  launch
}
