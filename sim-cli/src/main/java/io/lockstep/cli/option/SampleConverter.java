// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.run.sample.Sampling;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a request to sample launches. */
public final class SampleConverter implements ITypeConverter<Sampling> {
  @Override
  public Sampling convert(String text) {
    try {
      return Sampling.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
