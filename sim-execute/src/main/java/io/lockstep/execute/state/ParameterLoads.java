// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.state;

import io.lockstep.execute.number.NumberConversions;
import java.util.ArrayList;
import java.util.List;

/** The loads of parameters in a kernel. Their values are constants of a launch. */
public final class ParameterLoads {
  /** A value that a kernel loads from its parameters. */
  public static final class Load {
    private final int at;
    private final int bytes;
    private final boolean signed;

    /** The value in this launch, extended to 64 bits. */
    public long value;

    private Load(int at, int bytes, boolean signed) {
      this.at = at;
      this.bytes = bytes;
      this.signed = signed;
    }

    private void read(byte[] arguments) {
      long bits = 0;
      for (int b = bytes - 1; b >= 0; b--) {
        bits = bits << 8 | arguments[at + b] & 0xFF;
      }
      value = NumberConversions.extend(bits, 8 * bytes, signed);
    }
  }

  private final List<Load> loads = new ArrayList<>();

  public Load add(int at, int bytes, boolean signed, byte[] arguments) {
    Load load = new Load(at, bytes, signed);
    load.read(arguments);
    loads.add(load);
    return load;
  }

  /** Reads all values from the arguments of another launch. */
  void read(byte[] arguments) {
    for (Load load : loads) {
      load.read(arguments);
    }
  }
}
