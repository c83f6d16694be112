// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

/** A row of a suite: a published value and the device for which it was published. */
public interface PublishedRow {
  /**
   * The identity of a row.
   *
   * @param id name of the row in its suite
   * @param device an id or a specification file, as written
   * @param group group whose score includes the row
   */
  record Key(String id, String device, String group) {}

  /**
   * A published value.
   *
   * @param expected the published value; NaN if the row has none
   * @param unit unit of the published and the simulated value, for readers
   * @param tolerance maximum deviation of a hit, as a fraction of the published value
   * @param weight weight of the row in means
   * @param relativeTo id of the row whose simulated value divides this row's value, or empty
   * @param source the publication
   */
  record Publication(
      double expected,
      String unit,
      double tolerance,
      double weight,
      String relativeTo,
      String source) {}

  Key key();

  Publication publication();

  default String id() {
    return key().id();
  }

  default String device() {
    return key().device();
  }

  default String group() {
    return key().group();
  }

  default double expected() {
    return publication().expected();
  }

  default String unit() {
    return publication().unit();
  }

  default double tolerance() {
    return publication().tolerance();
  }

  default double weight() {
    return publication().weight();
  }

  default String relativeTo() {
    return publication().relativeTo();
  }

  default String source() {
    return publication().source();
  }
}
