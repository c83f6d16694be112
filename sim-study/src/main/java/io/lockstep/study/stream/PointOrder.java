// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.stream;

/** The order of answers. */
public enum PointOrder {
  /** Of their lines: the same bytes whatever the number of workers. */
  INPUT,
  /** As the points are done. */
  DONE
}
