// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.board;

import io.lockstep.gcn.GcnProvider;
import io.lockstep.gcn.isa.InstructionSet;
import java.io.InputStream;
import java.util.List;

/** A chip of the line by data alone: a file, its instruction set, and this provider. */
public final class R9290x extends GcnProvider {
  /** The family has one device. */
  public R9290x() {
    super("gcn", InstructionSet.read(open("instruction-sets.txt")), List.of("r9290x"));
  }

  @Override
  protected InputStream resource(String name) {
    return open(name);
  }

  private static InputStream open(String name) {
    return R9290x.class.getResourceAsStream(name);
  }
}
