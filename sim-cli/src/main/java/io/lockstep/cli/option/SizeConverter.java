// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.spi.spec.Dimension;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a size in bytes that consists of a number and a unit. */
public final class SizeConverter implements ITypeConverter<Long> {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB"};

  @Override
  public Long convert(String text) {
    try {
      return Dimension.BYTES.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  static String show(long bytes) {
    int unit = 0;
    while (unit < UNITS.length - 1 && bytes != 0 && bytes % 1024 == 0) {
      bytes /= 1024;
      unit++;
    }
    return bytes + UNITS[unit];
  }
}
