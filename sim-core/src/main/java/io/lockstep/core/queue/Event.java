// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.queue;

/** The layout of an event: kind 6 bits, component 26 bits, argument 32 bits. */
public final class Event {
  /** Number of kinds that a partition may have. */
  public static final int MAX_KINDS = 1 << 6;

  /** Number of components that a simulation may have. */
  public static final int MAX_COMPONENTS = 1 << 26;

  private static final int COMPONENT_MASK = MAX_COMPONENTS - 1;

  private Event() {}

  /**
   * Packs an event into a word.
   *
   * @param kind from 0, below {@link #MAX_KINDS}
   * @param component from 0, below {@link #MAX_COMPONENTS}
   * @param argument any value
   * @return the word
   */
  public static long of(int kind, int component, int argument) {
    return (long) kind << 58 | (long) component << 32 | argument & 0xFFFFFFFFL;
  }

  /**
   * {@return the kind of an event}
   *
   * @param event word of {@link #of}
   */
  public static int kind(long event) {
    return (int) (event >>> 58);
  }

  /**
   * {@return the component of an event}
   *
   * @param event word of {@link #of}
   */
  public static int component(long event) {
    return (int) (event >>> 32) & COMPONENT_MASK;
  }

  /**
   * {@return the argument of an event}
   *
   * @param event word of {@link #of}
   */
  public static int argument(long event) {
    return (int) event;
  }
}
