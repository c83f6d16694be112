// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

public enum Format {
  TABLE,
  JSON,
  CSV
}
