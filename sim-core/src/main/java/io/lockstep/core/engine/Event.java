// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/** The layout of an event: kind 6 bits, component 26 bits, argument 32 bits. */
final class Event {
  static final int MAX_KINDS = 1 << 6;
  static final int MAX_COMPONENTS = 1 << 26;
  private static final int COMPONENT_MASK = MAX_COMPONENTS - 1;

  private Event() {}

  static long of(int kind, int component, int argument) {
    return (long) kind << 58 | (long) component << 32 | argument & 0xFFFFFFFFL;
  }

  static int kind(long event) {
    return (int) (event >>> 58);
  }

  static int component(long event) {
    return (int) (event >>> 32) & COMPONENT_MASK;
  }

  static int argument(long event) {
    return (int) event;
  }
}
