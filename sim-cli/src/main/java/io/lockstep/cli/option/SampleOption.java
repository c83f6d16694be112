// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.run.sample.Sampling;
import picocli.CommandLine.Option;

/** The option that estimates times from a part of the work instead of simulating all of it. */
public final class SampleOption {
  @Option(
      names = "--sample",
      paramLabel = "REQUEST",
      description = "Estimate long launches, e.g. error=2%%; docs/sampling.md.",
      converter = SampleConverter.class)
  private Sampling request = Sampling.NONE;

  public boolean isWanted() {
    return request.isWanted();
  }

  public Sampling request() {
    return request;
  }
}
